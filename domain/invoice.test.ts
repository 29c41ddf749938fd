import { describe, expect, it } from 'vitest'
import type { Actor } from './actor.ts'
import {
  allowedMoves,
  assertCanChangeInvoiceStatus,
  assertCanEditInvoice,
  type InvoiceStatus,
  type MoveFacts,
  payInvoice,
  assertCanSendInvoice,
  statusOn,
} from './invoice.ts'
import { PaymentInput } from './payment.ts'
import { DomainError } from './errors.ts'

const person = (role: Actor['role']): Actor => ({ id: role, role, firstName: null, lastName: null })
const [alice, sam, ann] = [person('admin'), person('staff'), person('client')]
const today = '2026-11-21'

const invoice = (status: InvoiceStatus, more: Partial<MoveFacts> = {}): MoveFacts => ({
  status,
  total: 10_000,
  amountPaid: status === 'paid' ? 10_000 : 0,
  ...more,
})

/** Whether it goes through, or the status and the sentence of the refusal. */
function answer(work: () => unknown): unknown {
  try {
    work()
    return 'done'
  } catch (error) {
    if (error instanceof DomainError) return [error.status, error.message]
    throw error
  }
}

describe('G4: the life of an invoice', () => {
  const statuses: InvoiceStatus[] = ['draft', 'sent', 'overdue', 'paid', 'void']
  const listed: [InvoiceStatus, InvoiceStatus][] = [
    ['draft', 'sent'],
    ['draft', 'void'],
    ['sent', 'paid'],
    ['sent', 'void'],
    ['overdue', 'paid'],
    ['overdue', 'void'],
  ]
  const isListed = (from: string, to: string) => listed.some(([a, b]) => a === from && b === to)
  const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const))

  it.each(pairs)('from %s to %s goes as listed, and otherwise says what is possible', (from, to) => {
    const given = answer(() => assertCanChangeInvoiceStatus(invoice(from), alice, to))
    if (isListed(from, to)) expect(given).toBe('done')
    else expect(given).toEqual([409, expect.stringMatching(/^(A|An) \w+( invoice)? (can be .+|stays as it is)\.$/)])
  })

  it.each(pairs)('from %s to %s is for administrators only', (from, to) => {
    for (const actor of [sam, ann])
      expect(answer(() => assertCanChangeInvoiceStatus(invoice(from), actor, to))).toEqual([403, expect.any(String)])
  })

  it.each(statuses)('lets %s be edited only as a draft', (status) => {
    const given = answer(() => assertCanEditInvoice(invoice(status), alice))
    if (status === 'draft') expect(given).toBe('done')
    else expect(given).toEqual([409, expect.any(String)])
    expect(answer(() => assertCanEditInvoice(invoice(status), sam))).toEqual([403, expect.any(String)])
  })

  it('is void no more once a payment is in', () => {
    expect(answer(() => assertCanChangeInvoiceStatus(invoice('overdue', { amountPaid: 1 }), alice, 'void'))).toEqual([
      409,
      'Payments were recorded on this invoice, so it cannot be made void.',
    ])
  })

  it.each(statuses)('of %s offers what it allows, and nothing in an archived folder or to others', (status) => {
    const moves = allowedMoves(invoice(status), alice, true)
    for (const to of ['sent', 'paid', 'void'] as const) {
      const move = { sent: 'send', paid: 'mark-paid', void: 'void' } as const
      expect(moves.includes(move[to])).toBe(isListed(status, to))
    }
    expect(moves.includes('edit')).toBe(status === 'draft')
    expect(moves.includes('record-payment')).toBe(status === 'sent' || status === 'overdue')
    expect(allowedMoves(invoice(status), alice, false)).toEqual(['download'])
    for (const actor of [sam, ann]) expect(allowedMoves(invoice(status), actor, true)).toEqual(['download'])
  })

  it('offers no payment where nothing is open, and no void where something was paid', () => {
    expect(allowedMoves(invoice('sent', { total: 0 }), alice, true)).not.toContain('record-payment')
    expect(allowedMoves(invoice('sent', { amountPaid: 1 }), alice, true)).not.toContain('void')
  })

  it.each([
    ['sent', '2026-11-20', 'overdue'],
    ['sent', '2026-11-21', 'sent'],
    ['sent', '2026-11-22', 'sent'],
    ['draft', '2026-11-20', 'draft'],
    ['paid', '2026-11-20', 'paid'],
    ['void', '2026-11-20', 'void'],
    ['overdue', '2026-11-20', 'overdue'],
  ] as const)('%s and due on %s reads on 2026-11-21 as %s', (status, dueDate, read) => {
    expect(statusOn(today, { status, dueDate })).toBe(read)
  })

  it('is sent with the tax that its folder has that day', () => {
    for (const taxExempt of [true, false]) {
      expect(answer(() => assertCanSendInvoice({ taxExempt }, { taxExempt }))).toBe('done')
      expect(answer(() => assertCanSendInvoice({ taxExempt }, { taxExempt: !taxExempt }))).toEqual([
        409,
        expect.any(String),
      ])
    }
  })
})

describe('a payment', () => {
  const pay = (facts: MoveFacts, amount: number, date?: string, actor = alice) =>
    answer(() => payInvoice(facts, actor, { amount, date }, today))

  it('adds up, and the last one pays the invoice', () => {
    expect(payInvoice(invoice('sent'), alice, { amount: 1, date: today }, today)).toEqual({
      amountPaid: 1,
      isPaid: false,
    })
    expect(payInvoice(invoice('overdue', { amountPaid: 9_999 }), alice, { amount: 1 }, today)).toEqual({
      amountPaid: 10_000,
      isPaid: true,
    })
  })

  it.each([
    ['draft', 'This invoice is a draft. Send it before a payment is recorded.'],
    ['paid', 'This invoice is paid in full.'],
    ['void', 'This invoice is void and takes no payments.'],
  ] as const)('is refused on %s', (status, sentence) => {
    expect(pay(invoice(status), 1)).toEqual([409, sentence])
  })

  it('above the balance is refused with the balance named', () => {
    const sentence = 'This is more than the open balance of $60.00.'
    expect(pay(invoice('sent', { amountPaid: 4_000 }), 6_001)).toEqual([409, sentence])
  })

  it('of tomorrow, or by others, is refused', () => {
    expect(pay(invoice('sent'), 1, '2026-11-22')).toEqual([400, expect.any(String)])
    expect(pay(invoice('sent'), 1, today, sam)).toEqual([403, expect.any(String)])
    expect(pay(invoice('sent'), 1, today, ann)).toEqual([403, expect.any(String)])
  })

  it.each([
    [{ amount: 0 }, 'A payment is at least one cent.'],
    [{ amount: -1 }, 'A payment is at least one cent.'],
    [{ amount: 1.5 }, 'Please enter an amount in whole cents.'],
    [{ amount: '100' }, 'Please enter an amount in whole cents.'],
    [{ amount: 10_000_000_000 }, 'A payment can be at most $99,999,999.99.'],
    [{ amount: 1, date: '2026-02-30' }, 'Please enter a date.'],
    [{ amount: 1, date: '0000-01-01' }, 'Please enter a date between 1900 and 2999.'],
    [{ amount: 1, date: '1999-12-31' }, 'Please enter a date from the year 2000 on.'],
  ])('that says %j is refused', (given, sentence) => {
    expect(PaymentInput.safeParse(given).error?.issues[0]?.message).toBe(sentence)
  })
})
