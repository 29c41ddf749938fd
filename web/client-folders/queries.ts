import { queryOptions } from '@tanstack/react-query'
import {
  listClientFolders,
  listFolderSummaries,
  readClientFolder,
  readFolderAccess,
  readFolderDates,
  readFolderFigures,
  readFolderMergePreview,
} from '../../api/client-folders.ts'
import type { CallInput } from '../../api/kit/call.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** A client's own folders; the first is their home. */
export const ownFolders = pagesOf(['client-folders'], listClientFolders, { query: { limit: 20 } })

export type SummaryFilter = NonNullable<CallInput<typeof listFolderSummaries>['query']>

/** Under the dashboard's key, so that every live event refetches it: each can change what is open. */
export const foldersFound = (filter: SummaryFilter) =>
  pagesOf(['dashboard', 'client-folders'], listFolderSummaries, { query: { limit: 20, ...filter } })

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

/** Under the dashboard's key, so that every live event refetches it. */
export const folderFigures = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', 'folder-figures', id],
    queryFn: ({ signal }) => call(readFolderFigures, { params: { id }, signal }),
  })

/** What merging a folder into another one would do. */
export const mergePreviewOf = (id: string, intoId: string) =>
  queryOptions({
    queryKey: ['client-folders', 'merge', id, intoId],
    queryFn: ({ signal }) => call(readFolderMergePreview, { params: { id }, query: { intoId }, signal }),
    staleTime: 0,
  })

export const folderDates = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', 'folder-dates', id],
    queryFn: ({ signal }) => call(readFolderDates, { params: { id }, signal }),
  })
