import type { FolderContact } from '../../domain/folder-contact.ts'
import type { Letter } from '../kit/record.ts'

/** To somebody who has an account: there is one more folder in it. The greeting is by the name that the sender knows. */
export const folderShared = ({ email, userId, name, clientFolderId }: FolderContact): Letter => ({
  to: { email, userId, name },
  subject: 'A client folder was shared with you',
  lines: ['You are now a contact of a client folder in our portal.'],
  link: { label: 'Open the folder', path: `/?folder=${clientFolderId}` },
  about: 'client-folder',
  clientFolderId,
})
