// How far the other side has read a thread, and the reader's own receipt.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readMessageReaders } from '../../api/messages.ts'
import { noteMessagesRead } from '../../api/to-dos.ts'
import type { Message, MessageReaders } from '../../domain/message.ts'
import type { Side } from '../client-folders/side.ts'
import { call } from '../kit/call.ts'
import { formatDateTime, formatTime, officeDay } from '../kit/dates.ts'
import type { Entry } from './entries.ts'

export const readersOf = (folderId: string) =>
  queryOptions({
    queryKey: ['message-readers', folderId],
    queryFn: ({ signal }) => call(readMessageReaders, { params: { id: folderId }, signal }),
  })

export const useReaders = (folderId: string) => useQuery(readersOf(folderId)).data

/** Marks the other side's last message as read while it is on the screen. On failure it stays unread. */
export function useNoteRead(folderId: string, side: Side, last: Pick<Message, 'id' | 'isFromClient'> | undefined) {
  const client = useQueryClient()
  const known = useReaders(folderId)
  const { mutate } = useMutation({
    mutationFn: (lastMessageId: string) =>
      call(noteMessagesRead, { params: { id: folderId }, body: { lastMessageId } }),
    onSuccess: ({ lastMessageId }) => {
      client.setQueryData(readersOf(folderId).queryKey, (held) => held && { ...held, ownLastMessageId: lastMessageId })
      void client.invalidateQueries({ queryKey: ['dashboard', 'work-queue'] })
    },
  })
  const isTheirs = last !== undefined && last.isFromClient === (side === 'team')
  const unreadId = isTheirs && known !== undefined && last.id > (known.ownLastMessageId ?? '') ? last.id : null
  useEffect(() => {
    if (unreadId === null) return
    const note = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', note)
      mutate(unreadId)
    }
    document.addEventListener('visibilitychange', note)
    note()
    return () => document.removeEventListener('visibilitychange', note)
  }, [unreadId, mutate])
}

export interface ReadLine {
  /** The last message that was read. */
  messageId: string
  words: string
}

/** Where the thread says "Read": under the last message of the reader's side that was read, until the other side answers. */
export function readLine(
  entries: readonly Entry[],
  side: Side,
  readers: MessageReaders['readers'],
  now: Date,
): ReadLine | null {
  const messages = entries.filter((entry) => entry.kind === 'message')
  const lastOfTheirs = messages.findLast(({ isFromClient }) => isFromClient === (side === 'team'))?.id ?? ''
  const furthest = readers[0]?.lastMessageId ?? ''
  const read = messages.findLast(({ id }) => id > lastOfTheirs && id <= furthest)
  if (read === undefined) return null
  const by = readers.filter(({ lastMessageId }) => lastMessageId >= read.id)
  const words = by.map(({ name, at }) => `${name === null ? '' : `by ${name}, `}${timeOf(at, now)}`)
  return { messageId: read.id, words: `Read ${words.join('; ')}` }
}

const timeOf = (at: string, now: Date) => (officeDay(at) === officeDay(now) ? formatTime(at) : formatDateTime(at, now))
