// Emails about document requests never name the document; in-app notifications do.
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { senderName, newsEmail } from '../client-folders/emails.ts'
import { type Email, firm } from '../kit/record.ts'

/** Several requests within this time produce one email. */
const quietMinutes = 10

const linkTo = (folderId: string, label = 'Upload document') => ({
  label,
  path: `/?folder=${folderId}&tab=upload`,
})

/** "W-9; payroll registers; and 3 more" */
export function titlesInShort(titles: readonly string[]): string {
  const more = titles.length - 3
  return [...titles.slice(0, 3), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

type Words = { subject: string; line: string; notice: string; about: string }

/** To the folder's client, unless they have the folder open; null if the folder has no client. */
function toClient(folder: ClientFolder, words: Words, label?: string): Email | null {
  const email = newsEmail(folder, 'client', { ...words, quietMinutes, part: 'documents' })
  return email === null ? null : { ...email, link: linkTo(folder.id, label) }
}

export const documentsAskedFor = (folder: ClientFolder, actor: Actor, titles: readonly string[]) =>
  toClient(folder, {
    subject: titles.length === 1 ? `${firm} needs a document from you` : `${firm} needs documents from you`,
    line: `${senderName(actor)} requested ${titles.length === 1 ? 'a document' : 'documents'}. For your privacy, the details and the due date are in your client folder.`,
    notice: `Send us: ${titlesInShort(titles)}`,
    about: 'document-requests',
  })

export const documentReturned = (folder: ClientFolder, title: string) =>
  toClient(folder, {
    subject: `${firm} needs a corrected document from you`,
    line: 'We couldn’t accept a document that you sent us. Your client folder says why and what to send instead.',
    notice: `Send a corrected document: ${title}`,
    about: 'document-requests-returned',
  })

export const requestSettled = (folder: ClientFolder, title: string, isAccepted: boolean) =>
  toClient(
    folder,
    {
      subject: `${firm} closed a document request`,
      line: 'A document request in your client folder is closed. There’s nothing more to do for it.',
      notice: isAccepted ? `Document accepted: ${title}` : `Document no longer needed: ${title}`,
      about: 'document-requests-settled',
    },
    'Open your folder',
  )

/** One email for all requests of a folder with a reminder due today. */
export const documentsDue = (
  to: Email['to'],
  clientFolderId: string,
  isLate: boolean,
  titles: readonly string[],
): Email => ({
  to,
  subject: isLate ? `${firm} is waiting for an overdue document` : `Reminder: ${firm} needs a document from you`,
  lines: [
    isLate
      ? 'A document that we requested from you is past its due date.'
      : 'A document that we requested from you is due within three days.',
    'Your client folder lists what’s still missing.',
  ],
  notice: `${isLate ? 'Overdue' : 'Due soon'}: ${titlesInShort(titles)}`,
  link: linkTo(clientFolderId),
  about: 'document-requests-due',
  clientFolderId,
})
