import { z } from 'zod'
import { administrators, team } from '../domain/actor.ts'
import { CalendarDate, Id } from '../domain/text.ts'
import { InvoiceView } from '../domain/invoice.ts'
import {
  TimeEntryInput,
  TimeEntryView,
  TimeInvoiceInput,
  TimerInput,
  TimerState,
  TimeSummary,
} from '../domain/time-entry.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

const flag = z
  .enum(['true', 'false'])
  .transform((word) => word === 'true')
  .optional()

/** A range of days, both ends included. */
const filters = {
  ...search,
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  clientFolderId: Id.optional(),
  userId: Id.optional(),
  isBillable: flag,
  isInvoiced: flag,
}

export const listTimeEntries = list({
  path: '/api/time-entries',
  who: team,
  summary:
    'Lists recorded time, latest day first: all for administrators; for staff, the time on their folders and their own. Amounts are in cents.',
  of: TimeEntryView,
  query: filters,
})

export const exportTimeEntries = raw('GET', {
  path: '/api/time-entries/csv',
  who: team,
  summary: 'Exports recorded time with its filters as CSV (RFC 4180, UTF-8), in hours and dollars.',
  query: filters,
})

export const readTimeSummary = read({
  path: '/api/time-entries/summary',
  who: team,
  summary: 'Returns the totals of the list with the same filters, for the whole and for each day (at most 366).',
  reply: TimeSummary,
  query: filters,
})

export const readTimeEntry = read({
  path: '/api/time-entries/:id',
  who: team,
  summary: 'Returns one time entry.',
  reply: TimeEntryView,
})

export const createTimeEntry = create({
  path: '/api/time-entries',
  who: team,
  summary:
    'Records time for a client, at the client’s price on that day or, without one, at the rate card’s hourly rate; `rateSource` says which. A future day, or more than 24 hours on a day, is an error (400).',
  body: TimeEntryInput,
  reply: TimeEntryView,
})

export const changeTimeEntry = change('PUT', {
  path: '/api/time-entries/:id',
  who: team,
  summary: 'Updates a time entry of your own; administrators update any. 409 once it is on an invoice.',
  body: TimeEntryInput,
  reply: TimeEntryView,
})

export const deleteTimeEntry = change('DELETE', {
  path: '/api/time-entries/:id',
  who: team,
  summary:
    'Deletes one of the caller’s own time entries and returns it; administrators can delete any. 409 once it is on an invoice.',
  reply: TimeEntryView,
})

export const createTimeInvoice = create({
  path: '/api/time-entries/invoice',
  who: administrators,
  summary:
    'Creates a draft invoice from billable time of a client, with a line for each service or each entry. Time on an invoice is an error (409); it is available again when its line is removed from the draft, or the invoice is voided. Administrators only.',
  body: TimeInvoiceInput,
  reply: InvoiceView,
})

export const readTimer = read({
  path: '/api/timer',
  who: team,
  summary: 'Returns your running timer, or null.',
  reply: TimerState,
})

export const startTimer = change('PUT', {
  path: '/api/timer',
  who: team,
  summary: 'Starts your timer. 409 while one is running.',
  body: TimerInput,
  reply: TimerState,
})

export const discardTimer = change('DELETE', {
  path: '/api/timer',
  who: team,
  summary: 'Discards your running timer without recording time. 409 if none is running.',
  reply: TimerState,
})

export const recordTimer = create({
  path: '/api/timer/entry',
  who: team,
  summary: 'Stops your timer and records the given time in one step. 409 if none is running; on an error it continues.',
  body: TimeEntryInput,
  reply: TimeEntryView,
})
