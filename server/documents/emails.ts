import type { ClientFolder } from '../../domain/client-folder.ts'
import { somethingWaits } from '../client-folders/emails.ts'
import type { Letter } from '../kit/record.ts'

/** Five files in one go are one piece of news. */
const quietMinutes = 10

export const documentArrived = (folder: ClientFolder, side: 'client' | 'team'): Letter | null =>
  somethingWaits(folder, side, {
    subject: 'A document is waiting for you',
    line: side === 'client' ? 'A document is waiting for you in your client folder.' : 'A client has added a document.',
    about: 'documents',
    part: 'documents',
    quietMinutes,
  })

export const signatureWanted = (folder: ClientFolder): Letter | null =>
  somethingWaits(folder, 'client', {
    subject: 'A document is waiting for your signature',
    line: 'A document in your client folder is waiting for your signature.',
    about: 'signatures',
    quietMinutes,
  })
