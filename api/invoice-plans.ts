import { administrators, team } from '../domain/actor.ts'
import {
  InvoicePlanChange,
  InvoicePlanInput,
  InvoicePlanStatusChange,
  InvoicePlanView,
} from '../domain/invoice-plan.ts'
import { change, create, list, read } from './kit/endpoint.ts'

export const listInvoicePlans = list({
  path: '/api/client-folders/:id/invoice-plans',
  who: team,
  summary: 'Lists the recurring invoices of a client folder, newest first, each with its latest 12 invoices.',
  of: InvoicePlanView,
})

export const readInvoicePlan = read({
  path: '/api/invoice-plans/:id',
  who: team,
  summary: 'Returns recurring invoices with their latest 12 invoices.',
  reply: InvoicePlanView,
})

export const createInvoicePlan = create({
  path: '/api/client-folders/:id/invoice-plans',
  who: administrators,
  summary:
    'Creates recurring invoices: every 1 to 24 months on a day, as drafts or sent. Each period gets one invoice. Administrators only.',
  body: InvoicePlanInput,
  reply: InvoicePlanView,
})

export const changeInvoicePlan = change('PUT', {
  path: '/api/invoice-plans/:id',
  who: team,
  summary:
    'Updates active or paused recurring invoices, from the next invoice on. If the day changes, the next invoice is in the same month, or in the first one in which the day is not in the past. 400 for a last day before the next invoice; 409 once they have ended. Administrators only.',
  body: InvoicePlanChange,
  reply: InvoicePlanView,
})

export const changeInvoicePlanStatus = change('PATCH', {
  path: '/api/invoice-plans/:id/status',
  who: team,
  summary:
    'Pauses, resumes, or ends recurring invoices. Periods that pass during a pause get no invoice. 409 once they have ended, and for resuming them after their last day. Administrators only.',
  body: InvoicePlanStatusChange,
  reply: InvoicePlanView,
})
