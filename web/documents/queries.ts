import { queryOptions } from '@tanstack/react-query'
import { listDocuments, readDocument, listWithdrawnDocuments } from '../../api/documents.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const documentsOf = (folderId: string, q = '') =>
  pagesOf(['documents', folderId], listDocuments, {
    params: { id: folderId },
    query: { limit: 20, ...(q === '' ? {} : { q }) },
  })

/** A handful of a folder's documents by a part of their names, for a picker. */
export const documentsFound = (folderId: string, q: string) =>
  pagesOf(['documents', folderId, 'found'], listDocuments, {
    params: { id: folderId },
    query: { limit: 8, ...(q === '' ? {} : { q }) },
  })

export const documentById = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: ({ signal }) => call(readDocument, { params: { id }, signal }),
  })

export const withdrawnDocumentsOf = (folderId: string) =>
  pagesOf(['documents', folderId, 'withdrawn'], listWithdrawnDocuments, {
    params: { id: folderId },
    query: { limit: 50 },
  })
