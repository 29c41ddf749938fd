import { type Actor, isClient, nameOf } from '../../domain/actor.ts'
import type { ClientFolder, ContactRights } from '../../domain/client-folder.ts'
import { type FolderPart, rightsNeeded, staffSees } from '../../domain/folder-rights.ts'
import { type Recipient, type Email, firm } from '../kit/record.ts'

/** "Dana Mercer at ProHR". Only team members are named, because a client's name can be any text. */
export const senderName = (actor: Actor): string => {
  const name = isClient(actor) ? null : nameOf(actor)
  return name === null ? firm : `${name} at ${firm}`
}

/** Tells a client with an existing account about their new folder. */
export const folderOpened = (folder: ClientFolder): Email => ({
  to: { email: folder.clientEmail ?? '', userId: folder.clientId, name: folder.clientName },
  subject: `Your client folder at ${firm} is ready`,
  lines: [`${firm} opened a client folder for you. You’ll find your documents, assignments, and messages there.`],
  notice: 'Your client folder is ready',
  link: { label: 'Open your folder', path: '/' },
  about: 'client-folder',
  clientFolderId: folder.id,
})

/** Tells someone that they are no longer the client of a folder. Sent regardless of notification preferences. */
export const accessEnded = (to: Recipient): Email => ({
  to,
  subject: `Your access to a client folder at ${firm} ended`,
  lines: [
    'An administrator changed the client of a folder that was yours. You no longer have access to that folder.',
    'If you didn’t expect this, contact us right away.',
  ],
  link: { label: 'Open the portal', path: '/' },
  about: 'folder-access-ended',
})

/** Tells the staff member to whom an administrator assigned a folder. */
export const folderAssigned = (staff: Recipient, clientFolderId: string): Email => ({
  to: staff,
  subject: `${firm} portal: a client folder was assigned to you`,
  lines: ['An administrator assigned a client folder to you.'],
  notice: 'This client folder was assigned to you',
  link: { label: 'Open folder', path: `/client-folders/${clientFolderId}` },
  about: 'client-folder',
  clientFolderId,
})

/** The same for all folders of an imported file. */
export const foldersAssigned = (staff: Recipient, count: number): Email => ({
  to: staff,
  subject: `${firm} portal: client folders were assigned to you`,
  lines: ['An administrator imported clients and assigned them to you. You’ll find them under Clients.'],
  notice: `${count.toLocaleString('en-US')} imported ${count === 1 ? 'client was' : 'clients were'} assigned to you`,
  link: { label: 'View clients', path: '/client-folders' },
  about: 'client-folder',
})

interface News {
  subject: string
  line: string
  /** Text of the in-app notification; names the subject. */
  notice: string
  about: string
  quietMinutes?: number
  part?: FolderPart
  toContacts?: { subject: string; line: string; notice: string }
  /** Who can act on it, if not the folder's client. */
  actingIds?: readonly (string | null)[]
}

/**
 * Notifies one side of a folder about new content. Someone who has the folder open sees it live and gets no email.
 * @param news `part`: the part of the folder it belongs to, so that contacts with access to it are notified too, in
 * different words (`toContacts`) where only the client or `actingIds` can act; without it, only those are notified. On
 * the team, those are notified who see it, and without it those who see everything
 */
export function newsEmail(folder: ClientFolder, side: 'client' | 'team', news: News): Email | null {
  const toClient = side === 'client'
  const [to, ...alsoTo]: AdditionalRecipient[] = toClient ? clientSide(folder, news) : teamOf(folder, news.part)
  if (to === undefined) return null
  const { subject = news.subject, lines = [news.line], notice = news.notice, ...addressee } = to
  return {
    to: addressee,
    // The second recipient must not get the text meant for the first.
    alsoTo: alsoTo.map((each) => ({ subject: news.subject, lines: [news.line], notice: news.notice, ...each })),
    subject,
    lines,
    notice,
    link: { label: 'Open folder', path: toClient ? `/?folder=${folder.id}` : `/client-folders/${folder.id}` },
    about: news.about,
    clientFolderId: folder.id,
    unlessViewed: true,
    quietMinutes: news.quietMinutes ?? 0,
  }
}

type AdditionalRecipient = NonNullable<Email['alsoTo']>[number]

/** The lead, the members, and those who cover for them, as far as they see this part of the folder. */
export const teamOf = (
  {
    assignedStaffEmail: email,
    assignedStaffId: userId,
    assignedStaffName: name,
    assignedStaffAccess: staffAccess,
    colleagues,
  }: ClientFolder,
  part: FolderPart = 'everything',
): Recipient[] =>
  [{ email, userId, name, staffAccess }, ...colleagues]
    .filter((each) => staffSees(each.staffAccess, part))
    .map((each) => ({ email: each.email, userId: each.userId, name: each.name }))

/** Someone who is notified anyway, as one of the folder's team. */
export const isOnTeam = (folder: ClientFolder, userId: string | null, part: FolderPart): boolean =>
  teamOf(folder, part).some((each) => each.userId === userId)

export const recipientOf = ({ userId, email, name }: ContactRights): Recipient => ({ userId, email, name })

/** Those who can act, and everyone else with access to the part. */
function clientSide(folder: ClientFolder, { part, toContacts, actingIds }: News): AdditionalRecipient[] {
  const { clientId: userId, clientEmail: email, clientName: name, contacts } = folder
  const acting = actingIds ?? [userId]
  const words =
    toContacts === undefined ? {} : { subject: toContacts.subject, lines: [toContacts.line], notice: toContacts.notice }
  const people = [
    ...(email === null ? [] : [{ to: { userId, email, name }, sees: part !== undefined }]),
    ...contacts.map((each) => ({
      to: recipientOf(each),
      sees: part !== undefined && rightsNeeded(part).every((right) => each[right]),
    })),
  ]
  return people.flatMap(({ to, sees }) => {
    if (acting.includes(to.userId)) return [to]
    return sees ? [{ ...to, ...words }] : []
  })
}
