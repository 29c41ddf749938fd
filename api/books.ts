import { administrators, team } from '../domain/actor.ts'
import { Books, BooksMapping, ClosedMonthInput, MonthReopening } from '../domain/books.ts'
import { CalendarDate } from '../domain/text.ts'
import { change, create, raw, read } from './kit/endpoint.ts'

export const readBooks = read({
  path: '/api/books',
  who: team,
  summary: 'Returns the closed months, and the account and item names used in accounting exports.',
  reply: Books,
})

export const closeMonth = create({
  path: '/api/books/closed-months',
  who: administrators,
  summary:
    'Closes a past month (YYYY-MM): payments and refunds can no longer be dated in it, and its invoices cannot be voided. 409 if it is already closed.',
  body: ClosedMonthInput,
  reply: Books,
})

export const reopenMonth = change('POST', {
  path: '/api/books/closed-months/:id/reopening',
  who: administrators,
  summary: 'Reopens a closed month, with a reason. 409 if it is already open.',
  body: MonthReopening,
  reply: Books,
  reauthenticate: true,
})

export const changeBooksMapping = change('PUT', {
  path: '/api/books/mapping',
  who: administrators,
  summary: 'Sets the account and item names used in accounting exports.',
  body: BooksMapping,
  reply: Books,
})

const day = CalendarDate.refine((date) => date >= '2000-01-01', 'Enter a date from 2000 on.')

export const exportBooks = raw('GET', {
  path: '/api/books/:format/export',
  who: administrators,
  summary:
    'Exports a period for an accounting program: `quickbooks` (QuickBooks Online invoice CSV), `xero` (Xero sales invoice CSV, credit notes as negative lines), or `iif` (QuickBooks Desktop: invoices, credit memos, payments, refunds, and reversals). Void and draft invoices are left out.',
  query: { from: day, to: day },
})
