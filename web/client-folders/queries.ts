import { queryOptions } from '@tanstack/react-query'
import { listClientFolders, readClientFolder, readFolderAccess } from '../../api/client-folders.ts'
import { call } from '../kit/call.ts'
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
