import { Link } from '@tanstack/react-router'
import { describeAudience } from '../../domain/audience.ts'
import { checkedWords, type LawChange } from '../../domain/law-change.ts'
import type { EmployerSearch } from '../hr-policies/employer-search.ts'
import { sourceDate } from './words.ts'

type LawChangeFactsProps = {
  change: LawChange
  /** Carried in links to the library, so that size and sector are entered once. */
  search?: EmployerSearch
}

/** What changes, for whom, and how well that was checked. */
export function LawChangeFacts({ change, search = {} }: LawChangeFactsProps) {
  const { what, appliesTo, only, policies, citations, source, checked, asOf, note } = change
  const link = 'link finger-high'
  return (
    <div className="max-w-[72ch]">
      <p className="text-body wrap-anywhere text-ink">{what}</p>
      <dl className="mt-3 grid grid-cols-1 gap-x-4 gap-y-1 text-body max-sm:[&>dt]:mt-2 sm:grid-cols-[88px_minmax(0,1fr)]">
        <dt className="text-ink-3">Applies to</dt>
        <dd className="text-ink-2">
          {describeAudience(appliesTo)}
          {only !== null && `. ${only}.`}
        </dd>
        <dt className="text-ink-3">{policies.length === 1 ? 'Policy' : 'Policies'}</dt>
        <dd>
          <ul className="space-y-1">
            {policies.map(({ slug, anchor, title, heading }) => (
              <li key={`${slug}#${anchor}`}>
                <Link to="/hr-policies/$slug" params={{ slug }} hash={anchor} search={search} className={link}>
                  {title}: {heading}
                </Link>
              </li>
            ))}
          </ul>
        </dd>
        <dt className="text-ink-3">Source</dt>
        <dd className="text-ink-2 wrap-anywhere">{source}</dd>
        <dt className="text-ink-3">Law</dt>
        <dd>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {citations.map(({ text, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noopener noreferrer" className={link}>
                  {text.replaceAll('§ ', '§\u00a0')}
                </a>
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      <p className="mt-2 text-meta text-ink-3">
        {checkedWords[checked]}, as of {sourceDate(asOf)}.{note !== null && ` ${note}`}
      </p>
    </div>
  )
}
