import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { listAudit, readAuditWords } from '../../api/audit-log.ts'
import { listUsers } from '../../api/users.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export type AuditFilter = Partial<Omit<z.input<(typeof listAudit)['query']>, 'limit' | 'cursor'>>

/** Fetched each time it is opened: new entries send no live event. */
export const auditFound = (filter: AuditFilter) => ({
  ...pagesOf(['audit', 'all'], listAudit, { query: { limit: 50, ...filter } }),
  staleTime: 0,
})

export const auditWords = queryOptions({
  queryKey: ['audit', 'words'],
  queryFn: ({ signal }) => call(readAuditWords, { signal }),
  staleTime: 0,
})

export const peopleFound = (words: string) =>
  pagesOf(['users'], listUsers, { query: { limit: 8, ...(words === '' ? {} : { q: words }) } })
