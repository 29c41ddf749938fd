import { clausesOf } from '../../domain/contract-clauses.ts'

/** The numbered clauses of a contract or proposal, as they are printed. */
export const TermsText = ({ terms }: { terms: string }) => (
  <section className="mt-8">
    <h3 className="text-panel text-ink">Terms</h3>
    <ol className="mt-2 max-w-[68ch] space-y-3 text-lead text-ink">
      {clausesOf(terms).map(({ number, title, text }, index) => (
        // Clauses can have the same text, so the index is the key.
        <li key={index} className="flex gap-2">
          {number !== '' && <span className="tabular shrink-0">{number}</span>}
          <p className="min-w-0 wrap-anywhere whitespace-pre-wrap">
            {title !== null && <strong className="font-semibold">{title} </strong>}
            {text}
          </p>
        </li>
      ))}
    </ol>
  </section>
)
