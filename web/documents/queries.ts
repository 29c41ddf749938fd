import { queryOptions } from '@tanstack/react-query'
import {
  listDocuments,
  listDocumentVersions,
  listWithdrawnDocuments,
  readDocument,
  readDocumentFigures,
} from '../../api/documents.ts'
import type { CallInput } from '../../api/kit/call.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export type DocumentFilter = NonNullable<CallInput<typeof listDocuments>['query']>

export const documentsOf = (folderId: string, filter: DocumentFilter = {}) =>
  pagesOf(['documents', folderId], listDocuments, { params: { id: folderId }, query: { limit: 50, ...filter } })

export const documentFiguresOf = (folderId: string) =>
  queryOptions({
    queryKey: ['documents', folderId, 'figures'],
    queryFn: ({ signal }) => call(readDocumentFigures, { params: { id: folderId }, signal }),
  })

/** A handful of a folder's shared documents by a part of their names, for a picker. */
export const documentsFound = (folderId: string, q: string) =>
  pagesOf(['documents', folderId, 'found'], listDocuments, {
    params: { id: folderId },
    query: { limit: 8, visibility: 'shared', ...(q === '' ? {} : { q }) },
  })

export const documentById = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: ({ signal }) => call(readDocument, { params: { id }, signal }),
  })

export const versionsOf = (id: string) =>
  pagesOf(['documents', 'versions', id], listDocumentVersions, { params: { id }, query: { limit: 50 } })

export const withdrawnDocumentsOf = (folderId: string) =>
  pagesOf(['documents', folderId, 'withdrawn'], listWithdrawnDocuments, {
    params: { id: folderId },
    query: { limit: 50 },
  })
