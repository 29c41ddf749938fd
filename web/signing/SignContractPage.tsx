import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { readContractPdf } from '../../api/contracts.ts'
import { declineContract, readContractCertificate, signContract } from '../../api/signatures.ts'
import type { ContractView } from '../../domain/contract.ts'
import { contractById } from '../contracts/queries.ts'
import { addressOf, call } from '../kit/call.ts'
import { formatLongDate } from '../kit/dates.ts'
import { useUser } from '../session/use-auth.ts'
import { Signing } from './Signing.tsx'
import { waitingSince, whyNotNow } from './waiting.ts'
import { SigningQuery, untilReceived } from './SigningQuery.tsx'
import type { SigningTarget } from './signing-target.ts'
import { texts } from './words.ts'

export default function SignContractPage() {
  const { id } = useParams({ from: '/contracts/$id/sign' })
  const user = useUser()
  const query = useQuery({ ...contractById(id), refetchInterval: untilReceived })
  return <SigningQuery query={query}>{(contract) => <Signing target={targetOf(contract, user.id)} />}</SigningQuery>
}

function targetOf(contract: ContractView, userId: string): SigningTarget {
  const {
    id,
    version,
    contractNumber,
    clientFolderName,
    createdAt,
    textVersion,
    allowed,
    signature,
    openedAt,
    signers,
  } = contract
  const params = { id }
  // With the signatures given so far.
  const current = addressOf(readContractPdf, { params })
  const side = signers.find((each) => each.userId === userId)?.side ?? 'client'
  const before = signers.filter((each) => each.side === side && each.status === 'signed').length
  return {
    noun: 'contracts',
    word: 'contract',
    clientFolderId: contract.clientFolderId,
    title: `Contract ${contractNumber}`,
    note: `For ${clientFolderName}, dated ${formatLongDate(createdAt)}`,
    textKey: String(textVersion),
    viewAddress: current,
    openAddress: current,
    downloadAddress: addressOf(readContractPdf, { params, query: { download: '1' } }),
    isReceived: openedAt !== null,
    maySign: allowed.includes('sign'),
    mayDecline: allowed.includes('decline'),
    place: { side, index: before },
    whyNot: whyNot(contract, userId),
    signature,
    copies: [
      { label: 'Signed contract', address: current },
      ...(signature?.hasCertificate
        ? [{ label: 'Certificate', address: addressOf(readContractCertificate, { params }) }]
        : []),
    ],
    sign: (body, idempotencyKey) => call(signContract, { params, body, idempotencyKey, ifMatch: version }),
    refuse: (reason, idempotencyKey) =>
      call(declineContract, { params, body: { reason }, idempotencyKey, ifMatch: version }),
  }
}

function whyNot({ status, reason, signers }: ContractView, userId: string) {
  if (status === 'declined') return texts.declinedContract(reason ?? '')
  if (status === 'cancelled') return texts.canceled
  return whyNotNow(signers, userId) ?? waitingSince(signers) ?? texts.onlySigners
}
