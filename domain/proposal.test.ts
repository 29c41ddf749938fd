import { describe, expect, it } from 'vitest'
import { type Actor, unlimited } from './actor.ts'
import {
  allowedActions,
  assertCanChangeProposalStatus,
  assertCanEditProposal,
  type ProposalStatus,
  assertCanReplaceVersion,
  assertCanReviseProposal,
  statusOn,
  StoredProposalStatus,
} from './proposal.ts'
import { DomainError } from './errors.ts'

const actor = (role: Actor['role']): Actor => ({ id: 'x', role, firstName: null, lastName: null, ...unlimited })
const client = actor('client')
const staff = actor('staff')
const admin = actor('admin')
const today = '2026-11-21'
const folder = { status: 'active' as const, clientId: client.id }
const archived = { ...folder, status: 'archived' as const }
const sentAt = '2026-11-01T15:00:00.000Z'

const codeOf = (act: () => void): string => {
  try {
    act()
    return 'done'
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

const facts = (status: ProposalStatus, more: object = {}) => ({
  status,
  validUntil: status === 'expired' ? '2026-11-20' : '2026-12-01',
  sentAt: status === 'draft' ? null : sentAt,
  revisedBy: null,
  contractId: null,
  ...more,
})

describe('G4: a transition of a proposal', () => {
  //            sent        approved   rejected   withdrawn  draft
  const team = {
    draft: ['done', 'forbidden', 'forbidden', 'done', 'conflict'],
    sent: ['conflict', 'forbidden', 'forbidden', 'done', 'conflict'],
    expired: ['conflict', 'forbidden', 'forbidden', 'done', 'conflict'],
    approved: ['conflict', 'forbidden', 'forbidden', 'conflict', 'conflict'],
    rejected: ['conflict', 'forbidden', 'forbidden', 'conflict', 'conflict'],
    withdrawn: ['conflict', 'forbidden', 'forbidden', 'conflict', 'conflict'],
  }
  const theirs = {
    draft: ['forbidden', 'conflict', 'conflict', 'forbidden', 'forbidden'],
    sent: ['forbidden', 'done', 'done', 'forbidden', 'forbidden'],
    expired: ['forbidden', 'conflict', 'conflict', 'forbidden', 'forbidden'],
    approved: ['forbidden', 'conflict', 'conflict', 'forbidden', 'forbidden'],
    rejected: ['forbidden', 'conflict', 'conflict', 'forbidden', 'forbidden'],
    withdrawn: ['forbidden', 'conflict', 'conflict', 'forbidden', 'forbidden'],
  }
  const targets = ['sent', 'approved', 'rejected', 'withdrawn', 'draft'] as const
  const cases = (Object.keys(team) as ProposalStatus[]).flatMap((from) =>
    targets.flatMap((to, at) => [
      [from, to, 'staff', staff, team[from][at]] as const,
      [from, to, 'an administrator', admin, team[from][at]] as const,
      [from, to, 'the client', client, theirs[from][at]] as const,
    ]),
  )

  it.each(cases)('changes %s to %s by %s only as allowed', (from, to, _who, who, expected) => {
    expect(
      codeOf(() => assertCanChangeProposalStatus(facts(from), who, folder, { status: to, comment: null }, today)),
    ).toBe(expected)
  })

  it('refuses to send an expired draft, and a comment without a decision', () => {
    const late = { status: 'draft' as const, validUntil: '2026-11-20' }
    expect(
      codeOf(() => assertCanChangeProposalStatus(late, staff, folder, { status: 'sent', comment: null }, today)),
    ).toBe('conflict')
    expect(
      codeOf(() =>
        assertCanChangeProposalStatus(
          { ...late, validUntil: today },
          staff,
          folder,
          { status: 'sent', comment: null },
          today,
        ),
      ),
    ).toBe('done')
    expect(
      codeOf(() =>
        assertCanChangeProposalStatus(facts('draft'), staff, folder, { status: 'sent', comment: 'Hm' }, today),
      ),
    ).toBe('invalid')
    expect(
      codeOf(() =>
        assertCanChangeProposalStatus(facts('sent'), client, folder, { status: 'rejected', comment: 'Hm' }, today),
      ),
    ).toBe('done')
  })

  it('is refused to a contact of the folder, who may read the proposal', () => {
    const contact = { ...client, id: 'a contact' }
    for (const status of ['approved', 'rejected', 'withdrawn'] as const)
      expect(
        codeOf(() => assertCanChangeProposalStatus(facts('sent'), contact, folder, { status, comment: null }, today)),
      ).toBe('forbidden')
    expect(allowedActions(facts('sent'), contact, folder)).toEqual([])
  })

  it('is offered exactly when it is allowed', () => {
    const actionOf = { sent: 'send', approved: 'approve', rejected: 'reject', withdrawn: 'withdraw' } as const
    for (const [from, to, , who, expected] of cases) {
      if (to === 'draft') continue
      expect(allowedActions(facts(from), who, folder).includes(actionOf[to]), `${from} ${to}`).toBe(expected === 'done')
      expect(allowedActions(facts(from), who, archived)).toEqual([])
    }
  })

  it('allows editing drafts, and lets administrators create one contract from an approved proposal', () => {
    for (const status of StoredProposalStatus.options) {
      expect(
        codeOf(() => assertCanEditProposal(facts(status))),
        status,
      ).toBe(status === 'draft' ? 'done' : 'conflict')
      expect(allowedActions(facts(status), staff, folder).includes('edit')).toBe(status === 'draft')
    }
    expect(allowedActions(facts('approved'), admin, folder)).toEqual(['make-contract'])
    expect(allowedActions(facts('approved'), staff, folder)).toEqual([])
    expect(allowedActions(facts('approved', { contractId: 'c' }), admin, folder)).toEqual([])
  })

  it.each([
    ['a sent one', facts('sent'), 'done'],
    ['an expired one', facts('expired'), 'done'],
    ['a declined one', facts('rejected'), 'done'],
    ['one withdrawn after it was sent', facts('withdrawn'), 'done'],
    ['one withdrawn before it was sent', facts('withdrawn', { sentAt: null }), 'conflict'],
    ['a draft', facts('draft'), 'conflict'],
    ['an approved one', facts('approved'), 'conflict'],
    ['one with a newer draft', facts('sent', { revisedBy: { id: 'n', revision: 2, sentAt: null } }), 'conflict'],
    ['one with a newer version', facts('withdrawn', { revisedBy: { id: 'n', revision: 2, sentAt } }), 'conflict'],
  ] as const)('revises %s or refuses', (_what, proposal, expected) => {
    expect(codeOf(() => assertCanReviseProposal(proposal))).toBe(expected)
    expect(allowedActions(proposal, staff, folder).includes('revise')).toBe(expected === 'done')
    expect(allowedActions(proposal, client, folder)).not.toContain('revise')
  })

  it('replaces an earlier version unless that was approved', () => {
    expect(codeOf(() => assertCanReplaceVersion({ status: 'approved', revision: 1 }))).toBe('conflict')
    for (const status of ['sent', 'expired', 'rejected', 'withdrawn'] as const)
      expect(codeOf(() => assertCanReplaceVersion({ status, revision: 1 }))).toBe('done')
    expect(codeOf(() => assertCanReplaceVersion(null))).toBe('done')
  })
})

describe('G4: a sent proposal', () => {
  it.each([
    ['2026-11-20', 'expired'],
    ['2026-11-21', 'sent'],
    ['2026-11-22', 'sent'],
    [null, 'sent'],
  ])('valid until %s is shown as %s on the 21st', (validUntil, status) => {
    expect(statusOn({ status: 'sent', validUntil }, today)).toBe(status)
  })

  it('is the only kind that expires', () => {
    for (const status of StoredProposalStatus.options)
      expect(statusOn({ status, validUntil: '2020-01-01' }, today)).toBe(status === 'sent' ? 'expired' : status)
  })
})
