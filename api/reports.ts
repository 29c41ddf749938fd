import { team } from '../domain/actor.ts'
import { Money, Month, Pipeline, ReplyTimes } from '../domain/report.ts'
import { raw, read } from './kit/endpoint.ts'

/** Months as YYYY-MM, both included, at most 36; left out, the last twelve. */
const query = { from: Month.optional(), to: Month.optional() }

export const readReplyTimes = read({
  path: '/api/reports/reply-times',
  who: team,
  summary: 'Service requests taken up within 24 hours, by month and person. Staff: what is pending and theirs.',
  reply: ReplyTimes,
  query,
})

export const readPipeline = read({
  path: '/api/reports/pipeline',
  who: team,
  summary:
    'Proposals sent, won (approved) and lost (declined or expired) by month, with their value in cents. Staff: of their folders.',
  reply: Pipeline,
  query,
})

export const readMoney = read({
  path: '/api/reports/money',
  who: team,
  summary: 'Billed and collected by month, in cents. Staff: of their folders.',
  reply: Money,
  query,
})

export const exportReport = raw('GET', {
  path: '/api/reports/:report/csv',
  who: team,
  summary: 'One of the three as CSV (RFC 4180, UTF-8), amounts in dollars. Stands in the trail.',
  query,
})
