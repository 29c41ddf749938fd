import { type InfiniteData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { listClientFolders, readClientFolder, readFolderAccess } from '../../api/client-folders.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { call, type Page } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** A client's own folders; the first is their home. */
export const ownFolders = pagesOf(['client-folders'], listClientFolders, { query: { limit: 20 } })

export const folderById = (id: string) =>
  queryOptions({
    queryKey: ['client-folders', id],
    queryFn: ({ signal }) => call(readClientFolder, { params: { id }, signal }),
  })

/** Who can see the folder. */
export const accessTo = (id: string) =>
  queryOptions({
    queryKey: ['client-folders', 'access', id],
    queryFn: ({ signal }) => call(readFolderAccess, { params: { id }, signal }),
  })

/** One folder; as the list had it until it is read, so that whoever comes from there need not wait to ask for what is in it. */
export function useFolder(id: string) {
  const client = useQueryClient()
  const listed = () =>
    client
      .getQueriesData<InfiniteData<Page<ClientFolderView>>>({ queryKey: ['client-folders', 'list'] })
      .flatMap(([, lists]) => lists?.pages.flatMap(({ items }) => items) ?? [])
      .find((folder) => folder.id === id)
  return useQuery({ ...folderById(id), placeholderData: listed })
}
