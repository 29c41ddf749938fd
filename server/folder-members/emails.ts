import { type Email, firm, type Recipient } from '../kit/record.ts'

/** Tells a staff member that they can work in one more folder. */
export const addedToFolder = (staff: Recipient, clientFolderId: string): Email => ({
  to: staff,
  subject: `${firm} portal: you were added to a client folder`,
  lines: ['You were added to the team of a client folder. You can see all of it and work in it.'],
  notice: 'You were added to the team of this client folder',
  link: { label: 'Open folder', path: `/client-folders/${clientFolderId}` },
  about: 'client-folder',
  clientFolderId,
})
