import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import type { ProposalView } from '../../domain/proposal.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { Money } from '../kit/Money.tsx'
import { useNow } from '../kit/now.ts'
import { Row } from '../kit/RowList.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { statusLabels, whenWords } from './words.ts'

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
      aside={
        waits ? (
          'Proposal awaiting your response'
        ) : (
          <StatusBadge kind="proposal" status={status} label={statusLabels[status]} />
        )
      }
      meta={
        <>
          <Money cents={totalCost} /> · {whenWords(proposal, now)}
        </>
      }
      action={
        waits && (
          <Link to="/proposals/$id" params={{ id }} className={buttonStyle('primary')}>
            Review<span className="sr-only"> {title}</span>
          </Link>
        )
      }
    />
  )
}
