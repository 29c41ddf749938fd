import { Dashboard } from '../domain/dashboard.ts'
import { read } from './kit/endpoint.ts'

export const readDashboard = read({
  path: '/api/dashboard',
  who: 'signed-in',
  summary: "The figures of the caller's dashboard.",
  reply: Dashboard,
})
