import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../kit/classes.ts'

type BubbleProps = {
  own: boolean
  /** Author and time, or how it is getting on. */
  meta: ReactNode
  failed?: boolean
  children: ReactNode
}

const text = 'edge-forced text-body wrap-anywhere whitespace-pre-wrap text-ink'

/** One message: the reader's side right, the other side left. */
export function Bubble({ own, meta, failed = false, children }: BubbleProps) {
  return (
    <li className={classes('flex flex-col', own ? 'items-end' : 'items-start')}>
      <div
        dir="auto"
        className={classes(
          text,
          'max-w-[85%] rounded-lg px-3.5 py-2 sm:max-w-[75%]',
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

/** A note within the team: no bubble of either side, but a strip across the thread with its label and a lock. */
export function StaffNoteStrip({ meta, failed = false, children }: Omit<BubbleProps, 'own'>) {
  return (
    <li>
      <div
        className={classes(
          'edge-forced rounded-md border border-l-4 border-warn-solid bg-warn-soft px-3.5 py-2',
          failed && 'ring-1 ring-danger',
        )}
      >
        <StaffOnlyLabel />
        <div dir="auto" className={classes(text, 'mt-1')}>
          {children}
        </div>
      </div>
      <div className="mt-1 max-w-full text-meta wrap-anywhere text-ink-3">{meta}</div>
    </li>
  )
}

const StaffOnlyLabel = () => (
  <p className="flex items-center gap-1.5 text-micro font-semibold text-warn">
    <LockKeyhole size={14} strokeWidth={2} className="shrink-0" aria-hidden="true" />
    Staff only
  </p>
)
