import { CheckCheck } from 'lucide-react'
import { memo } from 'react'
import { retractMessage } from '../../api/messages.ts'
import type { Message } from '../../domain/message.ts'
import type { Side } from '../client-folders/side.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { classes } from '../kit/classes.ts'
import { Name } from '../kit/PersonName.tsx'
import { formatTime } from '../kit/dates.ts'
import { EmptyState, ErrorLine, ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Bubble } from './Bubble.tsx'
import type { Outgoing } from './conversation.ts'
import { byDay, dayWords } from './days.ts'
import type { Entry, useThread } from './entries.ts'
import { grouped } from './groups.ts'
import { MessageDocuments } from './MessageDocuments.tsx'
import { MessageText } from './MessageText.tsx'
import { NoteEntry } from './NoteEntry.tsx'
import { NewMessagesButton } from './NewMessagesButton.tsx'
import { readLine, useReaders } from './readers.ts'
import { RetractMessage } from './RetractMessage.tsx'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import { useSoughtMessage } from './sought-message.ts'
import { useStayAtEnd } from './stay-at-end.ts'

type ThreadProps = {
  thread: ReturnType<typeof useThread>
  folderId: string
  side: Side
  outgoing: readonly Outgoing[]
  fillsHeight: boolean
  /** Shows the message that the address names. */
  seeks: boolean
  /** False where the folder can only be read. */
  canEditNotes: boolean
  onRetry: (message: Outgoing) => void
  onTakeBack: (message: Outgoing) => void
}

/** A folder's messages, for the team with their notes, the oldest first, scrolled to the latest. */
export function Thread(props: ThreadProps) {
  const { thread, folderId, side, outgoing, fillsHeight, seeks, canEditNotes, onRetry, onTakeBack } = props
  const now = useNow()
  const readers = useReaders(folderId)?.readers ?? []
  const { entries } = thread
  // Messages and notes come one after the other: until both are there, nothing is shown that could be scrolled.
  const shown = thread.isPending ? [] : entries
  const read = readLine(shown, side, readers, now)
  const { box, note } = useStayAtEnd({
    first: shown[0]?.id,
    last: shown.at(-1)?.id,
    own: outgoing.map(({ key, problem }) => key + (problem ?? '')).at(-1),
    read: read?.words,
  })
  const found = useSoughtMessage({ thread, box, isOn: seeks })
  // The button is removed while items load, so focus moves to the thread, which can be scrolled by keyboard.
  const showEarlier = () => {
    box.current?.focus({ preventScroll: true })
    thread.fetchEarlier()
  }
  if (thread.error !== null) return <ErrorState error={thread.error} onRetry={thread.readAgain} />
  if (thread.isPending)
    return (
      <div className={fillsHeight ? 'min-h-0 flex-1 overflow-clip' : undefined}>
        <SkeletonRows rows={3} label="Loading messages" />
      </div>
    )
  if (entries.length + outgoing.length === 0)
    return (
      <div className={fillsHeight ? 'flex-1 overflow-y-auto' : undefined}>
        <EmptyState title="No messages yet">
          {side === 'client'
            ? 'Your consultant can read what you write here.'
            : 'The client can read what you write here.'}
        </EmptyState>
      </div>
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
        className={classes(
          fillsHeight ? 'min-h-0 flex-1 overflow-y-auto overscroll-contain' : cappedHeight,
          'px-4 py-4 -outline-offset-2 sm:px-5',
        )}
      >
        {thread.hasEarlier && (
          <div className="flex justify-center pb-3">
            {thread.earlierError !== null && !thread.isFetchingEarlier ? (
              <ErrorLine what="Couldn’t load earlier messages." error={thread.earlierError} onRetry={showEarlier} />
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
        <Days {...{ entries, side, now, found, canEditNotes }} readId={read?.messageId} readWords={read?.words} />
        {outgoing.length > 0 && (
          <ul aria-label="Not sent yet">
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
      <NewMessagesButton
        latest={entries.findLast((entry) => entry.kind === 'message' && entry.isFromClient !== (side === 'client'))}
      />
    </>
  )
}

// On phones the page scrolls, and useStayAtEnd preserves its scroll position.
const cappedHeight = 'max-sm:[overflow-anchor:none] sm:max-h-96 sm:overflow-y-auto sm:overscroll-contain'

type DaysProps = {
  entries: readonly Entry[]
  side: Side
  now: Date
  found: string
  canEditNotes: boolean
  /** The last message that the other side has read, and what says so. */
  readId: string | undefined
  readWords: string | undefined
}

/** A separate component, so that typing in the field below does not render a long thread again. */
const Days = memo(function Days({ entries, side, now, found, canEditNotes, readId, readWords }: DaysProps) {
  return byDay(entries, (entry) => entry.createdAt).map(({ day, items }) => (
    <div key={day}>
      <DaySeparator>{dayWords(day, now)}</DaySeparator>
      <ul className="-mt-2">
        {grouped(items).map(({ entry, startsGroup }) =>
          entry.kind !== 'message' ? (
            <NoteEntry key={entry.id} note={entry} isFound={entry.id === found} canEdit={canEditNotes} />
          ) : (
            <Bubble
              key={entry.id}
              id={entry.id}
              isFound={entry.id === found}
              own={entry.isFromClient === (side === 'client')}
              sender={entry.senderName ?? 'Someone'}
              startsGroup={startsGroup}
              header={byWhom(entry.senderName, entry.createdAt)}
              meta={<UnderMessage message={entry} now={now} read={readId === entry.id ? readWords : undefined} />}
            >
              {entry.retractedAt === null ? (
                <>
                  <MessageText>{entry.content}</MessageText>
                  <MessageDocuments documents={entry.documents} />
                </>
              ) : (
                <em className="text-ink-3">Message retracted</em>
              )}
            </Bubble>
          ),
        )}
      </ul>
    </div>
  ))
})

function UnderMessage({ message, now, read }: { message: Message; now: Date; read: string | undefined }) {
  return (
    <>
      {read !== undefined && (
        <span className="inline-flex items-center gap-1">
          <CheckCheck size={14} className="text-ok" />
          {read}
        </span>
      )}
      <RetractMessage
        message={message}
        now={now}
        noun="message"
        retract={() => call(retractMessage, { params: { id: message.id } })}
        queryKey={['messages']}
      />
    </>
  )
}

const byWhom = (name: string | null, at: string) => (
  <>
    <Name>{name ?? 'Someone'}</Name>, {formatTime(at)}
  </>
)

function DaySeparator({ children }: { children: string }) {
  return (
    <h3 className="flex items-center gap-3 py-3 text-meta font-normal text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </h3>
  )
}
