import type { CreditNoteView } from '../../domain/credit-note.ts'
import { formatMoney } from '../kit/money.ts'

/** The toast after a credit note was created. */
export const createdWords = ({ creditNoteNumber, available }: CreditNoteView): string =>
  `Credit note ${creditNoteNumber} created.${available > 0 ? ` ${formatMoney(available)} is left for other invoices.` : ''}`

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  newCredit: 'You can apply the credit to any invoice of this client. We’ll notify the client.',
  newCreditForInvoice: (due: string, invoice: string) =>
    `It reduces the ${due} due on ${invoice}. Any remaining credit can be applied to other invoices. We’ll notify the client.`,
  taxed: (label: string) => `Includes ${label.toLowerCase()}`,
  taxIn: (subtotal: string, tax: string, label: string) => `${subtotal} before tax, ${label.toLowerCase()} ${tax}`,
  lines: 'Remove the lines that you don’t credit, and edit quantity and rate for a part.',
  void: 'It keeps its number and history. You can’t undo this.',
}
