import type { ProposalView } from '../../domain/proposal.ts'
import { ProposalStatus } from '../agreements/AgreementStatus.tsx'
import { Card } from '../kit/CardGrid.tsx'
import { Money } from '../kit/Money.tsx'
import { versionWords, whenWords } from './words.ts'

type ProposalCardProps = { proposal: ProposalView; now: Date }

/** A card that links to the proposal. */
export function ProposalCard({ proposal, now }: ProposalCardProps) {
  const { id, title, clientFolderName, description, status, totalCost, services, allowed } = proposal
  const version = versionWords(proposal)
  return (
    <Card
      title={title}
      to="/proposals/$id"
      params={{ id }}
      badge={<ProposalStatus status={status} needsResponse={allowed.includes('approve')} />}
      context={clientFolderName}
      isCompact
      meta={
        <>
          {services.length} {services.length === 1 ? 'service' : 'services'}
          {version !== '' && `, ${version.toLowerCase()}`}
          <br />
          {whenWords(proposal, now)}
        </>
      }
      amount={<Money cents={totalCost} />}
    >
      <p className="mt-1 line-clamp-2 text-body wrap-anywhere text-ink-2">{description}</p>
    </Card>
  )
}
