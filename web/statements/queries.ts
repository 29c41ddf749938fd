import { queryOptions } from '@tanstack/react-query'
import { readStatement } from '../../api/statements.ts'
import { call } from '../kit/call.ts'

/** What changes it is said of invoices, so that its key is among theirs. */
export const statementOf = (folderId: string) =>
  queryOptions({
    queryKey: ['invoices', 'statement', folderId],
    queryFn: ({ signal }) => call(readStatement, { params: { id: folderId }, signal }),
  })
