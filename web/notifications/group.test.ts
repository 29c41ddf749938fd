import { expect, it } from 'vitest'
import type { Notification } from '../../domain/notification.ts'
import { groupNotifications } from './group.ts'
import { groupWords } from './words.ts'

const message: Notification = {
  id: '1',
  kind: 'messages',
  subject: 'New message from Lee Haddad',
  actorName: 'Lee Haddad',
  clientFolderId: 'folder',
  folderName: 'Acme',
  path: '/messages',
  isRead: false,
  createdAt: '2026-03-10T15:00:00Z',
  version: 1,
}

it('combines messages of one conversation at the place of the latest', () => {
  const document = { ...message, id: '2', kind: 'documents' as const, subject: 'New document: Findings.pdf' }
  const groups = groupNotifications([message, document, { ...message, id: '3', createdAt: '2026-03-09T15:00:00Z' }])
  expect(groups.map(({ ids }) => ids)).toEqual([['1', '3'], ['2']])
  expect(groups[0]?.notice.createdAt).toBe(message.createdAt)
})

it.each([
  ['another folder', { clientFolderId: 'other' }],
  ['another person', { actorName: 'Ann Keller' }],
  ['another text', { subject: 'New message' }],
  ['another page', { path: '/documents' }],
  ['one that was read', { isRead: true }],
])('does not combine a notification with %s', (_what, difference) => {
  expect(groupNotifications([message, { ...message, id: '2', ...difference }])).toHaveLength(2)
})

it.each([
  ['New message from Lee Haddad', 1, 'New message from Lee Haddad'],
  ['New message from Lee Haddad', 10, '10 new messages from Lee Haddad'],
  ['New message', 2, '2 new messages'],
  ['Newsletter message', 2, 'Newsletter message (2)'],
])('%s, %s times, is "%s"', (subject, count, words) => {
  expect(groupWords(subject, count)).toBe(words)
})
