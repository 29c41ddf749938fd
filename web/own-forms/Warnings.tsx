import type { OwnFormView } from '../../domain/own-form.ts'

/** What Virginia law says about a draft, with the source. */
export function Warnings({ warnings }: Pick<OwnFormView, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <ul
      aria-label="Virginia law warnings"
      className="edge-forced mt-3 w-full space-y-2 rounded-md bg-warn-soft px-3.5 py-2.5 text-body text-warn"
    >
      {warnings.map(({ message, source }) => (
        <li key={message}>
          {message}{' '}
          <a href={source.url} target="_blank" rel="noopener" className="underline underline-offset-2">
            {source.title}
            <span className="sr-only"> (opens a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
