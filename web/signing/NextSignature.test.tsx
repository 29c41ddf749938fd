import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { Role } from '../../domain/actor.ts'
import type { WorkItem } from '../../domain/work-queue.ts'
import { answerRequests, show } from '../component-test.tsx'
import { NextSignature } from './NextSignature.tsx'

const reader: { role: Role } = { role: 'client' }

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../session/use-auth.ts', () => ({ useUser: () => reader }))

const item = (more: Partial<WorkItem>): WorkItem => ({
  kind: 'sign-document',
  id: '0190d5a4-0000-7000-8000-000000000001',
  title: 'Dress code.pdf',
  amount: null,
  count: 1,
  contact: null,
  clientFolderId: null,
  folderName: null,
  since: '2026-11-01T00:00:00.000Z',
  due: null,
  isLate: false,
  action: 'sign',
  version: 1,
  link: '/documents/second/sign',
  ...more,
})
const signed = item({ title: 'Handbook.pdf', link: '/documents/first/sign' })
const invoice = item({ kind: 'pay-invoice', action: 'pay', link: '/invoices/third' })

function afterSigning(items: WorkItem[], role: Role = 'client') {
  reader.role = role
  answerRequests({ status: 200, body: { items, counts: { mine: 0, all: items.length, overdue: 0 }, nextAt: null } })
  show(<NextSignature address="/documents/first/sign" />)
}

it('leads from one signature to the next', async () => {
  afterSigning([signed, invoice, item({})])
  const link = await screen.findByRole('link', { name: 'Sign Dress code.pdf' })
  expect(link.getAttribute('href')).toBe('/documents/second/sign')
})

it('is empty when only the signed document and other work are listed', async () => {
  afterSigning([signed, invoice])
  await vi.waitFor(() => expect(document.body.textContent).toBe(''))
})

it('is empty for someone on the team', async () => {
  afterSigning([item({})], 'admin')
  await vi.waitFor(() => expect(document.body.textContent).toBe(''))
})
