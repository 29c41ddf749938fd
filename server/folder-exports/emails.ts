import type { Addressee, Letter } from '../kit/record.ts'

export const copyReady = (to: Addressee & { userId: string }, clientFolderId: string): Letter => ({
  to,
  subject: 'Something you asked for is ready',
  lines: ['The copy that you asked for is ready. It can be downloaded once, within the next seven days.'],
  link: { label: 'Open your account', path: '/account' },
  about: 'folder-exports',
  clientFolderId,
})
