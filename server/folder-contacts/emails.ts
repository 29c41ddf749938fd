import type { FolderContact } from '../../domain/folder-contact.ts'
import { type Email, firm } from '../kit/record.ts'

/** To someone with an account: they can see one more folder. */
export const folderShared = ({ email, userId, name, clientFolderId }: FolderContact): Email => ({
  to: { email, userId, name },
  subject: `${firm}: a client folder was shared with you`,
  lines: [
    'You were added as a contact of a client folder in our portal. You can open the parts that were shared with you.',
  ],
  notice: 'This client folder was shared with you',
  link: { label: 'Open folder', path: `/?folder=${clientFolderId}` },
  about: 'client-folder',
  clientFolderId,
})
