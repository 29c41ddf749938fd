import { expect, it } from 'vitest'
import type { ContractDetails } from '../../domain/contract.ts'
import { historyWords, partyOf, proposalWords, runsWords, statusSentence } from './words.ts'

const unsigned = { signature: null, signedAt: null, signers: [] }
const signed = {
  signature: { signerName: 'Ann Keller', signedAt: '2026-11-21T15:00:00.000Z', sealedAt: null, hasCertificate: false },
  signedAt: '2026-11-21T15:00:00.000Z',
  signers: [],
}
const turn = {
  status: 'pending',
  turnAt: '2026-11-20T15:00:00.000Z',
  name: 'Ben Ortiz',
} as ContractDetails['signers'][number]

it('says where a contract stands', () => {
  expect(statusSentence({ status: 'draft', ...unsigned }, true)).toBe('Awaiting your signature.')
  expect(statusSentence({ status: 'draft', ...unsigned }, false)).toBe('Awaiting the client’s signature.')
  expect(statusSentence({ status: 'draft', ...unsigned, signers: [turn] }, false)).toBe('Waiting for Ben Ortiz.')
  expect(statusSentence({ status: 'active', ...signed }, false)).toBe('Ann Keller signed it on Nov 21, 2026.')
  expect(statusSentence({ status: 'terminated', ...signed }, false)).toBe(
    'Terminated. Ann Keller signed it on Nov 21, 2026.',
  )
})

it('says how long it runs, and whom it is with', () => {
  expect(runsWords({ startDate: '2025-01-02', endDate: '2025-06-30' })).toBe('Jan 2, 2025 to Jun 30, 2025')
  expect(runsWords({ startDate: '2025-03-30', endDate: `${new Date().getFullYear()}-03-30` })).toMatch(
    /^Mar 30, 2025 to Mar 30, 2\d{3}$/,
  )
  expect(runsWords({ startDate: '2025-01-02', endDate: null })).toBe('Starts Jan 2, 2025, until terminated')
  expect(partyOf({ clientCompany: 'Acme', clientName: 'Ann' })).toBe('Acme')
  expect(partyOf({ clientCompany: null, clientName: 'Ann' })).toBe('Ann')
})

it('says of a proposal what it comes to, and that it has a contract already', () => {
  const approved = { status: 'approved', totalCost: 183_134 } as const
  expect(proposalWords({ ...approved, contractId: null })).toBe('Approved, $1,831.34')
  expect(proposalWords({ ...approved, contractId: 'c1' })).toBe('Approved, $1,831.34, already has a contract')
})

it('says who did what', () => {
  const event = (action: string, actorName: string | null) => historyWords({ at: '', action, actorName })
  expect(event('contract.signed', 'Ann Keller')).toBe('Signed by Ann Keller')
  expect(event('contract.sealed', null)).toBe('Sealed by the portal')
})
