import { describe, expect, it } from 'vitest'
import type { Actor } from './actor.ts'
import {
  allowedActions,
  assertCanChangeProposalStatus,
  composeProposal,
  assertCanEditProposal,
  ProposalInput,
  type ProposalStatus,
  assertCanReplaceVersion,
  assertCanReviseProposal,
  statusOn,
  StoredProposalStatus,
} from './proposal.ts'
import { DomainError } from './errors.ts'
import { maxLines } from './service-line.ts'

const actor = (role: Actor['role']): Actor => ({ id: 'x', role, firstName: null, lastName: null })
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

const folderId = '01890000-0000-7000-8000-0000000000a1'
const rateId = '01890000-0000-7000-8000-0000000000b1'
const line = (more: object = {}) => ({ customName: 'Review', estimatedHours: 2, hourlyRate: 12_550, ...more })
const typed = (more: object = {}) => ({
  clientFolderId: folderId,
  title: 'Handbook',
  description: 'All of it.',
  services: [line()],
  validUntil: today,
  ...more,
})
const applyDefaults = (more: object = {}) =>
  composeProposal(ProposalInput.parse(typed(more)), new Map([[rateId, 'Handbook review']]), today)

const saidBy = (act: () => void): [string, string] => {
  try {
    act()
    return ['', '']
  } catch (error) {
    if (error instanceof DomainError) return [error.issues[0]?.path ?? '', error.message]
    const { issues } = error as { issues: { path: (string | number)[]; message: string }[] }
    return [issues[0]?.path.join('.') ?? '', issues[0]?.message ?? '']
  }
}

describe('G4: the content of a proposal', () => {
  it('gets its totals from the portal, and line names from the rate card if missing', () => {
    const composed = applyDefaults({
      services: [
        line({ estimatedHours: 1.25 }),
        { serviceRateId: rateId, customName: '', estimatedHours: 1, hourlyRate: 400_000 },
      ],
    })
    expect(composed.services).toMatchObject([
      { customName: 'Review', totalCost: 15_688 },
      { customName: 'Handbook review', serviceRateId: rateId, totalCost: 400_000 },
    ])
    expect([composed.totalCost, composed.timeline]).toEqual([415_688, []])
  })

  it.each([
    ['no folder', { clientFolderId: '' }, 'clientFolderId', 'Choose a client folder.'],
    ['no title', { title: ' ' }, 'title', 'Title is required'],
    ['no description', { description: undefined }, 'description', 'Description is required'],
    ['no line', { services: [] }, 'services', 'Add at least one service.'],
    ['no lines at all', { services: undefined }, 'services', 'Add at least one service.'],
    [
      'too many lines',
      { services: Array.from({ length: maxLines + 1 }, () => line()) },
      'services',
      'A proposal can have at most 500 services.',
    ],
    [
      'a line without a name',
      { services: [line({ customName: ' ' })] },
      'services.0.customName',
      'Enter a name for the service.',
    ],
    [
      'an unknown rate card',
      { services: [line(), line({ serviceRateId: folderId })] },
      'services.1.serviceRateId',
      'Choose an active rate card.',
    ],
    [
      'negative hours',
      { services: [line({ estimatedHours: -1 })] },
      'services.0.estimatedHours',
      'A quantity can’t be negative.',
    ],
    [
      'hours in thousandths',
      { services: [line({ estimatedHours: 1.005 })] },
      'services.0.estimatedHours',
      'A quantity can have at most two decimal places.',
    ],
    [
      'a fraction of a cent',
      { services: [line({ hourlyRate: 0.5 })] },
      'services.0.hourlyRate',
      'Enter an amount in whole cents.',
    ],
    [
      'another total of a line',
      { services: [line({ totalCost: 25_101 })] },
      'services.0.totalCost',
      'The total of this line doesn’t equal its hours times its rate.',
    ],
    ['another total', { totalCost: 251 }, 'totalCost', 'This doesn’t add up: it should be $251.00, not $2.51.'],
    [
      'more money than there may be',
      { services: [line({ estimatedHours: 999_999.99, hourlyRate: 9_999_999_999 })] },
      'totalCost',
      'An amount can be at most $99,999,999.99.',
    ],
    ['a day that is over', { validUntil: '2026-11-20' }, 'validUntil', 'Choose today or a later date.'],
    ['a day that is none', { validUntil: '2026-02-30' }, 'validUntil', 'Enter a date.'],
    ['no day', { validUntil: undefined }, 'validUntil', 'Enter a date.'],
    [
      'a phase without a name',
      { timeline: [{ phase: '', duration: '1 week' }] },
      'timeline.0.phase',
      'Enter a name for the phase.',
    ],
  ])('is refused with %s, with a sentence', (_what, part, path, sentence) => {
    expect(saidBy(() => applyDefaults(part))).toEqual([path, sentence])
  })

  it('matches exact decimal arithmetic to the cent, ten thousand times (seed 7)', () => {
    let state = 7
    const below = (n: number) => {
      state = (state * 1_664_525 + 1_013_904_223) >>> 0
      return state % n
    }
    for (let round = 0; round < 10_000; round++) {
      const lines = Array.from({ length: 1 + below(6) }, () => {
        const [whole, fraction] = [below(400), below(100)]
        return { text: `${whole}.${String(fraction).padStart(2, '0')}`, rate: below(50_000) }
      })
      const services = lines.map(({ text, rate }) => line({ estimatedHours: Number(text), hourlyRate: rate }))
      const expected = lines.map(({ text, rate }) => roundedHalfUp(BigInt(text.replace('.', '')) * BigInt(rate)))
      const totalCost = Number(expected.reduce((sum, cents) => sum + cents, 0n))
      const { services: composed, totalCost: sum } = applyDefaults({ services, totalCost })
      expect(composed.map((each) => BigInt(each.totalCost))).toEqual(expected)
      expect(sum).toBe(totalCost)
    }
  })

  /** Hundredths of a cent to cents, using digits only. */
  function roundedHalfUp(hundredths: bigint): bigint {
    const digits = hundredths.toString().padStart(3, '0')
    return BigInt(digits.slice(0, -2)) + (digits.at(-2)! >= '5' ? 1n : 0n)
  }
})
