// Letters about document requests say that something is asked for, never what.
import type { ClientFolder } from '../../domain/client-folder.ts'
import { somethingWaits } from '../client-folders/emails.ts'
import type { Letter } from '../kit/record.ts'

/** Several requests in one go, or several answers, are one piece of news. */
const quietMinutes = 10

const linkTo = (folderId: string) => ({ label: 'Open your folder', path: `/?folder=${folderId}&tab=upload` })

/** To the folder's client, unless they have the folder open; null while the folder has no client. */
function toClient(folder: ClientFolder, subject: string, line: string, about: string): Letter | null {
  const letter = somethingWaits(folder, 'client', { subject, line, about, quietMinutes, part: 'documents' })
  return letter === null ? null : { ...letter, link: linkTo(folder.id) }
}

export const documentsAskedFor = (folder: ClientFolder) =>
  toClient(
    folder,
    'A document is asked for',
    'We asked you for a document. Your client folder says which, and by when.',
    'document-requests',
  )

export const requestCameBack = (folder: ClientFolder) =>
  toClient(
    folder,
    'A document needs another look',
    'A document that you sent us needs another look. Your client folder says why.',
    'document-requests-returned',
  )

export const requestSettled = (folder: ClientFolder) =>
  toClient(
    folder,
    'A document request is closed',
    'A document request in your client folder is closed. There is nothing more to do for it.',
    'document-requests-settled',
  )

/** One letter for everything in a folder whose reminder has come. */
export const documentsDue = (to: Letter['to'], clientFolderId: string, isLate: boolean): Letter => ({
  to,
  subject: isLate ? 'A document is past its due date' : 'A document is due soon',
  lines: [
    isLate
      ? 'A document that we asked you for is past its due date.'
      : 'A document that we asked you for is due within three days.',
    'Your client folder lists what is still missing.',
  ],
  link: linkTo(clientFolderId),
  about: 'document-requests-due',
  clientFolderId,
})
