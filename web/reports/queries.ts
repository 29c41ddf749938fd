import { queryOptions } from '@tanstack/react-query'
import {
  listMoneyEntries,
  readMoney,
  readPipeline,
  readProfit,
  readReceivables,
  readReplyTimes,
} from '../../api/reports.ts'
import type { MoneyFigure, ReportPeriod } from '../../domain/report.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

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

/** @param month YYYY-MM */
export const moneyEntriesOf = (month: string, figure: MoneyFigure) =>
  pagesOf(['invoices', 'report', 'entries'], listMoneyEntries, { query: { month, figure } })

export const profitIn = (period: ReportPeriod) =>
  queryOptions({
    queryKey: ['invoices', 'report', 'profit', period],
    queryFn: ({ signal }) => call(readProfit, { query: given(period), signal }),
  })

export const receivables = queryOptions({
  queryKey: ['invoices', 'report', 'receivables'],
  queryFn: ({ signal }) => call(readReceivables, { signal }),
})
