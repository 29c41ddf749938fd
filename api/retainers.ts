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
    'Returns what a client paid in advance: `balance` is `paidIn` less `applied` and `refunded`, in cents. Zeros where there is no retainer.',
  reply: RetainerView,
})

export const listRetainerEntries = list({
  path: '/api/client-folders/:id/retainer/entries',
  who: 'signed-in',
  summary:
    'Lists what was paid into a retainer, applied to invoices, and refunded, newest first, each with the balance after it. Amounts are in cents, negative where they lower the balance.',
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
    'Creates a draft invoice for the retainer, in cents and without sales tax. What is paid on it is the retainer’s balance. Administrators only.',
  body: RetainerInvoiceInput,
  reply: InvoiceView,
})

export const applyRetainer = create({
  path: '/api/client-folders/:id/retainer/applications',
  who: 'signed-in',
  summary:
    'Applies part or all of a retainer to an invoice of the same folder, in cents, and returns the retainer. 409 for more than is available, for more than the balance due, and for an invoice of a retainer. Administrators only.',
  body: RetainerApplicationInput,
  reply: RetainerView,
})
