import type { QueryKey } from '@tanstack/react-query'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { ownFolders } from '../client-folders/queries.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { firstFolder } from './first-folder.ts'

/** Loads the folder that a client looks at, and then what the page shows of it, so that both appear together. */
export async function loadOwnFolder(
  { client, search, user }: PageLoad,
  queriesOf: (folder: ClientFolderView) => readonly { queryKey: QueryKey }[],
) {
  const { pages } = await client.ensureInfiniteQueryData(ownFolders)
  const folders = pages.flatMap(({ items }) => items)
  const shown = folders.find(({ id }) => id === search.folder) ?? firstFolder(folders, user.id)
  return shown && prefetch(client, queriesOf(shown))
}
