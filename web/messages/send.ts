import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { sendMessage } from '../../api/messages.ts'
import type { Message } from '../../domain/message.ts'
import { call, type Page, sentenceOf } from '../kit/call.ts'
import { signedIn, useSignInAgain } from '../kit/sign-in-again.ts'
import { toast } from '../kit/toast-store.ts'
import { changeConversation, changeOutgoing, type Outgoing, writeDraft } from './conversation.ts'
import { messagesOf } from './queries.ts'

const failure = 'Failed to send message'

/** Sends into a folder's thread. The message stands there at once; what fails stays too, to be sent again or taken back. */
export function useSending(folderId: string) {
  const client = useQueryClient()
  const signInAgain = useSignInAgain()

  async function deliver({ key, content }: Outgoing) {
    changeOutgoing(folderId, key, { problem: null })
    try {
      const message = await signedIn(signInAgain, () =>
        call(sendMessage, { params: { id: folderId }, body: { content }, idempotencyKey: key }),
      )
      addToThread(client, message)
      changeOutgoing(folderId, key, 'gone')
      toast({ title: 'Success', description: 'Message sent successfully' })
    } catch (error) {
      changeOutgoing(folderId, key, { problem: sentenceOf(error, 'Something went wrong on our side.') })
      toast({ title: 'Error', description: failure, variant: 'destructive' })
    }
  }

  return {
    send: (content: string) => {
      const message = { key: crypto.randomUUID(), content, startedAt: new Date().toISOString(), problem: null }
      changeConversation(folderId, ({ outgoing }) => ({ draft: '', outgoing: [...outgoing, message] }))
      void deliver(message)
    },
    retry: (message: Outgoing) => void deliver(message),
    /** Back into the field, before what has been typed there since. */
    takeBack: (message: Outgoing, draft: string) => {
      changeOutgoing(folderId, message.key, 'gone')
      writeDraft(folderId, draft.trim() === '' ? message.content : `${message.content}\n${draft}`)
    },
  }
}

/** The live notice may have brought it already. */
function addToThread(client: QueryClient, message: Message) {
  const { queryKey } = messagesOf(message.clientFolderId)
  client.setQueryData<InfiniteData<Page<Message>, string | null>>(queryKey, (thread) => {
    const [last, ...earlier] = thread?.pages ?? []
    if (thread === undefined || last === undefined || last.items.some(({ id }) => id === message.id)) return thread
    return { ...thread, pages: [{ ...last, items: [message, ...last.items] }, ...earlier] }
  })
  void client.invalidateQueries({ queryKey: ['messages', message.clientFolderId] })
}
