import type { ClientFolder } from '../../domain/client-folder.ts'
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

/** To the staff member whom an administrator gave a folder. */
export const folderAssigned = (staff: Addressee, clientFolderId: string): Letter => ({
  to: staff,
  subject: 'A client folder is assigned to you',
  lines: ['An administrator assigned a client folder to you.'],
  link: { label: 'Open the folder', path: `/client-folders/${clientFolderId}` },
  about: 'client-folder',
  clientFolderId,
})

/** To one side of a folder: something new waits in it. Whoever has the folder open sees it live and gets no letter. */
export function somethingWaits(
  folder: ClientFolder,
  side: 'client' | 'team',
  news: { subject: string; line: string; about: string; quietMinutes?: number },
): Letter | null {
  const toClient = side === 'client'
  if (toClient && folder.clientEmail === null) return null
  return {
    to: toClient
      ? { email: folder.clientEmail ?? '', userId: folder.clientId, name: folder.clientName }
      : { email: folder.assignedStaffEmail, userId: folder.assignedStaffId, name: folder.assignedStaffName },
    subject: news.subject,
    lines: [news.line],
    link: { label: 'Open the folder', path: toClient ? '/' : `/client-folders/${folder.id}` },
    about: news.about,
    clientFolderId: folder.id,
    unlessLooking: true,
    quietMinutes: news.quietMinutes ?? 0,
  }
}
