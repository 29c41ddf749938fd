import type { ProposalView } from '../../domain/proposal.ts'

/** The phases of the work, as in the PDF. */
export function TimelineList({ timeline }: Pick<ProposalView, 'timeline'>) {
  return (
    <section className="mt-9">
      <h3 className="text-panel text-ink">Timeline</h3>
      <ol className="mt-2 border-t border-line-strong">
        {timeline.map(({ phase, duration, description: words }, index) => (
          // Phases can have the same name, so the index is the key.
          <li key={index} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 border-b border-line py-2.5">
            <div className="min-w-0">
              <p className="text-body font-semibold wrap-anywhere text-ink">{phase}</p>
              {words !== null && <p className="max-w-[60ch] text-body wrap-anywhere text-ink-2">{words}</p>}
            </div>
            <span className="text-body wrap-anywhere text-ink">{duration}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
