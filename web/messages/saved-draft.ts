// Saves the unsent text of a folder on the server, and loads text typed on another device into the input.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { saveDraft } from '../../api/drafts.ts'
import { call } from '../kit/call.ts'
import { startAutosave } from '../kit/autosave.ts'
import { changeConversation, conversationIn, type Writing, writeDraft } from './conversation.ts'
import { reconcileDraft } from './reconcile-draft.ts'
import { draftOf } from './queries.ts'

type Texts = Record<Writing, string>

interface SavedDraft {
  /** What the server has, as far as this tab knows. */
  known: Texts
  autosave: ReturnType<typeof startAutosave>
}

const none: Texts = { message: '', note: '' }
const longestWaitMs = 2000
const savedDrafts = new Map<string, SavedDraft>()

export function useSavedDraft(folderId: string) {
  const client = useQueryClient()
  const { data } = useQuery(draftOf(folderId))
  /** What another device has, and did not go into the field because something else is there. */
  const [elsewhere, setElsewhere] = useState<Partial<Texts>>({})

  useEffect(() => {
    // Read the field after the merge: it is outside React and may have changed in between.
    // oxlint-disable-next-line react/set-state-in-effect
    if (data !== undefined) setElsewhere(meet(client, folderId, data))
  }, [client, folderId, data])

  useEffect(() => {
    const flush = () => flushDraft(folderId)
    // The last chance on a phone: a tab in the background may not come back.
    document.addEventListener('visibilitychange', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [folderId])

  return {
    elsewhere,
    take: (kind: Writing) => {
      typeDraft(folderId, kind, elsewhere[kind] ?? '')
      setElsewhere({})
    },
    keep: (kind: Writing) => {
      typeDraft(folderId, kind, conversationIn(folderId)[kind])
      setElsewhere({})
    },
  }
}

/** What someone typed: into the field, and in a moment to the server. */
export function typeDraft(folderId: string, kind: Writing, text: string) {
  writeDraft(folderId, kind, text)
  save(folderId)
}

export const flushDraft = (folderId: string) => void savedDrafts.get(folderId)?.autosave.flush()

/** Saves both texts after a delay. Messages being sent or failed retain their draft. */
export function save(folderId: string) {
  const { message, note, outgoing } = conversationIn(folderId)
  if (outgoing.length === 0) savedDrafts.get(folderId)?.autosave.typed({ message, note })
}

/** Before sending: stops saving, and waits for the current save or its timeout. */
export const stopSaving = (folderId: string): Promise<void> =>
  Promise.race([
    savedDrafts.get(folderId)?.autosave.stop() ?? Promise.resolve(),
    new Promise<void>((resolve) => setTimeout(resolve, longestWaitMs)),
  ])

/** Called after `sent` was sent (the server then has no draft of it), or after nothing was. */
export function continueSaving(client: QueryClient, folderId: string, sent: Writing | null) {
  const known = { ...(savedDrafts.get(folderId)?.known ?? none), ...(sent === null ? {} : { [sent]: '' }) }
  start(client, folderId, known)
  client.setQueryData(draftOf(folderId).queryKey, (held) => held && { ...held, ...known })
  save(folderId)
}

function start(client: QueryClient, folderId: string, held: Texts) {
  void savedDrafts.get(folderId)?.autosave.stop()
  const known = { message: held.message, note: held.note }
  const autosave = startAutosave({
    stored: known,
    onState: (saving) => changeConversation(folderId, () => ({ saving })),
    send: async (fields) => {
      const { message, note, savedAt } = await call(saveDraft, { params: { folder: folderId }, body: fields })
      const savedDraft = savedDrafts.get(folderId)
      if (savedDraft?.autosave !== autosave) return
      savedDraft.known = { message, note }
      await client.cancelQueries({ queryKey: draftOf(folderId).queryKey })
      client.setQueryData(draftOf(folderId).queryKey, { message, note, savedAt })
    },
  })
  savedDrafts.set(folderId, { known, autosave })
}

/** Reconciles the server's draft with the input; returns the text that was not taken over. */
function meet(client: QueryClient, folderId: string, held: Texts): Partial<Texts> {
  const savedDraft = savedDrafts.get(folderId)
  const known = savedDraft?.known ?? none
  const now = conversationIn(folderId)
  const elsewhere: Partial<Texts> = {}
  for (const kind of ['message', 'note'] as const) {
    const sending = now.outgoing.filter((each) => each.kind === kind).map(({ content }) => content)
    const meeting = reconcileDraft({ typed: now[kind], known: known[kind], held: held[kind], sending })
    if (meeting === 'take') writeDraft(folderId, kind, held[kind])
    if (meeting === 'ask') elsewhere[kind] = held[kind]
  }
  if (savedDraft === undefined || known.message !== held.message || known.note !== held.note)
    start(client, folderId, held)
  // Nothing is written over another device's text before someone here has typed, or chosen.
  if (Object.keys(elsewhere).length === 0) save(folderId)
  return elsewhere
}
