import type { UnappliedAction, UnappliedPaymentView } from '../../domain/unapplied-payment.ts'
import { formatMoney } from '../kit/money.ts'

export const actionLabels: Record<UnappliedAction, string> = {
  apply: 'Apply to invoice',
  'add-to-retainer': 'Add to retainer',
  refund: 'Refund online',
}

/** The toast after a part or all of it was used: "Payment applied. $5.00 is left to apply or refund." */
export const leftWords =
  (done: string) =>
  ({ unapplied }: Pick<UnappliedPaymentView, 'unapplied'>): string =>
    unapplied === 0 ? done : `${done}. ${formatMoney(unapplied)} is left to apply or refund.`

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  pending: (amount: string) => `${amount} is being processed by the bank. This can take four business days.`,
  unapplied: 'Clients paid this online, but it was more than the balance due.',
  apply: (unapplied: string) =>
    `${unapplied} isn’t applied to an invoice. It is recorded as a payment dated today, and we’ll notify the client.`,
  noInvoices: 'This client has no outstanding invoices.',
  addToRetainer:
    'Creates a paid retainer invoice without sales tax. You can then apply the retainer to any invoice of this client. We’ll notify the client.',
  refund: 'The money goes back to the card or bank account that paid. We’ll notify the client.',
}
