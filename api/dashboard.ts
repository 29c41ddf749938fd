import { team } from '../domain/actor.ts'
import { FollowUps, FollowUpItem, Dashboard, MoneyByMonth, RequestsByWeek } from '../domain/dashboard.ts'
import { list, read } from './kit/endpoint.ts'

export const readDashboard = read({
  path: '/api/dashboard',
  who: 'signed-in',
  summary: "Returns the figures of the caller's dashboard. Amounts are in cents.",
  reply: Dashboard,
})

export const readFollowUps = read({
  path: '/api/dashboard/chase',
  who: team,
  summary:
    'Returns what needs follow-up, by kind: the number, and the three oldest. Archived folders are not included.',
  reply: FollowUps,
})

export const listFollowUps = list({
  path: '/api/dashboard/chase/:kind',
  who: team,
  summary:
    'Lists everything of one kind that needs follow-up, oldest first: service-requests, invoices, contracts, documents, proposals, document-requests, or assignments.',
  of: FollowUpItem,
})

export const readRequestsByWeek = read({
  path: '/api/dashboard/requests-by-week',
  who: team,
  summary:
    'Returns the requests of the last 12 weeks that the caller can see: received, and accepted within 24 hours. Weeks run from Monday to Sunday, Eastern time.',
  reply: RequestsByWeek,
})

export const readMoneyByMonth = read({
  path: '/api/dashboard/money-by-month',
  who: team,
  summary:
    'Returns the last 12 months of the folders that the caller can see: billed, collected, and overdue at the end of each month. Amounts are in cents.',
  reply: MoneyByMonth,
})
