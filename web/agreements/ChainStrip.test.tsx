import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { AgreementChain } from '../../domain/agreement-chain.ts'
import { answerRequests, asRole, show } from '../component-test.tsx'
import { ChainStrip } from './ChainStrip.tsx'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const id = (n: number) => `0190d5a4-0000-7000-8000-00000000000${n}`
const invoice = (n: number) =>
  ({ id: id(n), number: `INV-0${n}`, status: 'draft', amount: 100_000, dueDate: '2026-12-28' }) as const
const chain: AgreementChain = {
  proposal: null,
  contract: { id: id(9), number: 'PROHR-001', status: 'active', amount: 300_000, needsSignature: false },
  previous: null,
  following: [],
  invoices: [{ ...invoice(1), status: 'sent' }, invoice(2), invoice(3)],
  invoiceCount: 3,
  invoiced: 100_000,
  paid: 0,
  outstanding: 100_000,
  billed: 300_000,
  remaining: 0,
}

it('labels the amounts of all invoices as those of all, on the page of one', async () => {
  answerRequests({ status: 200, body: chain })
  show(asRole('admin', <ChainStrip of={{ invoiceId: id(1) }} />))
  const step = await screen.findByRole('link', { name: /All 3 invoices/ })
  expect(step.textContent).toContain('$1,000.00 invoiced, $1,000.00 outstanding')
  expect(screen.queryByText(/more invoices/)).toBeNull()
})

it('counts the invoices on the page of their contract', async () => {
  answerRequests({ status: 200, body: chain })
  show(asRole('admin', <ChainStrip of={{ contractId: id(9) }} />))
  expect(await screen.findByRole('link', { name: /^3 invoices/ })).toBeTruthy()
})

it('asks for a response and a signature only from the ones who can give them', async () => {
  const proposal = { id: id(8), title: 'Handbook', status: 'sent', amount: 100_000 } as const
  const draft = { id: id(9), number: 'PROHR-001', status: 'draft', amount: 100_000 } as const
  const open = { ...chain, invoices: [], invoiceCount: 0 }
  const shows = (needs: boolean): AgreementChain => ({
    ...open,
    proposal: { ...proposal, needsResponse: needs },
    contract: { ...draft, needsSignature: needs },
  })
  answerRequests({ status: 200, body: shows(true) })
  show(asRole('client', <ChainStrip of={{ contractId: id(9) }} />))
  expect(await screen.findByText('Needs your response')).toBeTruthy()
  expect(screen.getByText('To sign')).toBeTruthy()
  cleanup()
  answerRequests({ status: 200, body: shows(false) })
  show(asRole('client', <ChainStrip of={{ contractId: id(9) }} />))
  expect(await screen.findByText('Awaiting response')).toBeTruthy()
  expect(screen.getByText('Awaiting signature')).toBeTruthy()
})
