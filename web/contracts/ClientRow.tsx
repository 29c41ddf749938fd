import { Link } from '@tanstack/react-router'
import { FilePen, FileText } from 'lucide-react'
import type { ContractSummary } from '../../domain/contract.ts'
import { ContractStatus } from '../agreements/AgreementStatus.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { Money } from '../kit/Money.tsx'
import { Row } from '../kit/RowList.tsx'
import { runsWords } from './words.ts'

/** A contract among the client's documents: to sign, or to read. */
export function ContractClientRow({ contract }: { contract: ContractSummary }) {
  const { id, contractNumber, totalValue, allowed, serviceNames } = contract
  const waits = allowed.includes('sign')
  const Icon = waits ? FilePen : FileText
  return (
    <Row
      leading={<Icon size={18} className={waits ? 'text-warn' : ''} />}
      to="/contracts/$id"
      params={{ id }}
      title={waits ? `Contract ${contractNumber} is waiting for your signature` : `Contract ${contractNumber}`}
      aside={<ContractStatus status={contract.status} needsSignature={contract.allowed.includes('sign')} />}
      meta={
        <span className="line-clamp-2 sm:line-clamp-1">
          {[runsWords(contract), serviceNames.join(', ')].filter((words) => words !== '').join(' · ')}
        </span>
      }
      middle={
        <span className="text-panel text-ink">
          <Money cents={totalValue} />
        </span>
      }
      action={
        waits ? (
          <Link to="/contracts/$id/sign" params={{ id }} className={buttonStyle('secondary', 'small')}>
            Sign<span className="sr-only"> {contractNumber}</span>
          </Link>
        ) : undefined
      }
    />
  )
}
