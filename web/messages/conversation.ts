// Compose state of each folder: the texts in the input, and messages being sent or failed. Stored outside React, so
// that leaving the thread and returning loses nothing. A sign-out reloads the page, which clears it.
import { useSyncExternalStore } from 'react'
import type { DraftState } from '../kit/autosave.ts'

/**
 * A message is visible to the client, a note only to the team. Each has its own text, so that one can't be sent as the
 * other by mistake.
 */
export type Writing = 'message' | 'note'

/** A document of the folder that the message links. */
export interface LinkedDocument {
  id: string
  name: string
}

export interface Outgoing {
  /** The submission's own; trying again with it sends nothing twice. */
  key: string
  kind: Writing
  content: string
  documents: readonly LinkedDocument[]
  startedAt: string
  /** Why it could not be sent, or null while it is on its way. */
  problem: string | null
}

export interface Conversation {
  message: string
  note: string
  writing: Writing
  /** Those that the message being written links. */
  documents: readonly LinkedDocument[]
  outgoing: readonly Outgoing[]
  /** Whether the texts are safe on the server. */
  saving: DraftState
}

const nothing: Conversation = {
  message: '',
  note: '',
  writing: 'message',
  documents: [],
  outgoing: [],
  saving: 'quiet',
}
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
 * Switches between message and note. An unsent message moves into an empty note; an unsent note never becomes a
 * message.
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
