// What is being written in each folder: the draft, and what is on its way or could not be sent. It lives beside the screens, so
// that leaving the thread and coming back loses nothing. A sign-out loads the page anew and with it ends.
import { useSyncExternalStore } from 'react'

export interface Outgoing {
  /** The submission's own; trying again with it sends nothing twice. */
  key: string
  content: string
  startedAt: string
  /** Why it could not be sent, or null while it is on its way. */
  problem: string | null
}

export interface Conversation {
  draft: string
  outgoing: readonly Outgoing[]
}

const nothing: Conversation = { draft: '', outgoing: [] }
const conversations = new Map<string, Conversation>()
const listeners = new Set<() => void>()

const conversationIn = (folderId: string) => conversations.get(folderId) ?? nothing

export function changeConversation(folderId: string, change: (now: Conversation) => Partial<Conversation>) {
  const now = conversationIn(folderId)
  conversations.set(folderId, { ...now, ...change(now) })
  for (const listener of listeners) listener()
}

export const writeDraft = (folderId: string, draft: string) => changeConversation(folderId, () => ({ draft }))

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
