import { queryOptions } from '@tanstack/react-query'
import {
  listErasures,
  listArchivedPdfs,
  listLegalHolds,
  readErasurePlan,
  readRetentionDue,
  readRetentionRules,
} from '../../api/retention.ts'
import type { RetentionClass } from '../../domain/retention.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const schedule = queryOptions({
  queryKey: ['retention-rules'],
  queryFn: ({ signal }) => call(readRetentionRules, { signal }),
})

/** Records whose retention period has ended. */
export const dueToday = queryOptions({
  queryKey: ['retention-rules', 'due'],
  queryFn: ({ signal }) => call(readRetentionDue, { signal }),
  staleTime: 0,
})

/** The same for a time that someone thinks of. */
export const dueFor = (named: RetentionClass, months: number) =>
  queryOptions({
    queryKey: ['retention-rules', 'due', named, months],
    queryFn: ({ signal }) => call(readRetentionDue, { query: { class: named, months }, signal }),
    staleTime: 0,
  })

export const holds = pagesOf(['legal-holds'], listLegalHolds, { query: { limit: 20 } })
export const erasures = pagesOf(['erasures'], listErasures, { query: { limit: 10 } })
export const archivedPdfs = pagesOf(['kept-papers'], listArchivedPdfs, { query: { limit: 20 } })

export const planFor = (id: string) =>
  queryOptions({
    queryKey: ['erasures', 'plan', id],
    queryFn: ({ signal }) => call(readErasurePlan, { params: { id }, signal }),
    staleTime: 0,
  })
