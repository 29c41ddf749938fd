import { type Recipient, type Email, firm } from '../kit/record.ts'

const about = (clientFolderId: string) => ({
  link: { label: 'Open folder', path: `/client-folders/${clientFolderId}` },
  about: 'folder-access',
  clientFolderId,
})

/** To an administrator. */
export const accessRequested = (administrator: Recipient, clientFolderId: string): Email => ({
  ...about(clientFolderId),
  to: administrator,
  subject: `${firm} portal: confirm a folder access request`,
  lines: [
    'Someone asked to add an existing account to a client folder. The account also belongs to a folder that they can’t see.',
    'Confirm or decline the request. Nothing is shared until you do.',
  ],
  notice: 'Confirm or decline a request for access to this folder',
  link: { label: 'Review request', path: '/?tab=access' },
})

/** To the person who sent the request. */
export const accessDecided = (
  to: Recipient,
  clientFolderId: string,
  status: 'confirmed' | 'declined',
  isTeam: boolean,
): Email => ({
  ...about(clientFolderId),
  ...(isTeam ? {} : { link: { label: 'Open folder', path: `/?folder=${clientFolderId}` } }),
  to,
  subject: `${firm} ${status} your folder access request`,
  lines: [
    status === 'confirmed'
      ? 'An administrator confirmed your request. The person can use the client folder now.'
      : 'An administrator declined your request. Nothing was shared. Contact an administrator if you have questions.',
  ],
  notice: `Your request for access to this folder was ${status}`,
})
