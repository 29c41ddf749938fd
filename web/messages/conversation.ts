// What is being written in each folder: the texts in the field, and what is on its way or could not be sent. It lives beside the
// screens, so that leaving the thread and coming back loses nothing. A sign-out loads the page anew and with it ends.
import { useSyncExternalStore } from 'react'
import type { DraftState } from '../kit/keep-draft.ts'

/** A message goes to the other side; a note stays within the team. Each has a text of its own, so that neither becomes the other. */
export type Writing = 'message' | 'note'

export interface Outgoing {
  /** The submission's own; trying again with it sends nothing twice. */
  key: string
  kind: Writing
  content: string
  startedAt: string
  /** Why it could not be sent, or null while it is on its way. */
  problem: string | null
}

export interface Conversation {
  message: string
  note: string
  writing: Writing
  outgoing: readonly Outgoing[]
  /** Whether the texts are safe on the server. */
  saving: DraftState
}

const nothing: Conversation = { message: '', note: '', writing: 'message', outgoing: [], saving: 'quiet' }
const conversations = new Map<string, Conversation>()
const listeners = new Set<() => void>()

export const conversationIn = (folderId: string) => conversations.get(folderId) ?? nothing

export function changeConversation(folderId: string, change: (now: Conversation) => Partial<Conversation>) {
  const now = conversationIn(folderId)
  conversations.set(folderId, { ...now, ...change(now) })
  for (const listener of listeners) listener()
}

export const writeDraft = (folderId: string, kind: Writing, text: string) =>
  changeConversation(folderId, () => ({ [kind]: text }))

/**
 * Writes the other kind from now on. What was begun as a message goes along into an empty note; what was begun as a note never
 * becomes a message.
 */
export const switchTo = (folderId: string, writing: Writing) =>
  changeConversation(folderId, ({ message, note }) =>
    writing === 'note' && note === '' ? { writing, note: message, message: '' } : { writing },
  )

export const changeOutgoing = (folderId: string, key: string, change: Partial<Outgoing> | 'gone') =>
  changeConversation(folderId, ({ outgoing }) => ({
    outgoing:
      change === 'gone'
        ? outgoing.filter((each) => each.key !== key)
        : outgoing.map((each) => (each.key === key ? { ...each, ...change } : each)),
  }))

export const useConversation = (folderId: string) => useSyncExternalStore(subscribe, () => conversationIn(folderId))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
