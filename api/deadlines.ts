import { z } from 'zod'
import { DeadlineInput, DeadlineKind, DeadlineStatus, DeadlineStatusChange, DeadlineView } from '../domain/deadline.ts'
import { CalendarDate, Id } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

const filters = {
  ...search,
  status: DeadlineStatus.optional(),
  kind: DeadlineKind.optional(),
  /** Due on this day or earlier. */
  until: CalendarDate.optional(),
}

export const listDeadlines = list({
  path: '/api/deadlines',
  who: 'signed-in',
  summary:
    'Lists the deadlines of every client folder you can see, earliest due date first; those completed, latest first. Archived folders are not included.',
  of: DeadlineView,
  query: { ...filters, clientFolderId: Id.optional() },
})

export const exportDeadlines = raw('GET', {
  path: '/api/deadlines/csv',
  who: 'signed-in',
  summary: 'Exports the list of deadlines with its filters as CSV (RFC 4180, UTF-8).',
  query: { ...filters, clientFolderId: Id.optional() },
})

export const listFolderDeadlines = list({
  path: '/api/client-folders/:id/deadlines',
  who: 'signed-in',
  summary: 'Lists the deadlines of a client folder, earliest due date first; those completed, latest first.',
  of: DeadlineView,
  query: { ...filters, employeeId: Id.optional() },
})

export const readDeadline = read({
  path: '/api/deadlines/:id',
  who: 'signed-in',
  summary: 'Returns one deadline.',
  reply: DeadlineView,
})

export const createDeadline = create({
  path: '/api/client-folders/:id/deadlines',
  who: 'signed-in',
  summary:
    'Creates a deadline, for an employee of the folder or for the employer. With `repeatMonths`, completing it creates the next one.',
  body: DeadlineInput,
  reply: DeadlineView,
})

export const addStandardDeadlines = change('POST', {
  path: '/api/client-folders/:id/standard-deadlines',
  who: 'signed-in',
  summary:
    'Adds the standard deadlines of the employer for the next 12 months, by number of employees and sector, and the coming law updates. Existing ones are not added again.',
  reply: z.object({ created: z.int() }),
})

export const changeDeadlineStatus = change('PATCH', {
  path: '/api/deadlines/:id/status',
  who: 'signed-in',
  summary:
    'Completes or reopens a deadline. The completion date defaults to today (Eastern time); a future date is an error (409).',
  body: DeadlineStatusChange,
  reply: DeadlineView,
})
