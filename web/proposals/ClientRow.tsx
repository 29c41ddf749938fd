import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import type { ProposalView } from '../../domain/proposal.ts'
import { ProposalStatus } from '../agreements/AgreementStatus.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { Money } from '../kit/Money.tsx'
import { useNow } from '../kit/now.ts'
import { Row } from '../kit/RowList.tsx'
import { whenWords } from './words.ts'

/** A proposal among the client's documents: to answer, or to read. */
export function ProposalClientRow({ proposal }: { proposal: ProposalView }) {
  const now = useNow()
  const { id, title, status, totalCost, allowed } = proposal
  const waits = allowed.includes('approve')
  return (
    <Row
      leading={<ScrollText size={18} className={waits ? 'text-warn' : ''} />}
      {...(waits ? {} : { to: '/proposals/$id', params: { id } })}
      title={title}
      aside={<ProposalStatus status={status} needsResponse={waits} />}
      meta={whenWords(proposal, now)}
      middle={
        <span className="text-panel text-ink">
          <Money cents={totalCost} />
        </span>
      }
      action={
        waits ? (
          <Link to="/proposals/$id" params={{ id }} className={buttonStyle()}>
            Review<span className="sr-only"> {title}</span>
          </Link>
        ) : undefined
      }
    />
  )
}
