import { queryOptions } from '@tanstack/react-query'
import { readMoney, readPipeline, readReplyTimes } from '../../api/reports.ts'
import type { ReportPeriod } from '../../domain/report.ts'
import { call } from '../kit/call.ts'

// Refetched when the counted records change: the keys begin with the nouns of live events.

const given = ({ from, to }: ReportPeriod) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
})

export const replyTimesIn = (period: ReportPeriod) =>
  queryOptions({
    queryKey: ['service-requests', 'report', period],
    queryFn: ({ signal }) => call(readReplyTimes, { query: given(period), signal }),
  })

export const pipelineIn = (period: ReportPeriod) =>
  queryOptions({
    queryKey: ['proposals', 'report', period],
    queryFn: ({ signal }) => call(readPipeline, { query: given(period), signal }),
  })

export const moneyIn = (period: ReportPeriod) =>
  queryOptions({
    queryKey: ['invoices', 'report', period],
    queryFn: ({ signal }) => call(readMoney, { query: given(period), signal }),
  })
