import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { noteMessagesRead } from '../../api/waiting.ts'
import type { Message } from '../../domain/message.ts'
import type { Side } from '../client-folders/side.ts'
import { call } from '../kit/call.ts'
import { waitingForMe } from './queries.ts'

/** While a client looks at the thread, its last message does not wait for them any more. Should that fail, it goes on waiting. */
export function useNoteRead(folderId: string, side: Side, last: Pick<Message, 'id' | 'isFromClient'> | undefined) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (lastMessageId: string) =>
      call(noteMessagesRead, { params: { id: folderId }, body: { lastMessageId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: waitingForMe.queryKey }),
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
