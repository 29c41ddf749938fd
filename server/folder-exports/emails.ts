import { type Recipient, type Email, firm } from '../kit/record.ts'

export const exportReady = (to: Recipient & { userId: string }, clientFolderId: string): Email => ({
  to,
  subject: `Your ${firm} folder export is ready`,
  lines: ['The folder export that you started is ready. You can download it once, within the next 7 days.'],
  link: { label: 'Download export', path: '/account' },
  about: 'folder-exports',
  clientFolderId,
})
