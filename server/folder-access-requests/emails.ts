import type { Addressee, Letter } from '../kit/record.ts'

const about = (clientFolderId: string) => ({
  link: { label: 'Open the folder', path: `/client-folders/${clientFolderId}` },
  about: 'folder-access',
  clientFolderId,
})

/** To an administrator. */
export const accessRequested = (administrator: Addressee, clientFolderId: string): Letter => ({
  ...about(clientFolderId),
  to: administrator,
  subject: 'A request for folder access needs you',
  lines: [
    'Someone asked to add an existing account to a client folder. The account also belongs to a folder that they cannot see.',
    'Confirm or decline the request. Nothing is shared until you do.',
  ],
  link: { label: 'Review the request', path: '/?tab=access' },
})

/** To whoever asked. */
export const accessDecided = (
  to: Addressee,
  clientFolderId: string,
  status: 'confirmed' | 'declined',
  isTeam: boolean,
): Letter => ({
  ...about(clientFolderId),
  ...(isTeam ? {} : { link: { label: 'Open the folder', path: `/?folder=${clientFolderId}` } }),
  to,
  subject: status === 'confirmed' ? 'Your access request was confirmed' : 'Your access request was declined',
  lines: [
    status === 'confirmed'
      ? 'An administrator confirmed your request. The person can use the client folder now.'
      : 'An administrator declined your request. Nothing was shared. Contact an administrator if you have questions.',
  ],
})
