import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { WorkItem, WorkQueue } from '../../domain/work-queue.ts'
import { answerRequests, show } from '../component-test.tsx'
import { ClientWorkQueue } from './ClientWorkQueue.tsx'

let made = 0
const item = (kind: 'sign-document' | 'pay-invoice' | 'answer-message', more: Partial<WorkItem> = {}): WorkItem => ({
  kind,
  id: `0190d5a4-0000-7000-8000-${String(++made).padStart(12, '0')}`,
  title: `No. ${made}`,
  amount: null,
  count: 1,
  contact: null,
  clientFolderId: '0190d5a4-0000-7000-8000-00000000aaaa',
  folderName: 'Acme',
  since: '2026-11-01T12:00:00.000Z',
  due: null,
  isLate: false,
  action: 'sign',
  version: null,
  link: '/documents/7/sign',
  ...more,
})
const several = (count: number, kind: 'sign-document' | 'pay-invoice') =>
  Array.from({ length: count }, () => item(kind))

async function showQueue(queue: WorkQueue) {
  answerRequests({ status: 200, body: queue })
  const routeTree = createRootRoute({
    component: () => <ClientWorkQueue folderId="0190d5a4-0000-7000-8000-00000000aaaa" />,
  })
  const person = show(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />)
  await screen.findByRole('heading', { name: /waiting for you$/ })
  return person
}

it('shows a long queue in groups, three items of each, and all of a group on request', async () => {
  const signs = several(6, 'sign-document')
  const pays = several(2, 'pay-invoice')
  const person = await showQueue({
    items: [...signs, ...pays, item('answer-message')],
    counts: { mine: 23, all: 23, overdue: 1 },
    groups: [
      { group: 'sign', count: 20, overdue: 0, amount: null },
      { group: 'pay', count: 2, overdue: 1, amount: 940_880 },
      { group: 'read', count: 1, overdue: 0, amount: null },
    ],
    nextAt: null,
  })
  expect(screen.getByRole('heading', { name: '23 items are waiting for you' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: `Sign ${signs[0]?.title}` })).toBeTruthy()
  const rows = () => within(screen.getByRole('list', { name: 'Sign 19 more documents' })).getAllByRole('listitem')
  expect(rows()).toHaveLength(3)
  const toPay = screen.getByRole('region', { name: 'Pay 2 invoices' })
  expect(toPay.textContent).toContain('$9,408.80')
  expect(toPay.textContent).toContain('1 overdue')
  expect(within(toPay).queryByRole('button', { name: /Show all/ })).toBeNull()
  await person.click(screen.getByRole('button', { name: /^Show more/ }))
  expect(rows()).toHaveLength(5)
  expect(screen.getByText('Showing the first 5 of 19.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: /^Show fewer/ }))
  expect(rows()).toHaveLength(3)
})

it('shows a short queue as one list', async () => {
  const items = several(4, 'sign-document')
  const counts = { mine: 4, all: 4, overdue: 0 }
  await showQueue({ items, counts, groups: [{ group: 'sign', count: 4, overdue: 0, amount: null }], nextAt: null })
  expect(within(screen.getByRole('list', { name: 'Waiting for you' })).getAllByRole('listitem')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull()
})
