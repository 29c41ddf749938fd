import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../kit/Avatar.tsx'
import { classes } from '../kit/classes.ts'

type BubbleProps = {
  own: boolean
  /** Who wrote it; undefined for a message that is being sent. */
  sender?: string | undefined
  /** Who and when; hidden in a message that continues a group. */
  header?: ReactNode
  startsGroup?: boolean
  /** Under the message: its status, and what can be done with it. */
  meta?: ReactNode
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
export function Bubble(props: BubbleProps) {
  const { own, sender, header, startsGroup = true, meta, failed = false, id, isFound = false, children } = props
  return (
    <li
      data-entry={id}
      className={classes(
        'relative flex gap-2.5 outline-none',
        own && 'flex-row-reverse',
        startsGroup ? 'mt-4' : 'mt-1',
      )}
    >
      <span className="w-8 shrink-0 max-sm:w-7">
        {startsGroup && sender !== undefined && (
          <Avatar name={sender} tone={own ? 'primary' : 'quiet'} className="max-sm:size-7" />
        )}
      </span>
      <div className={classes('flex min-w-0 flex-1 flex-col', own ? 'items-end' : 'items-start')}>
        {header !== undefined && (
          <div
            className={classes(
              startsGroup ? 'mb-1 max-w-full text-meta wrap-anywhere text-ink-3' : 'sr-only',
              own && 'text-right',
            )}
          >
            {header}
          </div>
        )}
        <div
          dir="auto"
          className={classes(
            text,
            'max-w-[92%] rounded-lg px-3.5 py-2 sm:max-w-[80%]',
            own ? 'bg-info-soft' : 'bg-mist',
            failed && 'ring-1 ring-danger',
            isFound && foundRing,
          )}
        >
          {children}
        </div>
        <div className="mt-1 flex max-w-full flex-wrap gap-x-3 text-meta wrap-anywhere text-ink-3 empty:hidden">
          {meta}
        </div>
      </div>
    </li>
  )
}

type NoteProps = Pick<BubbleProps, 'meta' | 'failed' | 'id' | 'isFound' | 'children'>

/** A note within the team: no bubble of either side, but a strip across the thread with its label and a lock. */
export function StaffNoteStrip({ meta, failed = false, id, isFound = false, children }: NoteProps) {
  return (
    <li data-entry={id} className="mt-4 outline-none">
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
