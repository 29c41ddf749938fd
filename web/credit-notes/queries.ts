import { listCreditNotes } from '../../api/credit-notes.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** Invoices change with them, so that their key is among those of invoices. */
export const creditNotesOf = (clientFolderId: string) =>
  pagesOf(['invoices', 'credit-notes', clientFolderId], listCreditNotes, { query: { clientFolderId, limit: 20 } })

/** For the invoice, or applied to it. */
export const creditNotesOfInvoice = (invoiceId: string) =>
  pagesOf(['invoices', 'credit-notes', 'of', invoiceId], listCreditNotes, { query: { invoiceId, limit: 20 } })
