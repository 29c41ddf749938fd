import { administrators } from '../domain/actor.ts'
import { CreditApplicationInput, CreditNoteInput, CreditNoteView, CreditNoteVoiding } from '../domain/credit-note.ts'
import { Id } from '../domain/text.ts'
import { change, create, list, raw, read } from './kit/endpoint.ts'

export const listCreditNotes = list({
  path: '/api/credit-notes',
  who: 'signed-in',
  summary:
    'Lists the credit notes of the folders that the caller can see. With `invoiceId`, those for this invoice and those applied to it. Amounts are in cents.',
  of: CreditNoteView,
  query: { clientFolderId: Id.optional(), invoiceId: Id.optional() },
})

export const readCreditNote = read({
  path: '/api/credit-notes/:id',
  who: 'signed-in',
  summary: 'Returns one credit note.',
  reply: CreditNoteView,
})

export const readCreditNotePdf = raw('GET', {
  path: '/api/credit-notes/:id/pdf',
  who: 'signed-in',
  summary: 'Returns the credit note as a PDF in its current state. 409 after the client was deleted.',
})

export const createCreditNote = create({
  path: '/api/credit-notes',
  who: administrators,
  summary:
    'Creates a credit note with the next number, in cents. With `invoiceId` it is applied to that invoice, up to the balance due; the rest is the client’s credit. It reverses the sales tax of the invoice in proportion: `amount` includes the tax, `lineItems` don’t. Without `invoiceId`, `taxed` says that the amount contains sales tax at today’s rate: 409 for an exempt client, and while the firm charges none. 400 without amount or lines, and if both don’t agree; 409 for more than the invoice’s total. Administrators only.',
  body: CreditNoteInput,
  reply: CreditNoteView,
})

export const applyCreditNote = create({
  path: '/api/credit-notes/:id/applications',
  who: 'signed-in',
  summary:
    'Applies part or all of a credit note to an invoice of the same folder. 409 for more than is left on it, for more than the balance due, and for a credit note for a retainer invoice on another invoice. Administrators only.',
  body: CreditApplicationInput,
  reply: CreditNoteView,
})

export const voidCreditNote = change('POST', {
  path: '/api/credit-notes/:id/void',
  who: 'signed-in',
  summary:
    'Voids a credit note that was not applied to an invoice, with a reason. Its number stays. Administrators only.',
  body: CreditNoteVoiding,
  reply: CreditNoteView,
})
