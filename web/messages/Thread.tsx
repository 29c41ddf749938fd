import { memo } from 'react'
import type { Side } from '../client-folders/side.ts'
import { Button } from '../kit/Button.tsx'
import { Name } from '../kit/Called.tsx'
import { formatTime } from '../kit/dates.ts'
import { EmptyState, ErrorLine, ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Bubble, StaffNoteStrip } from './Bubble.tsx'
import type { Outgoing } from './conversation.ts'
import { byDay, dayWords } from './days.ts'
import type { Entry, useThread } from './entries.ts'
import { NewArrival } from './NewArrival.tsx'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import { useStayAtEnd } from './stay-at-end.ts'

type ThreadProps = {
  thread: ReturnType<typeof useThread>
  side: Side
  outgoing: readonly Outgoing[]
  onRetry: (message: Outgoing) => void
  onTakeBack: (message: Outgoing) => void
}

/** A folder's messages, for the team with their notes, the oldest first, scrolled to the latest. */
export function Thread({ thread, side, outgoing, onRetry, onTakeBack }: ThreadProps) {
  const now = useNow()
  const { entries } = thread
  // Messages and notes come one after the other: until both are there, nothing is shown that could be scrolled.
  const shown = thread.isPending ? [] : entries
  const { box, note } = useStayAtEnd({
    first: shown[0]?.id,
    last: shown.at(-1)?.id,
    own: outgoing.map(({ key, problem }) => key + (problem ?? '')).at(-1),
  })
  // The button goes while they come; the thread, which the keyboard scrolls, stays.
  const showEarlier = () => {
    box.current?.focus({ preventScroll: true })
    thread.fetchEarlier()
  }
  if (thread.error !== null) return <ErrorState error={thread.error} onRetry={thread.readAgain} />
  if (thread.isPending) return <SkeletonRows rows={3} label="Loading messages" />
  if (entries.length + outgoing.length === 0)
    return (
      <EmptyState title="No messages yet">
        {side === 'client'
          ? 'What you write here is read by your consultant.'
          : 'What you write here is read by the client.'}
      </EmptyState>
    )
  return (
    <>
      <section
        ref={box}
        onScroll={note}
        // The keyboard scrolls it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Message thread"
        className="max-h-96 overflow-y-auto overscroll-contain px-4 py-4 -outline-offset-2 sm:px-5"
      >
        {thread.hasEarlier && (
          <div className="flex justify-center pb-3">
            {thread.earlierError !== null && !thread.isFetchingEarlier ? (
              <ErrorLine
                what="Earlier messages could not be loaded."
                error={thread.earlierError}
                onRetry={showEarlier}
              />
            ) : (
              <Button
                variant="ghost"
                size="small"
                pending={thread.isFetchingEarlier}
                pendingLabel="Loading..."
                onClick={showEarlier}
              >
                Show earlier messages
              </Button>
            )}
          </div>
        )}
        <Days entries={entries} side={side} now={now} />
        {outgoing.length > 0 && (
          <ul aria-label="Not sent yet" className="mt-3 space-y-3">
            {outgoing.map((message) => (
              <OutgoingBubble
                key={message.key}
                message={message}
                onRetry={() => onRetry(message)}
                onTakeBack={() => onTakeBack(message)}
              />
            ))}
          </ul>
        )}
      </section>
      <NewArrival
        latest={entries.findLast((entry) => entry.kind === 'message' && entry.isFromClient !== (side === 'client'))}
      />
    </>
  )
}

/** By itself, so that a letter typed below does not draw a long thread anew. */
const Days = memo(function Days({ entries, side, now }: { entries: readonly Entry[]; side: Side; now: Date }) {
  return byDay(entries, (entry) => entry.createdAt).map(({ day, items }) => (
    <div key={day}>
      <DaySeparator>{dayWords(day, now)}</DaySeparator>
      <ul className="space-y-3">
        {items.map((entry) =>
          entry.kind === 'note' ? (
            <StaffNoteStrip key={entry.id} meta={byWhom(entry.authorName, entry.createdAt)}>
              {entry.content}
            </StaffNoteStrip>
          ) : (
            <Bubble
              key={entry.id}
              own={entry.isFromClient === (side === 'client')}
              meta={byWhom(entry.senderName, entry.createdAt)}
            >
              {entry.content}
            </Bubble>
          ),
        )}
      </ul>
    </div>
  ))
})

const byWhom = (name: string | null, at: string) => (
  <>
    <Name>{name ?? 'Somebody'}</Name>, {formatTime(at)}
  </>
)

function DaySeparator({ children }: { children: string }) {
  return (
    <h3 className="flex items-center gap-3 py-3 text-meta font-normal text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </h3>
  )
}
