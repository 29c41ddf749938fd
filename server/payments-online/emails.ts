// Like all emails about money, these name no amount; the in-app notifications do.
import type { ClientFolder } from '../../domain/client-folder.ts'
import type { Invoice } from '../../domain/invoice.ts'
import { inShortDollars } from '../../domain/money.ts'
import { newsEmail } from '../client-folders/emails.ts'
import { type Email, firm } from '../kit/record.ts'

type Named = Pick<Invoice, 'id' | 'invoiceNumber'>
type Words = { subject: string; line: string; notice: string }

function about(folder: ClientFolder, side: 'client' | 'team', { id }: Named, words: Words): Email | null {
  const email = newsEmail(folder, side, { ...words, about: 'invoices', part: 'money' })
  return email === null ? null : { ...email, link: { label: 'Open invoice', path: `/invoices/${id}` } }
}

/** @param amount in cents */
export const bankPaymentFailed = (folder: ClientFolder, invoice: Named, amount: number): (Email | null)[] => [
  about(folder, 'client', invoice, {
    subject: `Your bank payment to ${firm} didn’t go through`,
    line: 'Your bank didn’t complete the payment that you started. The invoice is still due. You can try again or pay another way.',
    notice: `Bank payment of ${inShortDollars(amount)} for invoice ${invoice.invoiceNumber} didn’t go through`,
  }),
  about(folder, 'team', invoice, {
    subject: `${firm} portal: a bank payment didn’t go through`,
    line: 'A client’s bank didn’t complete an online payment. The invoice is due again. We’ve notified the client.',
    notice: `Bank payment of ${inShortDollars(amount)} for invoice ${invoice.invoiceNumber} didn’t go through`,
  }),
]

/** @param cents received beyond what was due */
export const paymentUnapplied = (folder: ClientFolder, invoice: Named, cents: number) =>
  about(folder, 'team', invoice, {
    subject: `${firm} portal: an online payment needs your attention`,
    line: 'A client paid more online than was due on an invoice. Apply the extra amount to another invoice, add it to the client’s retainer, or refund it.',
    notice: `${inShortDollars(cents)} of an online payment for invoice ${invoice.invoiceNumber} couldn’t be applied`,
  })

/** @param cents received beyond what was due */
export const extraPaymentRefunded = (folder: ClientFolder, invoice: Named, cents: number) =>
  about(folder, 'client', invoice, {
    subject: `${firm} refunded an online payment`,
    line: 'You paid more online than was due. We refunded the extra amount to the card or bank account that you used.',
    notice: `Refund of ${inShortDollars(cents)} for invoice ${invoice.invoiceNumber}`,
  })

/** @param cents that were to be refunded */
export const refundNotMade = (folder: ClientFolder, invoice: Named, cents: number) =>
  about(folder, 'team', invoice, {
    subject: `${firm} portal: an online refund failed`,
    line: 'Stripe couldn’t complete a refund that was started in the portal. No money was returned. Start the refund again.',
    notice: `Refund of ${inShortDollars(cents)} for invoice ${invoice.invoiceNumber} failed`,
  })

/** @param cents of the dispute */
export const paymentDisputed = (folder: ClientFolder, invoice: Named, cents: number) =>
  about(folder, 'team', invoice, {
    subject: `${firm} portal: an online payment was disputed`,
    line: 'A client’s bank reversed an online payment. Respond to the dispute in Stripe before its deadline.',
    notice: `Payment of ${inShortDollars(cents)} for invoice ${invoice.invoiceNumber} was disputed`,
  })
