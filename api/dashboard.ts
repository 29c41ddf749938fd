import { team } from '../domain/actor.ts'
import { Chase, ChaseItem, Dashboard, MoneyByMonth, RequestsByWeek } from '../domain/dashboard.ts'
import { list, read } from './kit/endpoint.ts'

export const readDashboard = read({
  path: '/api/dashboard',
  who: 'signed-in',
  summary: "The figures of the caller's dashboard; amounts in cents.",
  reply: Dashboard,
})

export const readChase = read({
  path: '/api/dashboard/chase',
  who: team,
  summary:
    'What is worth chasing, by kind: how many there are, and the three that wait longest. What lies in an archived folder is left out.',
  reply: Chase,
})

export const listChase = list({
  path: '/api/dashboard/chase/:kind',
  who: team,
  summary:
    'All of one kind that is worth chasing (service-requests, invoices, contracts, documents, proposals, document-requests, assignments), the longest waiting first.',
  of: ChaseItem,
})

export const readRequestsByWeek = read({
  path: '/api/dashboard/requests-by-week',
  who: team,
  summary:
    'The requests of the last twelve weeks (Monday to Sunday in the office) that the caller may see: received, and taken up within 24 hours.',
  reply: RequestsByWeek,
})

export const readMoneyByMonth = read({
  path: '/api/dashboard/money-by-month',
  who: team,
  summary:
    'The last twelve months of the folders that the caller may see, in cents: billed, collected, and overdue at the end of each month.',
  reply: MoneyByMonth,
})
