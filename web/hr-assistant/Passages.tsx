import { Link } from '@tanstack/react-router'
import type { AssistantPassage } from '../../domain/hr-assistant.ts'

/** What the answer rests on, word for word, each with the way to its place in the policy. */
export function Passages({ passages }: { passages: readonly AssistantPassage[] }) {
  return (
    <section aria-label="Passages that the answer rests on" className="mt-5 border-t border-line pt-4">
      <h3 className="text-meta font-semibold text-ink">From the library, word for word</h3>
      <ul className="mt-3 space-y-4">
        {passages.map(({ slug, anchor, title, heading, quote }) => (
          <li key={`${slug}#${anchor}`}>
            <figure>
              <blockquote className="max-w-[68ch] border-l-2 border-line pl-3 text-body text-ink-2">
                “{quote}”
              </blockquote>
              <figcaption className="mt-1.5 pl-3.5 text-meta">
                <Link to="/hr-policies/$slug" params={{ slug }} hash={anchor} className="link finger-high">
                  {title}: {heading}
                </Link>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
