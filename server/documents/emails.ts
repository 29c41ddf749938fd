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
