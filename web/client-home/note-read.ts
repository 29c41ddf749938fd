import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { noteMessagesRead } from '../../api/to-dos.ts'
import type { Message } from '../../domain/message.ts'
import type { Side } from '../client-folders/side.ts'
import { call } from '../kit/call.ts'

/** Marks the last message as read while a client views the thread. On failure it stays unread. */
export function useNoteRead(folderId: string, side: Side, last: Pick<Message, 'id' | 'isFromClient'> | undefined) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (lastMessageId: string) =>
      call(noteMessagesRead, { params: { id: folderId }, body: { lastMessageId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['dashboard', 'work-queue'] }),
  })
  const unreadId = side === 'client' && last !== undefined && !last.isFromClient ? last.id : null
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
