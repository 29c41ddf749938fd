import { useState } from 'react'
import type { Email } from '../../domain/email.ts'
import { classes } from '../kit/classes.ts'
import { formatDateTime } from '../kit/dates.ts'
import { Badge } from '../kit/StatusBadge.tsx'
import { EmailText } from './EmailText.tsx'
import { statusNames, statusTones, texts } from './words.ts'

const views = [
  { value: 'text', label: 'Text' },
  { value: 'html', label: 'HTML' },
] as const

/** The headers of an email and its body: as text with links, or as HTML with links and scripts disabled. */
export function EmailView({ email }: { email: Email }) {
  const [view, setView] = useState<(typeof views)[number]['value']>('text')
  return (
    <article>
      <h2 className="pr-10 font-display text-subtitle break-words text-ink text-balance">{email.subject}</h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-ink-3">
        <span className="min-w-0 break-words">
          To <span className="text-ink-2">{email.to}</span>
        </span>
        <time dateTime={email.createdAt}>{formatDateTime(email.createdAt)}</time>
        <Badge tone={statusTones[email.status]}>{statusNames[email.status]}</Badge>
      </p>
      <fieldset className="mt-4 -ml-2 flex flex-wrap border-b border-line pb-2">
        <legend className="sr-only">Show email</legend>
        {views.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === view}
            onClick={() => setView(value)}
            className={classes(
              'rounded-md px-2 py-1 text-meta text-ink-2 hover:bg-hover aria-pressed:font-semibold aria-pressed:text-ink',
              'aria-pressed:underline aria-pressed:decoration-tab aria-pressed:decoration-2 aria-pressed:underline-offset-4',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {view === 'text' ? (
        <EmailText text={email.text} />
      ) : (
        <>
          <iframe
            sandbox=""
            srcDoc={plainly(email.html)}
            title="Email in HTML"
            className="mt-4 h-80 w-full rounded-md border border-line"
          />
          <p className="mt-1.5 text-meta text-ink-3">{texts.preview}</p>
        </>
      )}
    </article>
  )
}

/**
 * For a frame under our policy: inline styles would be refused and reported. A link would open the portal inside the frame, which
 * it refuses; a new window is what the sandbox refuses quietly. No text can look like an attribute: its quotes are escaped.
 */
const plainly = (html: string) =>
  html.replace(/<html[^>]*>/i, '$&<base target="_blank">').replace(/<style>.*?<\/style>| style="[^"]*"/gs, '')
