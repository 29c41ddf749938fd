// What changed on the server, told to this tab: names, never data. Query keys start with the noun of the address
// (['messages', folderId, …]), so that the name of a change finds what has to be read again.
import type { Query, QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openEvents } from '../../api/events.ts'
import { addressOf } from './call.ts'
import { folderLookedAt, onLookChange } from './looked-at.ts'
import { tellSignedOut } from './signed-out.ts'

export interface Change {
  type: string
  id: string | null
  clientFolderId: string | null
}

const tryAgainMs = 5000
const settleMs = 100

/** Keeps this tab's queries true while someone is signed in, and tells which folder is looked at. */
export function useLive(on: boolean) {
  const client = useQueryClient()
  useEffect(() => (on ? listen(client) : undefined), [on, client])
}

function listen(client: QueryClient): () => void {
  let source: EventSource | null = null
  let next: EventSource | null = null
  let told: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let settling: ReturnType<typeof setTimeout> | undefined
  let wasAway = false
  let isFirst = true

  function open() {
    told = folderLookedAt()
    connect(told)
  }

  /** The stream that is there stays until the new one is open, so that nothing is missed in between. */
  function connect(folderId: string | null) {
    next?.close()
    const opening = new EventSource(addressOf(openEvents, { query: { clientFolderId: folderId ?? undefined } }))
    next = opening
    opening.addEventListener('open', () => {
      if (next === opening) {
        source?.close()
        source = opening
        next = null
      }
      // What changed while nobody told us: after a broken line all that is there, at the beginning what came before the line.
      if (wasAway) void client.invalidateQueries()
      else if (isFirst) void client.invalidateQueries({ predicate: cameBeforeTheLine })
      wasAway = isFirst = false
    })
    opening.addEventListener('change', (event: MessageEvent<string>) => heard(client, JSON.parse(event.data) as Change))
    opening.addEventListener('signed-out', tellSignedOut)
    opening.addEventListener('error', () => failed(opening, folderId))
  }

  function failed(failing: EventSource, folderId: string | null) {
    const isRefused = failing.readyState === EventSource.CLOSED
    // A folder that may no longer be seen is not looked at; the stream that is there goes on.
    if (isRefused && failing === next && source !== null) {
      next = null
      return
    }
    wasAway = true
    // A broken line is tried again by the browser itself; a refusal closes the stream.
    if (!isRefused) return
    closeAll()
    if (folderId !== null) return connect(null)
    // Ask who is here: a 401 says the rest.
    void client.invalidateQueries({ queryKey: ['users', 'own'] })
    timer = setTimeout(open, tryAgainMs)
  }

  function closeAll() {
    clearTimeout(timer)
    source?.close()
    next?.close()
    source = next = null
  }

  const leave = onLookChange(() => {
    clearTimeout(settling)
    // From one folder to the next, the screen looks at none for a moment.
    settling = setTimeout(() => {
      if (folderLookedAt() !== told && (source ?? next) !== null) open()
    }, settleMs)
  })
  open()
  return () => {
    leave()
    clearTimeout(settling)
    closeAll()
  }
}

/** Who one is was asked to get here, and its end is told by itself. */
const cameBeforeTheLine = ({ queryKey, state }: Query) =>
  state.dataUpdatedAt > 0 && !(queryKey[0] === 'users' && queryKey[1] === 'own')

function heard(client: QueryClient, change: Change) {
  void client.invalidateQueries({ queryKey: [change.type] })
  // Whatever happens in a folder stands in its trail, too.
  if (change.clientFolderId !== null) void client.invalidateQueries({ queryKey: ['audit', change.clientFolderId] })
  // Every dashboard's figures come from several nouns at once.
  void client.invalidateQueries({ queryKey: ['dashboard'] })
}
