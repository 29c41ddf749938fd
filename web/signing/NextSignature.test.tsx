import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { Role } from '../../domain/actor.ts'
import type { WorkItem } from '../../domain/work-queue.ts'
import { answerRequests, asRole, show } from '../component-test.tsx'
import { workQueue } from '../work-queue/queries.ts'
import { NextSignature } from './NextSignature.tsx'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

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

/** Shown once the work queue was answered. */
const Answered = () => (useQuery(workQueue('all')).isSuccess ? <p>Answered</p> : null)

async function afterSigning(items: WorkItem[], role: Role = 'client') {
  answerRequests({ status: 200, body: { items, counts: { mine: 0, all: items.length, overdue: 0 }, nextAt: null } })
  show(
    asRole(
      role,
      <>
        <NextSignature address="/documents/first/sign" />
        <Answered />
      </>,
    ),
  )
  await screen.findByText('Answered')
}

it('leads from one signature to the next', async () => {
  await afterSigning([signed, invoice, item({})])
  const link = screen.getByRole('link', { name: 'Sign Dress code.pdf' })
  expect(link.getAttribute('href')).toBe('/documents/second/sign')
})

it('is empty when only the signed document and other work are listed', async () => {
  await afterSigning([signed, invoice])
  expect(document.body.textContent).toBe('Answered')
})

it('is empty for someone on the team', async () => {
  await afterSigning([item({})], 'admin')
  expect(document.body.textContent).toBe('Answered')
})
