import type { PolicySource } from '../../domain/hr-policy.ts'

/** Where what the policy says can be looked up. */
export function Sources({ sources }: { sources: readonly PolicySource[] }) {
  return (
    <section aria-labelledby="policy-sources">
      <h2 id="policy-sources" className="mb-3 font-display text-subtitle text-ink">
        Sources
      </h2>
      <ul className="space-y-2">
        {sources.map(({ id, title, url }) => (
          <li key={id} className="wrap-anywhere">
            <a href={url} target="_blank" rel="noopener noreferrer" className="link finger-high text-body">
              {title.replaceAll('§ ', '§\u00a0')}
            </a>
            <span className="block text-meta text-ink-3">
              {url.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
