import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { sendMessage } from '../../api/messages.ts'
import { addStaffNote } from '../../api/staff-notes.ts'
import { call, type Page, sentenceOf } from '../kit/call.ts'
import { signedIn, useSignInAgain } from '../kit/sign-in-again.ts'
import { toast } from '../kit/toast-store.ts'
import { changeConversation, changeOutgoing, conversationIn, type Outgoing, type Writing } from './conversation.ts'
import { continueSaving, stopSaving, typeDraft } from './saved-draft.ts'
import { messagesOf, staffNotesOf } from './queries.ts'

const words: Record<Writing, { sent: string; failed: string }> = {
  message: { sent: 'Message sent successfully', failed: 'Failed to send message' },
  note: { sent: 'Staff-only note saved', failed: 'Failed to save staff-only note' },
}

/**
 * Sends into a folder's thread: a message to the other side, or a note within the team. It is shown right away; what fails stays
 * too, to be sent again or taken back.
 */
export function useSending(folderId: string) {
  const client = useQueryClient()
  const signInAgain = useSignInAgain()

  async function deliver({ key, kind, content, documents }: Outgoing) {
    changeOutgoing(folderId, key, { problem: null })
    try {
      await stopSaving(folderId)
      const given = { params: { id: folderId }, idempotencyKey: key }
      const documentIds = documents.map(({ id }) => id)
      const sent = await signedIn<{ id: string }>(signInAgain, () =>
        kind === 'note'
          ? call(addStaffNote, { ...given, body: { content } })
          : call(sendMessage, { ...given, body: { content, documentIds } }),
      )
      addToThread(client, folderId, kind, sent)
      changeOutgoing(folderId, key, 'gone')
      continueSaving(client, folderId, kind)
      toast.success(words[kind].sent)
    } catch (error) {
      changeOutgoing(folderId, key, { problem: sentenceOf(error, 'Something went wrong on our end.') })
      continueSaving(client, folderId, null)
      toast.error(words[kind].failed)
    }
  }

  return {
    send: (kind: Writing, content: string) => {
      const startedAt = new Date().toISOString()
      const documents = kind === 'note' ? [] : conversationIn(folderId).documents
      const outgoing = { key: crypto.randomUUID(), kind, content, documents, startedAt, problem: null }
      const left = kind === 'note' ? {} : { documents: [] }
      changeConversation(folderId, (now) => ({ [kind]: '', ...left, outgoing: [...now.outgoing, outgoing] }))
      void deliver(outgoing)
    },
    retry: (outgoing: Outgoing) => void deliver(outgoing),
    /** Back into its field, before what has been typed there since. */
    takeBack: ({ key, kind, content, documents }: Outgoing, typed: string) => {
      changeConversation(folderId, () => ({ writing: kind, ...(kind === 'note' ? {} : { documents }) }))
      changeOutgoing(folderId, key, 'gone')
      typeDraft(folderId, kind, typed.trim() === '' ? content : `${content}\n${typed}`)
    },
  }
}

/** The live notice may have brought it already. */
function addToThread(client: QueryClient, folderId: string, kind: Writing, written: { id: string }) {
  const { queryKey } = kind === 'note' ? staffNotesOf(folderId) : messagesOf(folderId)
  client.setQueryData<InfiniteData<Page<{ id: string }>, string | null>>(queryKey as readonly unknown[], (thread) => {
    const [last, ...earlier] = thread?.pages ?? []
    if (thread === undefined || last === undefined || last.items.some(({ id }) => id === written.id)) return thread
    return { ...thread, pages: [{ ...last, items: [written, ...last.items] }, ...earlier] }
  })
  void client.invalidateQueries({ queryKey: [kind === 'note' ? 'staff-notes' : 'messages', folderId] })
}
