import { useMutation, useQueryClient } from '@tanstack/react-query'
import { markNoReplyNeeded } from '../../api/messages.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

/** Takes a thread off the queue without a reply. It comes back with the client's next message. */
export function useMarkNoReplyNeeded() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ clientFolderId, lastMessageId }: { clientFolderId: string; lastMessageId: string }) =>
      call(markNoReplyNeeded, { params: { id: clientFolderId }, body: { lastMessageId } }),
    onSuccess: () => toast.success('Marked as no reply needed'),
    onError: (error) =>
      toast({
        title: 'Couldn’t update the message',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey: [noun] }) => noun === 'messages' || noun === 'dashboard' }),
  })
}
