import type { ClientFolder } from '../../domain/client-folder.ts'
import type { Letter } from '../kit/record.ts'

/** To the staff member who has the folder: a colleague left a note there. */
export const noteLeft = (folder: ClientFolder): Letter => ({
  to: { email: folder.assignedStaffEmail, userId: folder.assignedStaffId, name: folder.assignedStaffName },
  subject: 'A staff-only note is waiting for you',
  lines: ['A colleague left a note for the team in a client folder.'],
  link: { label: 'Open the folder', path: `/client-folders/${folder.id}` },
  about: 'staff-notes',
  clientFolderId: folder.id,
  unlessLooking: true,
  quietMinutes: 2,
})
