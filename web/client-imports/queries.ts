import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listClientImportRows, listClientImports, readClientImport } from '../../api/client-imports.ts'
import type { ImportRowStatus } from '../../domain/import.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const clientImports = pagesOf(['client-imports'], listClientImports, { query: { limit: 20 } })

export const clientImportById = (id: string) =>
  queryOptions({
    queryKey: ['client-imports', 'one', id],
    queryFn: ({ signal }) => call(readClientImport, { params: { id }, signal }),
  })

export const rowsOfClientImport = (id: string, status: ImportRowStatus | undefined) => ({
  ...pagesOf(['client-imports', id], listClientImportRows, {
    params: { id },
    query: { limit: 50, ...(status === undefined ? {} : { status }) },
  }),
  // Show the current rows while others load.
  placeholderData: keepPreviousData,
})
