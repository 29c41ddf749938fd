import { useEffect, useRef, useState } from 'react'
import type { PolicySection } from '../../domain/hr-policy.ts'
import { classes } from '../kit/classes.ts'

/** The table of contents of a policy: in a column, or folded above the text on narrow screens. */
export function Contents({ sections }: { sections: readonly PolicySection[] }) {
  const current = useSectionInView(sections)
  const side = useRef<HTMLElement>(null)
  // Scrolls the list, not the page, so that the current section stays visible.
  useEffect(() => {
    const box = side.current
    const line = box?.querySelector<HTMLElement>('[aria-current]')
    if (!box || !line) return
    const beyond =
      line.offsetTop < box.scrollTop || line.offsetTop + line.offsetHeight > box.scrollTop + box.clientHeight
    if (beyond) box.scrollTop = line.offsetTop - box.clientHeight / 2
  }, [current])
  const list = (
    <ol>
      {sections.map(({ anchor, level, heading }) => (
        <li key={anchor}>
          <a
            href={`#${anchor}`}
            aria-current={anchor === current ? 'location' : undefined}
            className={classes(
              'block border-l-2 py-1 pr-2 text-meta hover:bg-hover hover:text-ink',
              level === 2 ? 'pl-3 font-semibold text-ink' : 'pl-6 text-ink-2',
              anchor === current ? 'border-tab bg-hover' : 'border-line',
            )}
          >
            {heading}
          </a>
        </li>
      ))}
    </ol>
  )
  return (
    <>
      <nav
        ref={side}
        aria-label="Contents"
        className="no-print sticky top-6 hidden max-h-[calc(100dvh-48px)] overflow-y-auto pb-4 xl:block"
      >
        <h2 className="mb-2 text-panel text-ink">Contents</h2>
        {list}
      </nav>
      <details className="no-print rounded-lg border border-line bg-surface px-4 xl:hidden">
        <summary className="cursor-pointer py-3 text-panel text-ink">Contents</summary>
        <nav aria-label="Contents" className="pb-4">
          {list}
        </nav>
      </details>
    </>
  )
}

/** The anchor of the section that is being read: the last whose heading has passed the upper part of the window. */
function useSectionInView(sections: readonly PolicySection[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const headings = sections.flatMap(({ anchor }) => document.getElementById(anchor) ?? [])
    let asked = 0
    const look = () => {
      asked = 0
      setCurrent(headings.findLast((each) => each.getBoundingClientRect().top < 160)?.id ?? null)
    }
    const onScroll = () => (asked ||= requestAnimationFrame(look))
    look()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(asked)
    }
  }, [sections])
  return current
}
