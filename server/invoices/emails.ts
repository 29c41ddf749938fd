// Emails about an invoice never name its subject or amount; in-app notifications do.
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import type { Invoice } from '../../domain/invoice.ts'
import { inShortDollars } from '../../domain/money.ts'
import { senderName, newsEmail } from '../client-folders/emails.ts'
import { type Email, firm } from '../kit/record.ts'

type Words = Pick<Email, 'subject' | 'link'> & { line: string; notice: string }

/** To the folder's client, right away, unless they have the folder open; null if the folder has no client. */
function toClient(folder: ClientFolder, { link, ...words }: Words): Email | null {
  const email = newsEmail(folder, 'client', { ...words, about: 'invoices', part: 'money' })
  return email === null ? null : { ...email, link }
}

const invoiceLink = (id: string, label = 'Open invoice') => ({ label, path: `/invoices/${id}` })

type Named = Pick<Invoice, 'id' | 'invoiceNumber' | 'total'>

const named = ({ invoiceNumber, total }: Named) => `${invoiceNumber}, ${inShortDollars(total)}`

/** @param sender null for the firm */
export const invoiceSent = (folder: ClientFolder, invoice: Named, sender: Actor | null) =>
  toClient(folder, {
    subject: `${firm} sent you an invoice`,
    line: `${sender === null ? firm : senderName(sender)} sent you an invoice. It shows the due date and how to pay.`,
    notice: `New invoice ${named(invoice)}`,
    link: invoiceLink(invoice.id),
  })

/** To the consultant of the folder: a recurring invoice was created and has to be sent. */
export const invoiceDrafted = (folder: ClientFolder, invoice: Named) => {
  const email = newsEmail(folder, 'team', {
    subject: `${firm} portal: a recurring invoice was drafted`,
    line: 'A draft of a recurring invoice is ready. Review it, then send it.',
    notice: `Recurring invoice drafted: ${named(invoice)}`,
    about: 'invoices',
    part: 'money',
  })
  return email === null ? null : { ...email, link: invoiceLink(invoice.id) }
}

export const invoiceVoided = (folder: ClientFolder, invoice: Named) =>
  toClient(folder, {
    subject: `${firm} voided an invoice`,
    line: 'We voided an invoice in your client folder. No payment is due on it.',
    notice: `Invoice voided: ${named(invoice)}`,
    link: invoiceLink(invoice.id),
  })

/** @param payment its id, and its amount in cents */
export const paymentReceived = (
  folder: ClientFolder,
  { invoiceNumber }: Pick<Invoice, 'invoiceNumber'>,
  payment: { id: string; amount: number },
) =>
  toClient(folder, {
    subject: `${firm} received your payment`,
    line: 'Thank you. We recorded your payment, and your receipt is ready.',
    notice: `Payment of ${inShortDollars(payment.amount)} received for invoice ${invoiceNumber}`,
    link: { label: 'Open receipt', path: `/api/payments/${payment.id}/pdf` },
  })

export const paymentCorrected = (folder: ClientFolder, invoice: Pick<Invoice, 'id' | 'invoiceNumber'>) =>
  toClient(folder, {
    subject: `${firm} corrected a payment entry`,
    line: 'We corrected a payment entry on one of your invoices. The invoice shows what changed and why.',
    notice: `Payment entry corrected on invoice ${invoice.invoiceNumber}`,
    link: invoiceLink(invoice.id),
  })

/** @param amount in cents */
export const paymentRefunded = (folder: ClientFolder, invoice: Pick<Invoice, 'id' | 'invoiceNumber'>, amount: number) =>
  toClient(folder, {
    subject: `${firm} recorded a refund for you`,
    line: 'We recorded a refund on one of your invoices. The invoice shows the details.',
    notice: `Refund of ${inShortDollars(amount)} recorded on invoice ${invoice.invoiceNumber}`,
    link: invoiceLink(invoice.id),
  })

/** @param amount in cents */
export const creditIssued = (folder: ClientFolder, amount: number, link: NonNullable<Email['link']>) =>
  toClient(folder, {
    subject: `${firm} issued a credit note`,
    line: 'You have a new credit note. It shows how much we credited and why.',
    notice: `Credit note of ${inShortDollars(amount)} issued`,
    link,
  })

/** @param amount in cents */
export const retainerApplied = (folder: ClientFolder, invoice: Pick<Invoice, 'id' | 'invoiceNumber'>, amount: number) =>
  toClient(folder, {
    subject: `${firm} applied your retainer to an invoice`,
    line: 'We applied part of your retainer to an invoice. The invoice shows the balance due.',
    notice: `${inShortDollars(amount)} of your retainer applied to invoice ${invoice.invoiceNumber}`,
    link: invoiceLink(invoice.id),
  })

/** To the consultant of the folder. @param balance in cents */
export const retainerIsLow = (folder: ClientFolder, balance: number) => {
  const email = newsEmail(folder, 'team', {
    subject: `${firm} portal: a client’s retainer is low`,
    line: 'The balance of a client’s retainer is low. Bill the retainer again if the work continues.',
    notice: `Retainer is low: ${inShortDollars(balance)} left`,
    about: 'invoices',
    part: 'money',
  })
  const link = { label: 'Open retainer', path: `/client-folders/${folder.id}/statement` }
  return email === null ? null : { ...email, link }
}

/** @param days from today to the due date; negative when it is past */
export const reminder = (
  to: Email['to'],
  clientFolderId: string,
  invoice: { id: string; invoiceNumber: string; balance: number },
  days: number,
): Email => ({
  to,
  subject: days < 0 ? `Your ${firm} invoice is past due` : `Reminder: your ${firm} invoice is due soon`,
  lines: [`An invoice in your client folder ${dueWords(days)}.`, 'If you’ve already sent your payment, thank you.'],
  notice: `Invoice ${invoice.invoiceNumber}, ${inShortDollars(invoice.balance)}, ${dueWords(days)}`,
  link: invoiceLink(invoice.id, 'Open invoice'),
  about: 'invoices',
  clientFolderId,
})

function dueWords(days: number) {
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  if (days === 0) return 'is due today'
  return days > 0 ? `is due in ${count}` : `was due ${count} ago`
}
