import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../kit/classes.ts'

type BubbleProps = {
  own: boolean
  /** Author and time, or how it is getting on. */
  meta: ReactNode
  failed?: boolean
  /** Of the message or note, to scroll to it. */
  id?: string
  /** It was searched for. */
  isFound?: boolean
  children: ReactNode
}

const text = 'edge-forced text-body wrap-anywhere whitespace-pre-wrap text-ink'

const foundRing = 'ring-2 ring-focus forced-colors:outline-2'

/** One message: the reader's side right, the other side left. */
export function Bubble({ own, meta, failed = false, id, isFound = false, children }: BubbleProps) {
  return (
    <li data-entry={id} className={classes('flex flex-col outline-none', own ? 'items-end' : 'items-start')}>
      <div
        dir="auto"
        className={classes(
          text,
          'max-w-[85%] rounded-lg px-3.5 py-2 sm:max-w-[75%]',
          own ? 'bg-info-soft' : 'bg-mist',
          failed && 'ring-1 ring-danger',
          isFound && foundRing,
        )}
      >
        {children}
      </div>
      <div className="mt-1 max-w-full text-meta wrap-anywhere text-ink-3">{meta}</div>
    </li>
  )
}

/** A note within the team: no bubble of either side, but a strip across the thread with its label and a lock. */
export function StaffNoteStrip({ meta, failed = false, id, isFound = false, children }: Omit<BubbleProps, 'own'>) {
  return (
    <li data-entry={id} className="outline-none">
      <div
        className={classes(
          'edge-forced rounded-md border border-l-4 border-warn-solid bg-warn-soft px-3.5 py-2',
          failed && 'ring-1 ring-danger',
          isFound && foundRing,
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
