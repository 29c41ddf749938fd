import { readContractPaper } from '../../api/contracts.ts'
import type { ContractSummary } from '../../domain/contract.ts'
import { addressOf } from '../kit/call.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { Card } from '../kit/CardGrid.tsx'
import { Money } from '../kit/Money.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { partyOf, runsWords } from './words.ts'

export function ContractCard({ contract }: { contract: ContractSummary }) {
  const { id, contractNumber, clientName, clientFolderName, status, totalValue } = contract
  const party = partyOf(contract)
  return (
    <Card
      title={contractNumber}
      to={`/contracts/${id}`}
      badge={<StatusBadge kind="contract" status={status} />}
      context={
        <>
          <span className="block text-ink">{party}</span>
          {party !== clientName && <span className="block">{clientName}</span>}
          {party !== clientFolderName && <span className="block text-meta text-ink-3">{clientFolderName}</span>}
        </>
      }
      meta={
        <>
          {status === 'draft' && <span className="block text-ink-2">Awaiting signature</span>}
          {runsWords(contract)}
        </>
      }
      amount={<Money cents={totalValue} />}
      actions={
        <DownloadLink
          address={addressOf(readContractPaper, { params: { id } })}
          name={`${contractNumber}.pdf`}
          of={contractNumber}
          size="small"
        />
      }
    />
  )
}
