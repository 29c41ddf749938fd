import { type Actor, nameOf } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { teamOf } from '../client-folders/emails.ts'
import { type Email, firm } from '../kit/record.ts'

/** To the others on the folder's team, when someone adds a note. */
export function noteAdded(folder: ClientFolder, by: Actor): Email | null {
  const [to, ...alsoTo] = teamOf(folder, 'work').filter(({ userId }) => userId !== by.id)
  return to === undefined ? null : { ...note(folder, by), to, alsoTo }
}

const note = (folder: ClientFolder, by: Actor): Omit<Email, 'to'> => ({
  subject: `${firm} portal: new staff-only note`,
  lines: ['A colleague added a staff-only note to one of your client folders.'],
  notice: `Staff-only note from ${nameOf(by) ?? 'a colleague'}: ${folder.name}`,
  link: { label: 'Open folder', path: `/client-folders/${folder.id}` },
  about: 'staff-notes',
  clientFolderId: folder.id,
  unlessViewed: true,
  quietMinutes: 2,
})
