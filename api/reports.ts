import { team } from '../domain/actor.ts'
import { Money, Month, Pipeline, ReplyTimes } from '../domain/report.ts'
import { raw, read } from './kit/endpoint.ts'

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
  summary: 'Returns billed and collected amounts by month, in cents. For staff, those of their folders.',
  reply: Money,
  query,
})

export const exportReport = raw('GET', {
  path: '/api/reports/:report/csv',
  who: team,
  summary:
    'Exports one of the three reports as CSV (RFC 4180, UTF-8), in dollars. The export is recorded in the audit log.',
  query,
})
