import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ContractSummary } from '../../domain/contract.ts'
import { show } from '../component-test.tsx'
import { columnsOf } from './columns.tsx'
import { ContractCard } from './ContractCard.tsx'

const contract: ContractSummary = {
  id: '0190d5a4-0000-7000-8000-000000000001',
  clientFolderId: '0190d5a4-0000-7000-8000-000000000002',
  clientFolderName: 'Keller Works',
  proposalId: null,
  previous: null,
  renewedBy: null,
  createdById: '0190d5a4-0000-7000-8000-000000000003',
  contractNumber: 'PROHR-202611-001',
  clientName: 'Ann Keller',
  clientEmail: 'ann@example.com',
  clientPhone: null,
  clientCompany: null,
  totalValue: 450_000,
  startDate: '2026-12-01',
  endDate: null,
  status: 'draft',
  signers: [],
  signBy: null,
  signedAt: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  version: 1,
  serviceNames: [],
  allowed: ['sign', 'decline'],
}

/** On a page of its own, since a card links to its contract. */
async function showCard(shown: ContractSummary) {
  const routeTree = createRootRoute({
    component: () => (
      <ul>
        <ContractCard contract={shown} />
      </ul>
    ),
  })
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />)
  await screen.findByRole('heading', { name: shown.contractNumber })
}
const showRow = (shown: ContractSummary) =>
  void show(
    <ul>
      {columnsOf(true).map(({ id, cell }) => (
        <li key={id}>{cell(shown)}</li>
      ))}
    </ul>,
  )

describe.each([
  ['card', showCard],
  ['row of the table', showRow],
])('the %s of a contract', (_, display) => {
  it('says "To sign" and not "Draft" to the person who signs it', async () => {
    await display(contract)
    expect(screen.getByText('To sign')).toBeTruthy()
    expect(screen.queryByText('Draft')).toBeNull()
  })

  it('says "Awaiting signature" to anyone else', async () => {
    await display({ ...contract, allowed: [] })
    expect(screen.getByText('Awaiting signature')).toBeTruthy()
    expect(screen.queryByText('To sign')).toBeNull()
  })
})
