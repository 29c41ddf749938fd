import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listDocumentImportRows, listDocumentImports, readDocumentImport } from '../../api/document-imports.ts'
import type { ImportRowStatus } from '../../domain/import.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const documentImports = pagesOf(['document-imports'], listDocumentImports, { query: { limit: 20 } })

export const documentImportById = (id: string) =>
  queryOptions({
    queryKey: ['document-imports', 'one', id],
    queryFn: ({ signal }) => call(readDocumentImport, { params: { id }, signal }),
  })

export const rowsOfDocumentImport = (id: string, status: ImportRowStatus | undefined) => ({
  ...pagesOf(['document-imports', id], listDocumentImportRows, {
    params: { id },
    query: { limit: 50, ...(status === undefined ? {} : { status }) },
  }),
  // Show the current rows while others load.
  placeholderData: keepPreviousData,
})
