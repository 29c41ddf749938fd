// Live events about changes on the server: names, never data. Query keys start with the noun of the address
// (['messages', folderId, …]), so that the name of a change finds what has to be read again. The tabs of a browser share one stream
// (live-stream.ts).
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Change } from '../../api/events.ts'
import type { ChangeType } from '../../domain/folder-rights.ts'
import { Id } from '../../domain/text.ts'
import { shareLiveStream } from './live-stream.ts'
import { reportSignedOut } from './signed-out.ts'

/** Keeps this tab's queries current while the user is signed in, and reports which folder is open. */
export function useLive(userId: string | null) {
  const client = useQueryClient()
  useEffect(() => {
    if (userId === null) return undefined
    return shareLiveStream(userId, {
      // Refetch what may have changed without an event: everything after a lost connection, and at the start what was
      // loaded earlier.
      connected: (wasAway) =>
        void client.invalidateQueries(wasAway ? undefined : { predicate: cameBeforeTheConnection }),
      changed: gatherChanges(client),
      // Refetch the current user: a 401 triggers the sign-in.
      refused: () => void client.invalidateQueries({ queryKey: ['users', 'own'] }),
      signedOut: reportSignedOut,
    })
  }, [userId, client])
}

/** The current user was fetched already, and the end of the session has its own event. */
const cameBeforeTheConnection = ({ queryKey, state }: Query) =>
  state.dataUpdatedAt > 0 && !(queryKey[0] === 'users' && queryKey[1] === 'own')

/** What the dashboards and the tabs of a folder count and list; a client's to-do list as well. */
const onDashboards: readonly ChangeType[] = [
  'assignments',
  'bookings',
  'client-folders',
  'contracts',
  'credit-notes',
  'deadlines',
  'document-requests',
  'documents',
  'employees',
  'hr-policies',
  'invoices',
  'messages',
  'proposals',
  'service-requests',
  'staff',
  'tasks',
  'users',
  'to-dos',
]

/** Batches many changes in a row, such as those of a bulk action, into two refetches a second. */
const gatherMs = 500

function gatherChanges(client: QueryClient): (change: Change) => void {
  let gathered: Change[] | null = null
  const apply = (changes: Change[]) => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => changes.some((each) => concerns(queryKey, each)) })
    gathered = []
    setTimeout(applyGathered, gatherMs)
  }
  const applyGathered = () => {
    if (gathered === null || gathered.length === 0) gathered = null
    else apply(gathered)
  }
  return (change) => {
    if (gathered === null) apply([change])
    else gathered.push(change)
  }
}

/** Whether a query has to be read again after a change. */
export function concerns(queryKey: QueryKey, change: Change): boolean {
  const [noun, scope] = queryKey
  return (
    (noun === change.type && mayShow(queryKey, change)) ||
    // The credit notes of an invoice and of a statement are read with the invoices.
    (change.type === 'credit-notes' && noun === 'invoices' && scope === 'credit-notes') ||
    // Every change in a folder also appears in its audit log.
    (change.clientFolderId !== null && noun === 'audit' && scope === change.clientFolderId) ||
    (noun === 'dashboard' && onDashboards.includes(change.type))
  )
}

/**
 * Whether a query's result may contain the change: one item (`[noun, 'one', id]`), a folder's items (`[noun, folderId,
 * …]`), or any.
 */
export function mayShow([noun, scope, thing]: QueryKey, { id, clientFolderId }: Change): boolean {
  // A proposal names its other versions.
  if (scope === 'one' && noun !== 'proposals') return id === null || !isId(thing) || thing === id
  return clientFolderId === null || !isId(scope) || scope === clientFolderId || scope === id
}

const isId = (part: unknown) => Id.safeParse(part).success
