import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { senderName, newsEmail } from '../client-folders/emails.ts'
import { type Email, firm } from '../kit/record.ts'

/** Several files within this time produce one email. */
const quietMinutes = 10

export const documentArrived = (
  folder: ClientFolder,
  side: 'client' | 'team',
  actor: Actor,
  fileName: string,
): Email | null =>
  newsEmail(folder, side, {
    subject: side === 'client' ? `${firm} shared a document with you` : `${firm} portal: a client uploaded a document`,
    line:
      side === 'client'
        ? `${senderName(actor)} added a document to your client folder.`
        : 'A client uploaded a document to their client folder.',
    notice: `New document: ${fileName}`,
    about: 'documents',
    part: 'documents',
    quietMinutes,
  })

/** @param signerIds whose turn it is on the client's side */
export const signatureWanted = (
  folder: ClientFolder,
  actor: Actor,
  fileName: string,
  signerIds: readonly (string | null)[],
): Email | null =>
  newsEmail(folder, 'client', {
    subject: `${firm} sent you a document to sign`,
    line: `${senderName(actor)} sent you a document to sign. You’ll find it in your client folder.`,
    notice: `Sign document: ${fileName}`,
    about: 'signatures',
    quietMinutes,
    actingIds: signerIds,
  })

/**
 * One email for all documents of a folder, to the client's side or to the consultant and those who cover for them.
 * @param documents those that expire first come first; `days` is negative after the expiration date
 */
export function documentsExpire(
  folder: ClientFolder,
  side: 'client' | 'team',
  documents: readonly { originalName: string; days: number }[],
): Email | null {
  const [first] = documents
  if (first === undefined) return null
  const isOne = documents.length === 1
  const when = isOne ? expires(first.days) : 'expire soon or have expired'
  const what = isOne ? `a document ${when}` : `documents ${when}`
  const whose = side === 'client' ? 'your client folder' : 'a client folder'
  const subject = isOne ? what : 'documents expire soon'
  const email = newsEmail({ ...folder, colleagues: folder.colleagues.filter(({ isMember }) => !isMember) }, side, {
    subject: side === 'client' ? `${firm}: ${subject}` : `${firm} portal: ${subject}`,
    line: `${isOne ? 'A document' : 'Documents'} in ${whose} ${when}. Open the folder to see ${isOne ? 'which one' : 'which ones'}, and upload the new ${isOne ? 'version' : 'versions'}.`,
    notice: isOne ? `${first.originalName} ${when}` : `${first.originalName} and ${documents.length - 1} more ${when}`,
    about: 'documents-expiring',
    part: 'documents',
  })
  return email === null ? null : { ...email, unlessViewed: false }
}

function expires(days: number): string {
  if (days < 0) return 'has expired'
  return days === 0 ? 'expires today' : days === 1 ? 'expires tomorrow' : `expires in ${days} days`
}
