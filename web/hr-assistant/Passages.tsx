import { Link } from '@tanstack/react-router'
import { type AssistantPassage, placeOf } from '../../domain/hr-assistant.ts'
import { formatDate } from '../kit/dates.ts'

type PassagesProps = {
  passages: readonly AssistantPassage[]
  /** Is already above the passages. */
  direct: string | null
  response: string
}

/** What the answer is based on, word for word, each with its date, its status, and a link to its place in the guide. */
export function Passages({ passages, direct, response }: PassagesProps) {
  return (
    <section aria-label="Passages that the answer is based on" className="mt-5 border-t border-line pt-4">
      <h3 className="text-meta font-semibold text-ink">From the library, word for word</h3>
      <ul className="mt-3 space-y-4">
        {passages.map((passage, i) => (
          <li key={placeOf(passage)}>
            <Quotation passage={passage} text={textOf(passage, response.split('\n\n')[i] ?? '', direct)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The sentences of this passage without the one that is above; the quotation where the answer has none of it. */
function textOf({ quote }: AssistantPassage, paragraph: string, direct: string | null): string {
  const text = paragraph === '' || !paragraph.includes(quote.slice(0, 40)) ? quote : paragraph
  return direct !== null && text.startsWith(direct) ? text.slice(direct.length).trim() : text
}

function Quotation({ passage, text }: { passage: AssistantPassage; text: string }) {
  const { slug, anchor, title, heading, asOf, status } = passage
  return (
    <figure>
      {text !== '' && (
        <blockquote className="max-w-[68ch] border-l-2 border-line pl-3 text-body text-ink-2">“{text}”</blockquote>
      )}
      <figcaption className="mt-1.5 pl-3.5 text-meta">
        <Link to="/hr-policies/$slug" params={{ slug }} hash={anchor} className="link finger-high">
          {title}: {heading}
        </Link>
        {asOf && <span className="text-ink-3"> · As of {formatDate(asOf)}</span>}
        {status && <span className="mt-0.5 block max-w-[68ch] text-ink-3">{status}</span>}
      </figcaption>
    </figure>
  )
}
