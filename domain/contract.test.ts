import { describe, expect, it } from 'vitest'
import { type Actor, type Role, unlimited } from './actor.ts'
import { ContractChange, ContractFromProposal, ContractInput, ContractStatus } from './contract.ts'
import {
  allowedActions,
  assertCanChangeContractStatus,
  assertCanCreateContract,
  assertCanCreateContractFromProposal,
  assertCanDeclineContract,
  assertCanEditContract,
  assertCanSignContract,
} from './contract-actions.ts'
import { assertCanRelateContract } from './contract-relation.ts'
import type { ProposalStatus } from './proposal.ts'
import type { DomainError } from './errors.ts'
import type { Signer, SignerStatus } from './signer.ts'

const actor = (role: Role): Actor => ({ id: `the ${role}`, role, firstName: null, lastName: null, ...unlimited })
const everyone = ['master-admin', 'admin', 'staff', 'client'] as const
const statuses = ContractStatus.options
const folder = { status: 'active' as const, clientId: 'the client' }
const archived = { ...folder, status: 'archived' as const }

const signerStatus = { draft: 'pending', cancelled: 'canceled', declined: 'declined' } as const

const signer = (status: SignerStatus): Signer => ({
  id: '01890000-0000-7000-8000-0000000000b1',
  userId: 'the client',
  name: 'Ann Keller',
  side: 'client',
  position: 1,
  status,
  turnAt: '2026-05-03T00:00:00.000Z',
  canSign: true,
  canDelegate: true,
  signedAt: null,
  delegatedByName: null,
})

/** A contract that only its client signs. */
const contract = (status: ContractStatus) => ({
  status,
  signers: [signer(status in signerStatus ? signerStatus[status as 'draft'] : 'signed')],
  renewedBy: null,
})

function statusOf(work: () => void): number {
  try {
    work()
    return 200
  } catch (error) {
    const refusal = error as DomainError
    expect(refusal.message).toMatch(/^[A-Z].*\.$/)
    return refusal.status
  }
}

describe('G4: a status change by PATCH', () => {
  /** All allowed transitions: from, to, and who makes them. Signing has its own endpoint. */
  const possible = [
    ['draft', 'cancelled', 'administrator'],
    ['draft', 'declined', 'client'],
    ['active', 'completed', 'administrator'],
    ['active', 'terminated', 'administrator'],
  ] as const
  const whose = (to: string) => (to === 'declined' || to === 'active' ? 'client' : 'administrator')
  const isOwn = (role: Role, to: string) =>
    whose(to) === (role === 'admin' || role === 'master-admin' ? 'administrator' : role)

  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    'changes the status from %s to %s only as allowed',
    (from, to) => {
      const isListed = possible.some(([a, b]) => a === from && b === to)
      for (const role of everyone) {
        const expected = !isOwn(role, to) ? 403 : isListed ? 200 : 409
        const move = () => assertCanChangeContractStatus(contract(from), actor(role), { status: to, reason: 'Because' })
        expect(statusOf(move), role).toBe(expected)
      }
    },
  )

  it('names the possible transitions if it is not allowed', () => {
    const complete = (status: 'draft' | 'completed') => () =>
      assertCanChangeContractStatus(contract(status), actor('admin'), { status: 'completed', reason: null })
    expect(complete('draft')).toThrow('A contract that’s waiting for a signature can be signed, declined, or canceled.')
    expect(complete('completed')).toThrow('This contract is completed and can’t be changed.')
  })

  it('requires a reason only to decline', () => {
    for (const status of ['cancelled'] as const)
      expect(
        statusOf(() => assertCanChangeContractStatus(contract('draft'), actor('admin'), { status, reason: null })),
      ).toBe(200)
    for (const reason of [null, '', '  '])
      expect(statusOf(() => assertCanDeclineContract(contract('draft'), actor('client'), reason))).toBe(400)
    expect(statusOf(() => assertCanDeclineContract(contract('draft'), actor('client'), 'Too expensive'))).toBe(200)
  })
})

describe('G4: signing a contract', () => {
  it.each(statuses)('is checked when it is %s', (status) => {
    for (const role of everyone) {
      const expected = role !== 'client' ? 403 : status === 'draft' ? 200 : 409
      expect(
        statusOf(() => assertCanSignContract(contract(status), actor(role))),
        role,
      ).toBe(expected)
      expect(
        statusOf(() => assertCanDeclineContract(contract(status), actor(role), 'No')),
        role,
      ).toBe(expected)
    }
  })
})

describe('G4: a contact of the folder, who has the role client', () => {
  const contact = { ...actor('client'), id: 'a contact' }

  it.each(statuses)('neither signs nor declines a contract that is %s', (status) => {
    expect(statusOf(() => assertCanSignContract(contract(status), contact))).toBe(403)
    expect(statusOf(() => assertCanDeclineContract(contract(status), contact, 'No'))).toBe(403)
    expect(
      statusOf(() => assertCanChangeContractStatus(contract(status), contact, { status: 'declined', reason: 'No' })),
    ).toBe(403)
    expect(allowedActions(contract(status), contact, folder)).toEqual(['download'])
  })
})

describe('G4: an invoice for a contract', () => {
  it.each(statuses)('is offered to administrators once it was signed: %s', (status) => {
    const wasSigned = status === 'active' || status === 'completed'
    for (const role of everyone) {
      const isAdministrator = role === 'admin' || role === 'master-admin'
      expect(allowedActions(contract(status), actor(role), folder).includes('create-invoice'), role).toBe(
        isAdministrator && wasSigned,
      )
    }
  })
})

