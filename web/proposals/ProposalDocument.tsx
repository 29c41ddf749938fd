import type { ReactNode } from 'react'
import type { ProposalDetails } from '../../domain/proposal.ts'
import { hasOptions } from '../../domain/proposal-options.ts'
import { TermsText } from '../agreement-templates/TermsText.tsx'
import { portalConfig } from '../kit/config.ts'
import { formatLongDate } from '../kit/dates.ts'
import { Money } from '../kit/Money.tsx'
import type { OptionChoice } from './option-choice.ts'
import { ServiceTable } from './ServiceTable.tsx'
import { TimelineList } from './TimelineList.tsx'

export type PrintedProposal = Pick<
  ProposalDetails,
  | 'title'
  | 'description'
  | 'services'
  | 'chosenOptionIds'
  | 'timeline'
  | 'totalCost'
  | 'validUntil'
  | 'terms'
  | 'revision'
  | 'clientFolderName'
  | 'createdByName'
  | 'sentAt'
  | 'createdAt'
>

type ProposalDocumentProps = {
  proposal: PrintedProposal
  className: string
  /** Where the page has no title of its own. */
  showsTitle?: boolean
  /** The client's choice of optional services, while the proposal can be approved. */
  choice?: OptionChoice | null
}

/** The proposal as it is printed: parties, services, prices, timeline, and expiration. */
export function ProposalDocument({ proposal, className, showsTitle = false, choice = null }: ProposalDocumentProps) {
  const { title, description, services, chosenOptionIds, timeline, totalCost, validUntil, revision, terms } = proposal
  const { provider } = portalConfig()
  return (
    <article
      aria-label={title}
      className={`min-w-0 rounded-lg border border-line bg-surface px-5 py-6 shadow-sheet sm:px-10 sm:py-9 ${className}`}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line-strong pb-4">
        <h2 className="font-display text-subtitle text-ink">Proposal</h2>
        {revision > 1 && <p className="text-panel text-ink">Version {revision}</p>}
      </header>
      {showsTitle && <p className="mt-5 font-display text-subtitle wrap-anywhere text-ink">{title}</p>}
      <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
        <Fact label="For">{proposal.clientFolderName}</Fact>
        <Fact label="From">
          {provider.name}
          {proposal.createdByName !== null && (
            <span className="block text-body font-normal text-ink-2">{proposal.createdByName}</span>
          )}
        </Fact>
        <Fact label="Date">{formatLongDate(proposal.sentAt ?? proposal.createdAt)}</Fact>
        <Fact label="Valid until">{validUntil === null ? 'No expiration' : formatLongDate(validUntil)}</Fact>
      </dl>
      <p className="mt-7 max-w-[68ch] text-lead wrap-anywhere whitespace-pre-wrap text-ink">{description}</p>
      <section className="mt-7" aria-label="Services and cost">
        {services.length > 0 && <ServiceTable services={services} chosenOptionIds={chosenOptionIds} choice={choice} />}
        <p className="flex justify-between gap-4 pt-3 text-panel text-ink">
          {hasOptions(proposal) && chosenOptionIds === null && choice === null
            ? 'Total without optional services'
            : 'Total'}
          <output aria-label="Total of this proposal">
            <Money cents={choice?.total ?? totalCost} />
          </output>
        </p>
      </section>
      {timeline.length > 0 && <TimelineList timeline={timeline} />}
      {terms !== null && <TermsText terms={terms} />}
      {terms !== null && choice !== null && (
        <p className="mt-3 max-w-[68ch] text-meta text-ink-3">
          When you approve, the services and the total in these terms are filled in with your choice.
        </p>
      )}
    </article>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-ink-3">{label}</dt>
      <dd className="mt-0.5 text-panel wrap-anywhere text-ink">{children}</dd>
    </div>
  )
}
