import { queryOptions } from '@tanstack/react-query'
import { listRetainerEntries, readRetainer } from '../../api/retainers.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const retainerOf = (folderId: string) =>
  queryOptions({
    queryKey: ['retainers', folderId],
    queryFn: ({ signal }) => call(readRetainer, { params: { id: folderId }, signal }),
  })

export const retainerEntriesOf = (folderId: string) =>
  pagesOf(['retainers', folderId, 'entries'], listRetainerEntries, { params: { id: folderId }, query: { limit: 20 } })