describe('G4: editing a contract', () => {
  it.each(statuses)('is checked when it is %s', (status) => {
    for (const role of everyone) {
      const isAdministrator = role === 'admin' || role === 'master-admin'
      const expected = !isAdministrator ? 403 : status === 'draft' ? 200 : 409
      expect(
        statusOf(() => assertCanEditContract(contract(status), actor(role))),
        role,
      ).toBe(expected)
    }
  })
})

describe('G4: the allowed actions of a contract', () => {
  it('match the allowed transitions, and are only reading in an archived folder', () => {
    for (const status of statuses)
      for (const role of everyone) {
        const who = actor(role)
        const allowed = allowedActions(contract(status), who, folder)
        const let_ = (move: Parameters<typeof allowed.includes>[0], work: () => void) =>
          expect(allowed.includes(move), `${role} ${move} ${status}`).toBe(statusOf(work) === 200)
        const to = (next: ContractStatus) => () =>
          assertCanChangeContractStatus(contract(status), who, { status: next, reason: 'So' })
        let_('sign', () => assertCanSignContract(contract(status), who))
        let_('decline', to('declined'))
        let_('edit', () => assertCanEditContract(contract(status), who))
        let_('cancel', to('cancelled'))
        let_('complete', to('completed'))
        let_('terminate', to('terminated'))
        let_('renew', () => assertCanRelateContract(contract(status), who, 'renewal'))
        let_('amend', () => assertCanRelateContract(contract(status), who, 'amendment'))
        expect(allowed).toContain('download')
        expect(allowedActions(contract(status), who, archived)).toEqual(['download'])
      }
  })
})

describe('G4: creating a contract', () => {
  it('is limited to administrators', () => {
    expect(everyone.map((role) => statusOf(() => assertCanCreateContract(actor(role))))).toEqual([200, 200, 403, 403])
  })

  it('succeeds only once from an approved proposal', () => {
    const make = (role: Role, status: ProposalStatus, made: string | null = null) =>
      statusOf(() => assertCanCreateContractFromProposal(actor(role), status, made))
    for (const status of ['draft', 'sent', 'expired', 'rejected', 'withdrawn'] as const)
      expect(make('admin', status), status).toBe(409)
    expect(make('admin', 'approved')).toBe(200)
    expect(make('staff', 'approved')).toBe(403)
    expect(make('client', 'approved')).toBe(403)
    expect(() => assertCanCreateContractFromProposal(actor('admin'), 'approved', 'PROHR-202611-004')).toThrow(
      'PROHR-202611-004',
    )
  })
})

describe('G4: the input of a contract', () => {
  const folder = '01890000-0000-7000-8000-0000000000a1'
  const good = { clientFolderId: folder, clientName: 'Ann', clientEmail: 'ann@example.com', startDate: '2026-12-01' }
  const issues = (schema: typeof ContractInput | typeof ContractChange, body: unknown) =>
    schema.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

  it('requires a folder, a client, and a start date', () => {
    expect(ContractInput.safeParse(good).success).toBe(true)
    expect(issues(ContractInput, { ...good, clientFolderId: undefined })).toEqual([
      'clientFolderId: Choose a client folder.',
    ])
    expect(issues(ContractInput, { ...good, clientName: ' ', clientEmail: undefined })).toEqual([
      'clientName: Client name is required',
      'clientEmail: Client email is required',
    ])
    expect(issues(ContractInput, { ...good, startDate: '' })).toEqual(['startDate: Start date is required'])
  })

  it.each([
    ['clientEmail', 'not an address', 'Enter a valid email address.'],
    ['startDate', '2026-02-30', 'Start date is required'],
    ['startDate', '0000-01-01', 'Enter a date between 1900 and 2999.'],
    ['endDate', 'tomorrow', 'Enter a date.'],
    ['endDate', '9999-01-01', 'Enter a date between 1900 and 2999.'],
    ['totalValue', -1, 'An amount can’t be negative.'],
    ['totalValue', 10.5, 'Enter an amount in whole cents.'],
    ['totalValue', '4500', 'Enter an amount in whole cents.'],
    ['totalValue', 10_000_000_000, 'An amount can be at most $99,999,999.99.'],
    ['clientName', 'x'.repeat(201), 'Use at most 200 characters.'],
    ['terms', 'x'.repeat(10_001), 'Use at most 10,000 characters.'],
    ['proposalId', 'none', 'Choose an option from the list.'],
  ])('refuses %s as %s with a sentence', (key, value, sentence) => {
    expect(issues(ContractInput, { ...good, [key]: value })).toContain(`${key}: ${sentence}`)
  })

  it('distinguishes a missing field from an empty one', () => {
    const read = ContractInput.parse({ ...good, clientPhone: '', clientCompany: null, endDate: '' })
    expect(read).toMatchObject({ clientPhone: null, clientCompany: null, endDate: null, totalValue: null })
    expect(read.clientAddress).toBeUndefined()
    expect(read.services).toBeUndefined()
  })

  it('may be a single field in an edit, but name and terms cannot be emptied', () => {
    expect(ContractChange.safeParse({}).success).toBe(true)
    expect(issues(ContractChange, { clientName: '', terms: ' ' })).toEqual([
      'clientName: Client name is required',
      'terms: Enter the terms.',
    ])
    expect(ContractFromProposal.safeParse({}).success).toBe(true)
  })

  it('refuses server-controlled fields', () => {
    for (const key of ['status', 'signedAt', 'createdById', 'id', 'version'])
      expect(ContractInput.safeParse({ ...good, [key]: 'x' }).success, key).toBe(false)
  })
})
