import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { OwnUser } from '../../domain/session.ts'
import { show } from '../component-test.tsx'
import { AuthContext } from '../session/use-auth.ts'
import { ContractStatus, InvoiceStatus, ProposalStatus } from './AgreementStatus.tsx'
import { agreementLabel } from './status-labels.ts'

function showTo(role: 'client' | 'staff', element: React.ReactElement) {
  // Only the role is read.
  const user = { role } as OwnUser
  const auth = { user, login: () => Promise.resolve(), logout: () => Promise.resolve() }
  show(<AuthContext value={auth}>{element}</AuthContext>)
}

it('says to a client that a sent invoice is due, and to the team that it was sent', () => {
  showTo('client', <InvoiceStatus status="sent" />)
  expect(screen.getByText('Due')).toBeTruthy()
  showTo('staff', <InvoiceStatus status="sent" />)
  expect(screen.getByText('Sent')).toBeTruthy()
})

it('asks for a response only from the one who can give it', () => {
  showTo('client', <ProposalStatus status="sent" needsResponse />)
  expect(screen.getByText('Needs your response')).toBeTruthy()
  showTo('client', <ProposalStatus status="sent" />)
  expect(screen.getByText('Awaiting response')).toBeTruthy()
  showTo('client', <ProposalStatus status="rejected" />)
  expect(screen.getByText('Declined')).toBeTruthy()
})

it('asks for a signature only from the one who can give it', () => {
  show(<ContractStatus status="draft" needsSignature />)
  expect(screen.getByText('To sign')).toBeTruthy()
  show(<ContractStatus status="draft" needsSignature={false} />)
  expect(screen.getByText('Awaiting signature')).toBeTruthy()
  expect(screen.queryByText('Draft')).toBeNull()
})

it('labels a status alike in search and in the lists', () => {
  expect(agreementLabel('contract', 'draft', true)).toBe('Awaiting signature')
  expect(agreementLabel('contract', 'draft', false)).toBe('Awaiting signature')
  expect(agreementLabel('proposal', 'rejected', false)).toBe('Declined')
  expect(agreementLabel('invoice', 'sent', true)).toBe('Due')
  expect(agreementLabel('task', 'done', false)).toBeUndefined()
})
