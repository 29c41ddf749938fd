// Letters about an invoice say that it is there, never what for or how much.
import type { ClientFolder } from '../../domain/client-folder.ts'
import { somethingWaits } from '../client-folders/emails.ts'
import type { Letter } from '../kit/record.ts'

type Named = Pick<Letter, 'subject' | 'link'> & { line: string }

/** To the folder's client, at once, unless they have the folder open; null while the folder has no client. */
function toClient(folder: ClientFolder, { subject, line, link }: Named): Letter | null {
  const letter = somethingWaits(folder, 'client', { subject, line, about: 'invoices', part: 'money' })
  return letter === null ? null : { ...letter, link }
}

const invoiceLink = (id: string) => ({ label: 'Open the invoice', path: `/invoices/${id}` })

export const invoiceSent = (folder: ClientFolder, id: string) =>
  toClient(folder, {
    subject: 'You have a new invoice',
    line: 'A new invoice is in your client folder. It says when it is due and how to pay.',
    link: invoiceLink(id),
  })

export const invoiceVoided = (folder: ClientFolder, id: string) =>
  toClient(folder, {
    subject: 'An invoice was withdrawn',
    line: 'An invoice in your client folder was made void. Nothing is to be paid on it.',
    link: invoiceLink(id),
  })

export const paymentReceived = (folder: ClientFolder, paymentId: string) =>
  toClient(folder, {
    subject: 'We received your payment',
    line: 'Thank you. We recorded your payment, and the receipt is ready.',
    link: { label: 'Open the receipt', path: `/api/payments/${paymentId}/pdf` },
  })

/** @param days from today to the due date; negative once it is over */
export const reminder = (to: Letter['to'], clientFolderId: string, invoiceId: string, days: number): Letter => ({
  to,
  subject: days < 0 ? 'An invoice is past its due date' : 'An invoice is due soon',
  lines: [
    `An invoice in your client folder ${inWords(days)}.`,
    'If your payment is on its way already, there is nothing more to do.',
  ],
  link: invoiceLink(invoiceId),
  about: 'invoices',
  clientFolderId,
})

function inWords(days: number) {
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  if (days === 0) return 'is due today'
  return days > 0 ? `is due in ${count}` : `was due ${count} ago`
}
