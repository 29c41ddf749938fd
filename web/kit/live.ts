// What changed on the server, told to this tab: names, never data. Query keys start with the noun of the address
// (['messages', folderId, …]), so that the name of a change finds what has to be read again. The tabs of a browser share one stream
// (live-stream.ts).
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Change } from '../../api/events.ts'
import type { ChangeType } from '../../domain/folder-rights.ts'
import { Id } from '../../domain/text.ts'
import { shareLiveStream } from './live-stream.ts'
import { tellSignedOut } from './signed-out.ts'

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

/** What the dashboards count and list; a client's to-do list as well. */
const onDashboards: readonly ChangeType[] = [
  'assignments',
  'client-folders',
  'contracts',
  'document-requests',
  'documents',
  'hr-policies',
  'invoices',
  'messages',
  'proposals',
  'service-requests',
  'staff',
  'users',
  'waiting',
]

function changed(client: QueryClient, change: Change) {
  void client.invalidateQueries({
    queryKey: [change.type],
    predicate: ({ queryKey }) => mayShow(queryKey, change),
  })
  // Every change in a folder is in its audit log, too.
  if (change.clientFolderId !== null) void client.invalidateQueries({ queryKey: ['audit', change.clientFolderId] })
  if (onDashboards.includes(change.type)) void client.invalidateQueries({ queryKey: ['dashboard'] })
}

/** Whether a query's answer may hold what changed: one thing (`[noun, 'one', id]`), a folder's (`[noun, folderId, …]`), or any. */
export function mayShow([noun, scope, thing]: QueryKey, { id, clientFolderId }: Change): boolean {
  // A proposal names its other versions.
  if (scope === 'one' && noun !== 'proposals') return id === null || !isId(thing) || thing === id
  return clientFolderId === null || !isId(scope) || scope === clientFolderId || scope === id
}

const isId = (part: unknown) => Id.safeParse(part).success
