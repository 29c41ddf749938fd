import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { readContractPdf } from '../../api/contracts.ts'
import { declineContract, signContract } from '../../api/signatures.ts'
import type { ContractView } from '../../domain/contract.ts'
import { contractById } from '../contracts/queries.ts'
import { addressOf, call } from '../kit/call.ts'
import { formatLongDate } from '../kit/dates.ts'

import { Signing } from './Signing.tsx'
import { SigningQuery, untilReceived } from './SigningQuery.tsx'
import type { SigningTarget } from './signing-target.ts'
import { texts } from './words.ts'

export default function SignContractPage() {
  const { id } = useParams({ from: '/contracts/$id/sign' })
  const query = useQuery({ ...contractById(id), refetchInterval: untilReceived })
  return <SigningQuery query={query}>{(contract) => <Signing target={targetOf(contract)} />}</SigningQuery>
}

function targetOf(contract: ContractView): SigningTarget {
  const { id, version, contractNumber, clientFolderName, createdAt, textVersion, allowed, signature, openedAt } =
    contract
  const params = { id }
  const original = addressOf(readContractPdf, { params, query: { original: '1' } })
  return {
    noun: 'contracts',
    word: 'contract',
    title: `Contract ${contractNumber}`,
    note: `For ${clientFolderName}, dated ${formatLongDate(createdAt)}`,
    textKey: String(textVersion),
    viewAddress: original,
    openAddress: original,
    downloadAddress: addressOf(readContractPdf, { params, query: { original: '1', download: '1' } }),
    isReceived: openedAt !== null,
    maySign: allowed.includes('sign'),
    whyNot: whyNot(contract),
    signature,
    copies: [{ label: 'Signed contract', address: addressOf(readContractPdf, { params }) }],
    sign: (body, idempotencyKey) => call(signContract, { params, body, idempotencyKey, ifMatch: version }),
    refuse: (reason, idempotencyKey) =>
      call(declineContract, { params, body: { reason }, idempotencyKey, ifMatch: version }),
  }
}

function whyNot({ status, reason }: ContractView) {
  if (status === 'declined') return texts.declinedContract(reason ?? '')
  if (status === 'cancelled') return texts.canceled
  return 'Only the client of this folder can sign it, as long as the folder isn’t archived.'
}
