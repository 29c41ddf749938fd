import { administrators, team } from '../domain/actor.ts'
import { Money, MoneyEntry, MoneyFigure, Month, Pipeline, Profit, Receivables, ReplyTimes } from '../domain/report.ts'
import { list, raw, read } from './kit/endpoint.ts'

/** Months as YYYY-MM, both included, at most 36; the default is the last twelve. */
const query = { from: Month.optional(), to: Month.optional() }

export const readReplyTimes = read({
  path: '/api/reports/reply-times',
  who: team,
  summary:
    'Returns service requests accepted within 24 hours, by month and person. For staff, pending requests and their own.',
  reply: ReplyTimes,
  query,
})

export const readPipeline = read({
  path: '/api/reports/pipeline',
  who: team,
  summary:
    'Returns proposals sent, won (approved), and lost (declined or expired) by month, with their value in cents. For staff, those of their folders.',
  reply: Pipeline,
  query,
})

export const readMoney = read({
  path: '/api/reports/money',
  who: team,
  summary:
    'Returns billed and collected amounts by month, in cents, with those of the same month a year earlier. Invoices for retainers don’t count as billed. For staff, those of their folders.',
  reply: Money,
  query,
})

export const listMoneyEntries = list({
  path: '/api/reports/money/entries',
  who: team,
  summary:
    'Lists the invoices that make up a month’s billed amount, or the payments that make up its collected amount, most recently entered first. For staff, those of their folders.',
  of: MoneyEntry,
  query: { month: Month, figure: MoneyFigure },
})

export const readReceivables = read({
  path: '/api/reports/receivables',
  who: administrators,
  summary:
    'Returns today’s outstanding balances, in cents: by client (at most 200, highest first) and by days past due. The totals include all clients. Administrators only.',
  reply: Receivables,
})

export const exportReceivables = raw('GET', {
  path: '/api/reports/receivables/csv',
  who: administrators,
  summary:
    'Exports today’s outstanding balances as CSV (RFC 4180, UTF-8), in dollars. The export is recorded in the audit log. Administrators only.',
})

export const readProfit = read({
  path: '/api/reports/profit',
  who: administrators,
  summary:
    'Returns the profit by client in a period, in cents: billed before sales tax less credits, and less the recorded time at the firm’s cost of an hour (at most 200 clients, highest income first). The totals include all clients. Without a cost in the firm settings, cost and profit are null. Administrators only.',
  reply: Profit,
  query,
})

export const exportProfit = raw('GET', {
  path: '/api/reports/profit/csv',
  who: administrators,
  summary:
    'Exports the profit by client as CSV (RFC 4180, UTF-8), in dollars and hours. The export is recorded in the audit log. Administrators only.',
  query,
})

export const exportReport = raw('GET', {
  path: '/api/reports/:report/csv',
  who: team,
  summary:
    'Exports one of the three reports as CSV (RFC 4180, UTF-8), in dollars. The export is recorded in the audit log.',
  query,
})
