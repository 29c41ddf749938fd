import { describe, expect, it } from 'vitest'
import { type Actor, type Role, unlimited } from './actor.ts'
import { clausesOf } from './contract-clauses.ts'
import { type Contract, ContractStatus } from './contract.ts'
import { amendmentTerms, assertCanRelateContract, nextTerm, relationDefaults } from './contract-relation.ts'
import { DomainError } from './errors.ts'

const actor = (role: Role): Actor => ({ id: `the ${role}`, role, firstName: null, lastName: null, ...unlimited })

function statusOf(work: () => void): number {
  try {
    work()
    return 200
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    expect(error.message).toMatch(/^[A-Z].*\.$/)
    return error.status
  }
}

describe('renewing and amending a contract', () => {
  it.each(ContractStatus.options)('is checked when it is %s', (status) => {
    const attempt = (role: Role, relation: 'renewal' | 'amendment') =>
      statusOf(() => assertCanRelateContract({ status, renewedBy: null }, actor(role), relation))
    for (const role of ['staff', 'client'] as const)
      expect([attempt(role, 'renewal'), attempt(role, 'amendment')], role).toEqual([403, 403])
    for (const role of ['admin', 'master-admin'] as const) {
      expect(attempt(role, 'renewal'), role).toBe(status === 'active' || status === 'completed' ? 200 : 409)
      expect(attempt(role, 'amendment'), role).toBe(status === 'active' ? 200 : 409)
    }
  })

  it('allows one renewal, which the refusal names, and any number of amendments', () => {
    const renewed = { status: 'active' as const, renewedBy: { id: 'r', contractNumber: 'PROHR-202611-009' } }
    expect(() => assertCanRelateContract(renewed, actor('admin'), 'renewal')).toThrow(
      'Contract PROHR-202611-009 already renews this one.',
    )
    expect(statusOf(() => assertCanRelateContract(renewed, actor('admin'), 'amendment'))).toBe(200)
  })
})

describe('the next term', () => {
  it.each([
    ['a year', '2026-01-01', '2026-12-31', '2027-01-01', '2027-12-31'],
    ['a leap year', '2027-03-01', '2028-02-29', '2028-03-01', '2029-02-28'],
    ['a year after a leap year', '2028-03-01', '2029-02-28', '2029-03-01', '2030-02-28'],
    ['six months', '2026-12-01', '2027-05-31', '2027-06-01', '2027-11-30'],
    ['a month', '2026-01-31', '2026-02-27', '2026-02-28', '2026-03-27'],
    ['ten days', '2026-11-01', '2026-11-10', '2026-11-11', '2026-11-20'],
    ['one day', '2026-11-01', '2026-11-01', '2026-11-02', '2026-11-02'],
  ])('of %s has the same length', (_what, startDate, endDate, nextStart, nextEnd) => {
    expect(nextTerm({ startDate, endDate }, '2026-06-15')).toEqual({ startDate: nextStart, endDate: nextEnd })
  })

  it('begins today and has no end if the contract has none', () => {
    const term = { startDate: '2026-01-01', endDate: null }
    expect(nextTerm(term, '2026-06-15')).toEqual({ startDate: '2026-06-15', endDate: null })
  })
})

describe('the defaults of a renewal or an amendment', () => {
  const line = {
    serviceRateId: null,
    customName: 'Handbook',
    description: null,
    estimatedHours: 10,
    hourlyRate: 12_000,
    totalCost: 120_000,
  }
  const client = {
    clientName: 'Ann Keller',
    clientEmail: 'ann@example.com',
    clientPhone: null,
    clientCompany: 'Acme LLC',
    clientAddress: null,
  }
  const contract = {
    ...client,
    contractNumber: 'PROHR-202601-001',
    proposalId: 'p',
    services: [line],
    terms: 'Payment. Net 30.',
    totalValue: 120_000,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
  } as Contract

  it('are the whole contract for the next term in a renewal', () => {
    expect(relationDefaults(contract, 'renewal', '2026-11-01')).toEqual({
      ...client,
      proposalId: null,
      services: [line],
      terms: 'Payment. Net 30.',
      totalValue: 120_000,
      startDate: '2027-01-01',
      endDate: '2027-12-31',
    })
  })

  it('are the client, the rest of the term, and what it amends in an amendment', () => {
    expect(relationDefaults(contract, 'amendment', '2026-11-01')).toEqual({
      ...client,
      proposalId: null,
      services: [],
      terms: amendmentTerms(contract),
      totalValue: null,
      startDate: '2026-11-01',
      endDate: '2026-12-31',
    })
    const terms = (today: string) => {
      const { startDate, endDate } = relationDefaults(contract, 'amendment', today)
      return [startDate, endDate]
    }
    expect(terms('2025-06-01')).toEqual(['2026-01-01', '2026-12-31'])
    expect(terms('2027-02-01')).toEqual(['2027-02-01', null])
  })

  it('name the amended contract in clauses with titles', () => {
    const clauses = clausesOf(amendmentTerms(contract))
    expect(clauses.map(({ title }) => title)).toEqual(['Amendment.', 'Other terms.'])
    expect(clauses[0]?.text).toContain('PROHR-202601-001')
  })
})
