import type { ClientFolder, ContactSeat } from '../../domain/client-folder.ts'
import { type FolderPart, rightsNeeded } from '../../domain/folder-rights.ts'
import type { Addressee, Letter } from '../kit/record.ts'

/** To a client who already has an account: there is a folder now. */
export const folderOpened = (folder: ClientFolder): Letter => ({
  to: { email: folder.clientEmail ?? '', userId: folder.clientId, name: folder.clientName },
  subject: 'Your client folder is open',
  lines: ['We opened a client folder for you. You find documents, assignments and messages in it.'],
  link: { label: 'Open your folder', path: '/' },
  about: 'client-folder',
  clientFolderId: folder.id,
})

/** To a client who is no longer the client of a folder. It goes out whatever they have chosen about emails. */
export const accessEnded = (to: Addressee): Letter => ({
  to,
  subject: 'Your access to a client folder ended',
  lines: [
    'An administrator changed the client of a folder that was yours. You no longer see that folder.',
    'If you did not expect this, contact us right away.',
  ],
  link: { label: 'Open the portal', path: '/' },
  about: 'folder-access-ended',
})

/** To the staff member whom an administrator gave a folder. */
export const folderAssigned = (staff: Addressee, clientFolderId: string): Letter => ({
  to: staff,
  subject: 'A client folder is assigned to you',
  lines: ['An administrator assigned a client folder to you.'],
  link: { label: 'Open the folder', path: `/client-folders/${clientFolderId}` },
  about: 'client-folder',
  clientFolderId,
})

interface News {
  subject: string
  line: string
  about: string
  quietMinutes?: number
  part?: FolderPart
  toContacts?: { subject: string; line: string }
}

/**
 * To one side of a folder: something new waits in it. Whoever has the folder open sees it live and gets no letter.
 * @param news `part`: where it lies, so that the contacts with that part get a letter too, in other words (`toContacts`) where only
 * the client can act; without it, it is for the client alone
 */
export function somethingWaits(folder: ClientFolder, side: 'client' | 'team', news: News): Letter | null {
  const toClient = side === 'client'
  const [to, ...alsoTo] = toClient ? clientSide(folder, news) : [consultant(folder)]
  if (to === undefined) return null
  const { subject = news.subject, lines = [news.line], ...addressee } = to
  return {
    to: addressee,
    alsoTo,
    subject,
    lines,
    link: { label: 'Open the folder', path: toClient ? `/?folder=${folder.id}` : `/client-folders/${folder.id}` },
    about: news.about,
    clientFolderId: folder.id,
    unlessLooking: true,
    quietMinutes: news.quietMinutes ?? 0,
  }
}

type Told = NonNullable<Letter['alsoTo']>[number]

const consultant = ({ assignedStaffEmail, assignedStaffId, assignedStaffName }: ClientFolder): Told => ({
  email: assignedStaffEmail,
  userId: assignedStaffId,
  name: assignedStaffName,
})

export const addresseeOf = ({ userId, email, name }: ContactSeat): Addressee => ({ userId, email, name })

/** The client, and the contacts who were given the part. */
function clientSide(folder: ClientFolder, { part, toContacts }: News): Told[] {
  const { clientId: userId, clientEmail: email, clientName: name, contacts } = folder
  const told = part === undefined ? [] : contacts.filter((each) => rightsNeeded(part).every((right) => each[right]))
  const words = toContacts === undefined ? {} : { subject: toContacts.subject, lines: [toContacts.line] }
  return [
    ...(email === null ? [] : [{ userId, email, name }]),
    ...told.map((each) => ({ ...addresseeOf(each), ...words })),
  ]
}
