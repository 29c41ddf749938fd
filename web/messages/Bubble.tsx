import type { ReactNode } from 'react'
import { classes } from '../kit/classes.ts'

type BubbleProps = {
  own: boolean
  /** Author and time, or how it is getting on. */
  meta: ReactNode
  failed?: boolean
  children: ReactNode
}

/** One message: the reader's side right, the other side left. */
export function Bubble({ own, meta, failed = false, children }: BubbleProps) {
  return (
    <li className={classes('flex flex-col', own ? 'items-end' : 'items-start')}>
      <div
        className={classes(
          'edge-forced max-w-[85%] rounded-lg px-3.5 py-2 text-body wrap-anywhere whitespace-pre-wrap text-ink sm:max-w-[75%]',
          own ? 'bg-info-soft' : 'bg-mist',
          failed && 'ring-1 ring-danger',
        )}
      >
        {children}
      </div>
      <div className="mt-1 max-w-full text-meta wrap-anywhere text-ink-3">{meta}</div>
    </li>
  )
}
