import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../component-test.tsx'
import { ContractStatus } from './ContractStatus.tsx'

it('a contract that awaits a signature is "To sign" for the person who signs it', () => {
  show(<ContractStatus contract={{ status: 'draft', allowed: ['sign', 'decline'], signers: [] }} />)
  expect(screen.getByText('To sign')).toBeTruthy()
  expect(screen.queryByText('Draft')).toBeNull()
})

const signer = {
  id: 's1',
  userId: 'u1',
  name: 'Ann Keller',
  side: 'client',
  position: 1,
  status: 'pending',
  turnAt: '2026-11-01T12:00:00.000Z',
  canSign: true,
  canDelegate: false,
  signedAt: null,
  delegatedByName: null,
} as const

it('the same contract awaits a signature for anyone else', () => {
  show(<ContractStatus contract={{ status: 'draft', allowed: [], signers: [signer] }} />)
  expect(screen.getByText('Awaiting signature')).toBeTruthy()
  expect(screen.queryByText('Draft')).toBeNull()
})

it('a contract with no one to sign it is a draft', () => {
  show(<ContractStatus contract={{ status: 'draft', allowed: [], signers: [] }} />)
  expect(screen.getByText('Draft')).toBeTruthy()
  expect(screen.queryByText('To sign')).toBeNull()
})
