import { z } from 'zod'
import { administrators, team } from '../domain/actor.ts'
import { Books, BooksMapping, ClosedMonthInput, MonthReopening } from '../domain/books.ts'
import { BooksCustomer, BooksCustomerInput, BooksItem, BooksItemInput } from '../domain/books-names.ts'
import { CalendarDate } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

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

export const listBooksCustomers = list({
  path: '/api/books/customers',
  who: administrators,
  summary:
    'Lists the client folders by name, each with the customer name that accounting exports contain. `show=named` lists those with a name of their own, `show=shared` those whose name another client has as well.',
  of: BooksCustomer,
  query: { ...search, show: z.enum(['named', 'shared']).optional() },
})

export const readBooksCustomer = read({
  path: '/api/books/customers/:id',
  who: administrators,
  summary: 'Returns the customer name of a client folder in accounting exports.',
  reply: BooksCustomer,
})

export const changeBooksCustomer = change('PUT', {
  path: '/api/books/customers/:id',
  who: administrators,
  summary:
    'Sets the customer name of a client folder in accounting exports; null for the name of the folder. 400 for the name of another client, unless `isShared` is true. Closed months are exported with the names that they were closed with.',
  body: BooksCustomerInput,
  reply: BooksCustomer,
})

export const listBooksItems = list({
  path: '/api/books/items',
  who: administrators,
  summary:
    'Lists discounts, credits without lines, and the rate cards by service, each with the item and the accounts that accounting exports contain; null for those of the account names.',
  of: BooksItem,
  query: search,
})

export const readBooksItem = read({
  path: '/api/books/items/:id',
  who: administrators,
  summary: 'Returns the item and the accounts of a rate card, or of a kind of line, in accounting exports.',
  reply: BooksItem,
})

export const changeBooksItem = change('PUT', {
  path: '/api/books/items/:id',
  who: administrators,
  summary:
    'Sets the item (QuickBooks), the income account (IIF), and the Xero account code for invoice lines of a rate card, or for a kind of line; null for the one of the account names. Closed months are exported with the names that they were closed with.',
  body: BooksItemInput,
  reply: BooksItem,
})

const day = CalendarDate.refine((date) => date >= '2000-01-01', 'Enter a date from 2000 on.')

export const exportBooks = raw('GET', {
  path: '/api/books/:format/export',
  who: administrators,
  summary:
    'Exports a period for an accounting program: `quickbooks` (QuickBooks Online invoice CSV), `xero` (Xero sales invoice CSV, credit notes as negative lines), or `iif` (QuickBooks Desktop: invoices, credit memos, payments, refunds, and reversals). Void and draft invoices are left out.',
  query: { from: day, to: day },
})
