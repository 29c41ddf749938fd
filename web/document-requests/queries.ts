import { queryOptions } from '@tanstack/react-query'
import { countDocumentRequests, listDocumentRequests, readDocumentRequest } from '../../api/document-requests.ts'
import { DocumentRequestStatus } from '../../domain/document-request.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** What the filter of the list may say: a status, or those that are late. */
export const late = 'late'

/** Those of a folder, open ones first and the earliest due first. */
export const documentRequestsOf = (folderId: string, found: { q?: string; shown?: string } = {}) => {
  const { q = '', shown = '' } = found
  const status = DocumentRequestStatus.safeParse(shown).data
  return pagesOf(['document-requests', folderId], listDocumentRequests, {
    params: { id: folderId },
    query: {
      limit: 20,
      order: 'due' as const,
      ...(q === '' ? {} : { q }),
      ...(status === undefined ? {} : { status }),
      ...(shown === late ? { late: 'true' as const } : {}),
    },
  })
}

export const documentRequestCounts = (folderId: string) =>
  queryOptions({
    queryKey: ['document-requests', folderId, 'counts'],
    queryFn: ({ signal }) => call(countDocumentRequests, { params: { id: folderId }, signal }),
  })

export const documentRequestById = (id: string) =>
  queryOptions({
    queryKey: ['document-requests', 'one', id],
    queryFn: ({ signal }) => call(readDocumentRequest, { params: { id }, signal }),
  })
