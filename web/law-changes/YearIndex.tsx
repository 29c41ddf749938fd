import type { LawSection } from './words.ts'

/** Links to the sections of a long list. */
export function YearIndex({ sections }: { sections: readonly LawSection[] }) {
  if (sections.length < 3) return null
  return (
    <nav aria-label="Sections" className="no-print">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-body">
        {sections.map(({ id, title, changes }) => (
          <li key={id}>
            <a href={`#${id}`} className="link finger-high">
              {title.replace('In force since ', '')} <span className="tabular ml-1 text-ink-3">{changes.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
