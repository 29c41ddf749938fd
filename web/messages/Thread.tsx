import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Message } from '../../domain/message.ts'
import type { Side } from '../client-folders/side.ts'
import { Button } from '../kit/Button.tsx'
import type { Page } from '../kit/call.ts'
import { formatTime } from '../kit/dates.ts'
import { EmptyState, ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Bubble } from './Bubble.tsx'
import type { Outgoing } from './conversation.ts'
import { byDay, dayWords } from './days.ts'
import { NewArrival } from './NewArrival.tsx'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import { useStayAtEnd } from './stay-at-end.ts'

type ThreadProps = {
  query: UseInfiniteQueryResult<InfiniteData<Page<Message>>>
  side: Side
  outgoing: readonly Outgoing[]
  onRetry: (message: Outgoing) => void
  onTakeBack: (message: Outgoing) => void
}

/** A folder's messages, the oldest first, scrolled to the latest. */
export function Thread({ query, side, outgoing, onRetry, onTakeBack }: ThreadProps) {
  const now = useNow()
  const messages = useMemo(() => query.data?.pages.flatMap((page) => page.items).toReversed() ?? [], [query.data])
  const { box, note } = useStayAtEnd({
    first: messages[0]?.id,
    last: messages.at(-1)?.id,
    own: outgoing.map(({ key, problem }) => key + (problem ?? '')).at(-1),
  })
  if (query.isPending) return <SkeletonRows rows={3} label="Loading messages" />
  if (query.isError && query.data === undefined)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (messages.length + outgoing.length === 0)
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
        {query.hasNextPage && (
          <div className="pb-3 text-center">
            <Button
              variant="ghost"
              size="small"
              pending={query.isFetchingNextPage}
              pendingLabel="Loading..."
              onClick={() => void query.fetchNextPage()}
            >
              Show earlier messages
            </Button>
          </div>
        )}
        {byDay(messages, (message) => message.createdAt).map(({ day, items }) => (
          <div key={day}>
            <DaySeparator>{dayWords(day, now)}</DaySeparator>
            <ul className="space-y-3">
              {items.map((message) => (
                <Bubble
                  key={message.id}
                  own={message.isFromClient === (side === 'client')}
                  meta={`${message.senderName ?? 'Somebody'}, ${formatTime(message.createdAt)}`}
                >
                  {message.content}
                </Bubble>
              ))}
            </ul>
          </div>
        ))}
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
      <NewArrival latest={messages.findLast((message) => message.isFromClient !== (side === 'client'))} />
    </>
  )
}

function DaySeparator({ children }: { children: string }) {
  return (
    <h3 className="flex items-center gap-3 py-3 text-meta font-normal text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </h3>
  )
}
