import { InvoiceView } from '../domain/invoice.ts'
import {
  RetainerApplicationInput,
  RetainerEntry,
  RetainerInput,
  RetainerInvoiceInput,
  RetainerView,
} from '../domain/retainer.ts'
import { change, create, list, read } from './kit/endpoint.ts'

export const readRetainer = read({
  path: '/api/client-folders/:id/retainer',
  who: 'signed-in',
  summary:
    'Returns a client’s retainer: `balance` is `paidIn` minus `applied` and `refunded`, in cents. All are 0 if there is no retainer.',
  reply: RetainerView,
})

export const listRetainerEntries = list({
  path: '/api/client-folders/:id/retainer/entries',
  who: 'signed-in',
  summary:
    'Lists the entries of a retainer (paid in, applied to invoices, refunded), newest first, each with the resulting balance. Amounts are in cents, negative if they lower the balance.',
  of: RetainerEntry,
})

export const changeRetainer = change('PUT', {
  path: '/api/client-folders/:id/retainer',
  who: 'signed-in',
  summary:
    'Sets the balance, in cents, at which the folder’s team is notified when the retainer is applied; null for never. Administrators only.',
  body: RetainerInput,
  reply: RetainerView,
})

export const createRetainerInvoice = create({
  path: '/api/client-folders/:id/retainer/invoices',
  who: 'signed-in',
  summary:
    'Creates a draft invoice for the retainer, in cents and without sales tax. Payments on it are added to the retainer balance. Administrators only.',
  body: RetainerInvoiceInput,
  reply: InvoiceView,
})

export const applyRetainer = create({
  path: '/api/client-folders/:id/retainer/applications',
  who: 'signed-in',
  summary:
    'Applies part or all of a retainer to an invoice of the same folder, in cents, and returns the retainer. 409 for more than the available balance or the balance due, and for a retainer invoice. Administrators only.',
  body: RetainerApplicationInput,
  reply: RetainerView,
})
