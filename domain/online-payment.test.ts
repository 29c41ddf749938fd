import { describe, expect, it } from 'vitest'
import type { ActionFacts } from './invoice.ts'
import {
  allowedOnlineActions,
  appliedOf,
  canBecome,
  divideReturned,
  onlineAmount,
  type OnlineFacts,
  onlineMethodsFor,
  payableOf,
} from './online-payment.ts'

const actor = (role: 'client' | 'staff' | 'admin') => ({ id: '01890000-0000-7000-8000-000000000001', role }) as never
const sent = { status: 'sent', total: 100_000, amountPaid: 25_000 } as ActionFacts
const facts: OnlineFacts = { isOffered: true, allowsPartial: false, pending: 0 }

describe('the amount of an online payment', () => {
  it('is the balance due unless a part is asked for', () => {
    expect(onlineAmount(sent, actor('client'), facts, {})).toBe(75_000)
  })

  it('can be a part where the firm allows it', () => {
    expect(onlineAmount(sent, actor('client'), { ...facts, allowsPartial: true }, { amount: 10_000 })).toBe(10_000)
  })

  it('leaves out what is on its way from a bank', () => {
    expect(payableOf(sent, 50_000)).toBe(25_000)
    expect(payableOf(sent, 90_000)).toBe(0)
  })

  it.each<[string, 'client' | 'staff' | 'admin', ActionFacts, OnlineFacts, { amount?: number }]>([
    ['staff', 'staff', sent, facts, {}],
    ['an administrator', 'admin', sent, facts, {}],
    ['a draft', 'client', { ...sent, status: 'draft' }, facts, {}],
    ['a void invoice', 'client', { ...sent, status: 'void' } as never, facts, {}],
    ['an invoice that is paid', 'client', { ...sent, status: 'paid', amountPaid: 100_000 }, facts, {}],
    ['a firm without online payment', 'client', sent, { ...facts, isOffered: false }, {}],
    ['more than the balance due', 'client', sent, facts, { amount: 75_001 }],
    ['a part where the firm takes the whole', 'client', sent, facts, { amount: 10_000 }],
    ['a balance that is on its way', 'client', sent, { ...facts, pending: 75_000 }, {}],
    ['less than Stripe takes', 'client', sent, { ...facts, allowsPartial: true }, { amount: 49 }],
  ])('is refused for %s', (_name, role, invoice, given, input) => {
    expect(() => onlineAmount(invoice, actor(role), given, input)).toThrow()
  })
})

it('lets only a client pay, and only the balance due', () => {
  expect(allowedOnlineActions(sent, actor('client'), facts)).toEqual(['pay-online'])
  expect(allowedOnlineActions(sent, actor('staff'), facts)).toEqual([])
  expect(allowedOnlineActions({ ...sent, status: 'draft' }, actor('client'), facts)).toEqual([])
  expect(allowedOnlineActions(sent, actor('client'), { ...facts, pending: 74_960 })).toEqual([])
})

it('an amount above the balance due is applied up to the balance', () => {
  expect(appliedOf(sent, 80_000)).toBe(75_000)
  expect(appliedOf({ ...sent, status: 'paid', amountPaid: 100_000 }, 80_000)).toBe(0)
})

describe('money that Stripe returned', () => {
  const entries = [
    { id: 'a', left: 100 },
    { id: 'b', left: 50 },
  ]

  it.each([
    ['what is not applied first', 30, null, 30, []],
    ['then the entries in their order', 90, null, 40, [{ id: 'a', amount: 50 }]],
    [
      'and every entry in the end',
      190,
      null,
      40,
      [
        { id: 'a', amount: 100 },
        { id: 'b', amount: 50 },
      ],
    ],
    ['the entry that a refund was started for', 50, 'b', 0, [{ id: 'b', amount: 50 }]],
    ['that entry and then what is not applied', 60, 'b', 10, [{ id: 'b', amount: 50 }]],
  ])('is %s', (_what, amount, startedFor, unapplied, expected) => {
    expect(divideReturned(amount, 40, entries, startedFor)).toEqual({ unapplied, entries: expected })
  })

  it('is never more than what is left, because the rest was corrected by hand', () => {
    expect(divideReturned(500, 0, [{ id: 'a', left: 0 }], 'a')).toEqual({ unapplied: 0, entries: [] })
  })
})

it('a public school pays by ACH only', () => {
  expect(onlineMethodsFor('public-school')).toEqual(['ach'])
  expect(onlineMethodsFor(null)).toEqual(['card', 'ach'])
})

it.each([
  ['open', 'paid', true],
  ['pending', 'failed', true],
  ['expired', 'paid', true],
  ['paid', 'failed', false],
  ['paid', 'pending', false],
  ['failed', 'open', false],
] as const)('a payment that is %s becomes %s: %s', (before, after, can) => {
  expect(canBecome(before, after)).toBe(can)
})
