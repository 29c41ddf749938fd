import { type Actor, nameOf } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { type Email, firm } from '../kit/record.ts'

/** To the folder's staff member, when a colleague adds a note. */
export const noteAdded = (folder: ClientFolder, by: Actor): Email => ({
  to: { email: folder.assignedStaffEmail, userId: folder.assignedStaffId, name: folder.assignedStaffName },
  subject: `${firm} portal: new staff-only note`,
  lines: ['A colleague added a staff-only note to one of your client folders.'],
  notice: `Staff-only note from ${nameOf(by) ?? 'a colleague'}: ${folder.name}`,
  link: { label: 'Open folder', path: `/client-folders/${folder.id}` },
  about: 'staff-notes',
  clientFolderId: folder.id,
  unlessViewed: true,
  quietMinutes: 2,
})
