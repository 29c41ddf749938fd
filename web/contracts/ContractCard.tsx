import { Download } from 'lucide-react'
import { readContractPaper } from '../../api/contracts.ts'
import type { ContractSummary } from '../../domain/contract.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
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
        <a
          href={addressOf(readContractPaper, { params: { id } })}
          download={`${contractNumber}.pdf`}
          className={buttonStyle('secondary', 'small')}
        >
          <Download size={16} strokeWidth={1.75} aria-hidden="true" />
          Download<span className="sr-only"> {contractNumber}</span>
        </a>
      }
    />
  )
}
