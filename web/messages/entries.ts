// A folder's thread as it is read: the messages, and for the team their own notes between them.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Message } from '../../domain/message.ts'
import type { StaffNote } from '../../domain/staff-note.ts'
import type { Side } from '../client-folders/side.ts'
import { loadNextPage } from '../kit/next-page.ts'
import { messagesOf, staffNotesOf } from './queries.ts'

/** The kind of a note may also be a call or a meeting. */
export type Entry = (Message & { kind: 'message' }) | StaffNote

export function useThread(folderId: string, side: Side) {
  const messages = useInfiniteQuery(messagesOf(folderId))
  const notes = useInfiniteQuery({ ...staffNotesOf(folderId), enabled: side === 'team' })
  const entries = useMemo(
    () =>
      inOrder(
        messages.data?.pages.flatMap(({ items }) => items) ?? [],
        notes.data?.pages.flatMap(({ items }) => items) ?? [],
        { messages: messages.hasNextPage, notes: notes.hasNextPage },
      ),
    [messages.data, notes.data, messages.hasNextPage, notes.hasNextPage],
  )
  const failed = [messages, notes].find((query) => query.isError && query.data === undefined)
  return {
    ...entries,
    isPending: messages.isPending || (side === 'team' && notes.isPending),
    error: failed?.error ?? null,
    readAgain: () => {
      for (const query of [messages, notes]) if (query.isError) void query.refetch()
    },
    isFetchingEarlier: messages.isFetchingNextPage || notes.isFetchingNextPage,
    earlierError: [messages, notes].find((query) => query.isFetchNextPageError)?.error ?? null,
    fetchEarlier: () => {
      if (entries.next.messages) void loadNextPage(messages)
      if (entries.next.notes) void loadNextPage(notes)
    },
  }
}

/**
 * Merges both lists (newest first) into one, oldest first. Entries older than the start of a list with more pages are
 * left out, since unread ones may belong before them; `next` names the lists to load further.
 */
export function inOrder(
  messages: readonly Message[],
  notes: readonly StaffNote[],
  more: { messages: boolean; notes: boolean },
) {
  const starts = { messages: more.messages ? messages.at(-1)?.id : '', notes: more.notes ? notes.at(-1)?.id : '' }
  const from = [starts.messages ?? '', starts.notes ?? ''].reduce((a, b) => (a > b ? a : b))
  const all: Entry[] = [...messages.map((message) => ({ ...message, kind: 'message' as const })), ...notes]
  return {
    entries: all.filter(({ id }) => id >= from).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    hasEarlier: more.messages || more.notes,
    next: {
      messages: more.messages && starts.messages === from,
      notes: more.notes && starts.notes === from,
    },
  }
}
