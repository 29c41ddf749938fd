// What changed on the server, told to this tab: names, never data. Query keys start with the noun of the address
// (['messages', folderId, …]), so that the name of a change finds what has to be read again. The tabs of a browser share one stream
// (live-stream.ts).
import type { Query, QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { shareLiveStream } from './live-stream.ts'
import { tellSignedOut } from './signed-out.ts'

export interface Change {
  type: string
  id: string | null
  clientFolderId: string | null
}

/** Keeps this tab's queries current while this person is signed in, and tells which folder is looked at. */
export function useLive(userId: string | null) {
  const client = useQueryClient()
  useEffect(() => {
    if (userId === null) return undefined
    return shareLiveStream(userId, {
      // What changed while nobody told us: after a broken connection all that is there, at the beginning what came before it.
      connected: (wasAway) =>
        void client.invalidateQueries(wasAway ? undefined : { predicate: cameBeforeTheConnection }),
      changed: (change) => changed(client, change),
      // Ask who is here: a 401 says the rest.
      refused: () => void client.invalidateQueries({ queryKey: ['users', 'own'] }),
      signedOut: tellSignedOut,
    })
  }, [userId, client])
}

/** Who one is was asked to get here, and its end is told by itself. */
const cameBeforeTheConnection = ({ queryKey, state }: Query) =>
  state.dataUpdatedAt > 0 && !(queryKey[0] === 'users' && queryKey[1] === 'own')

function changed(client: QueryClient, change: Change) {
  void client.invalidateQueries({ queryKey: [change.type] })
  // Whatever happens in a folder stands in its trail, too.
  if (change.clientFolderId !== null) void client.invalidateQueries({ queryKey: ['audit', change.clientFolderId] })
  // Every dashboard's figures come from several nouns at once.
  void client.invalidateQueries({ queryKey: ['dashboard'] })
}
