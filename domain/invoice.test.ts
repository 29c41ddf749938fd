import { describe, expect, it } from 'vitest'
import { type Actor, unlimited } from './actor.ts'
import {
  allowedActions,
  assertCanChangeInvoiceStatus,
  assertCanEditInvoice,
  type InvoiceStatus,
  type ActionFacts,
  payInvoice,
  assertCanSendInvoice,
  statusOn,
  whyNotVoid,
} from './invoice.ts'
import { firstSalesTax, type TaxTerms } from './sales-tax.ts'
import { PaymentInput } from './payment.ts'
import { DomainError } from './errors.ts'

const person = (role: Actor['role']): Actor => ({ id: role, role, firstName: null, lastName: null, ...unlimited })
const [alice, sam, ann] = [person('admin'), person('staff'), person('client')]
const today = '2026-11-21'

const invoice = (status: InvoiceStatus, more: Partial<ActionFacts> = {}): ActionFacts => ({
  status,
  total: 10_000,
  amountPaid: status === 'paid' ? 10_000 : 0,
  credited: 0,
  isRetainer: false,
  isMonthClosed: false,
  ...more,
})

/** 'ok', or the status and the sentence of the refusal. */
function answer(work: () => unknown): unknown {
  try {
    work()
    return 'done'
  } catch (error) {
    if (error instanceof DomainError) return [error.status, error.message]
    throw error
  }
}

describe('G4: the states of an invoice', () => {
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

  it.each(pairs)('change from %s to %s as in the table, and a refusal names the possible ones', (from, to) => {
    const given = answer(() => assertCanChangeInvoiceStatus(invoice(from), alice, to))
    if (isListed(from, to)) expect(given).toBe('done')
    else expect(given).toEqual([409, expect.stringMatching(/^(A|An) \w+( invoice)? (can be .+|can’t be changed)\.$/)])
  })

  it.each(pairs)('change from %s to %s only by administrators', (from, to) => {
    for (const actor of [sam, ann])
      expect(answer(() => assertCanChangeInvoiceStatus(invoice(from), actor, to))).toEqual([403, expect.any(String)])
  })

  it.each(statuses)('allow edits of %s only as a draft', (status) => {
    const given = answer(() => assertCanEditInvoice(invoice(status), alice))
    if (status === 'draft') expect(given).toBe('done')
    else expect(given).toEqual([409, expect.any(String)])
    expect(answer(() => assertCanEditInvoice(invoice(status), sam))).toEqual([403, expect.any(String)])
  })

  it('refuse to void an invoice with a payment', () => {
    expect(answer(() => assertCanChangeInvoiceStatus(invoice('overdue', { amountPaid: 1 }), alice, 'void'))).toEqual([
      409,
      'Payments were recorded on this invoice, so it can’t be voided.',
    ])
  })

  it('refuse to void an invoice with a credit note', () => {
    expect(answer(() => assertCanChangeInvoiceStatus(invoice('sent', { credited: 1 }), alice, 'void'))).toEqual([
      409,
      'A credit note was created for this invoice. Void the credit note before you void the invoice.',
    ])
    expect(answer(() => assertCanChangeInvoiceStatus(invoice('sent', { credited: 1 }), alice, 'paid'))).toBe('done')
  })

  it.each(statuses)('allow the listed actions when %s, and none in an archived folder or for others', (status) => {
    const actions = allowedActions(invoice(status), alice, true)
    for (const to of ['sent', 'paid', 'void'] as const) {
      const move = { sent: 'send', paid: 'mark-paid', void: 'void' } as const
      expect(actions.includes(move[to])).toBe(isListed(status, to))
    }
    expect(actions.includes('edit')).toBe(status === 'draft')
    expect(actions.includes('record-payment')).toBe(status === 'sent' || status === 'overdue')
    expect(allowedActions(invoice(status), alice, false)).toEqual(['download'])
    for (const actor of [sam, ann]) expect(allowedActions(invoice(status), actor, true)).toEqual(['download'])
  })

  it('offer no payment without a balance, and no void after a payment or with a credit note', () => {
    expect(allowedActions(invoice('sent', { total: 0 }), alice, true)).not.toContain('record-payment')
    expect(allowedActions(invoice('sent', { amountPaid: 1 }), alice, true)).not.toContain('void')
    expect(allowedActions(invoice('overdue', { credited: 1 }), alice, true)).not.toContain('void')
  })

  it('offer no void in a closed month, and give the reason to administrators where that is why', () => {
    const closed = { isMonthClosed: true }
    const reason = 'The month in which it was sent is closed. Create a credit note, or reopen the month first.'
    for (const status of ['sent', 'overdue'] as const) {
      expect(allowedActions(invoice(status, closed), alice, true)).not.toContain('void')
      expect(whyNotVoid(invoice(status, closed), alice, true)).toBe(reason)
      expect(whyNotVoid(invoice(status), alice, true)).toBeNull()
      expect(whyNotVoid(invoice(status, closed), alice, false)).toBeNull()
    }
    for (const actor of [sam, ann]) expect(whyNotVoid(invoice('sent', closed), actor, true)).toBeNull()
    expect(whyNotVoid(invoice('sent', { ...closed, amountPaid: 1 }), alice, true)).toBeNull()
    expect(whyNotVoid(invoice('paid', closed), alice, true)).toBeNull()
  })

  it.each<[InvoiceStatus, Partial<ActionFacts>, boolean]>([
    ['sent', { credited: 9_999 }, true],
    ['sent', { credited: 10_000 }, false],
    ['paid', { credited: 9_999 }, true],
    ['paid', { credited: 10_000 }, false],
    ['sent', { total: 0 }, false],
    ['draft', {}, false],
    ['void', {}, false],
    ['sent', { isRetainer: true, amountPaid: 9_999 }, true],
    ['paid', { isRetainer: true }, false],
  ])('offer a credit note of %s with %j: %s', (status, more, expected) => {
    expect(allowedActions(invoice(status, more), alice, true).includes('credit')).toBe(expected)
  })

  it.each([
    ['sent', '2026-11-20', 'overdue'],
    ['sent', '2026-11-21', 'sent'],
    ['sent', '2026-11-22', 'sent'],
    ['draft', '2026-11-20', 'draft'],
    ['paid', '2026-11-20', 'paid'],
    ['void', '2026-11-20', 'void'],
    ['overdue', '2026-11-20', 'overdue'],
  ] as const)('%s and due on %s is shown on 2026-11-21 as %s', (status, dueDate, read) => {
    expect(statusOn(today, { status, dueDate })).toBe(read)
  })

  const terms = { ...firstSalesTax, isExempt: false }
  const taxOf = ({ mode, rate, isExempt }: TaxTerms) => ({ taxMode: mode, taxRate: rate, taxExempt: isExempt })
  const untaxed = { ...terms, mode: 'off' } as const

  it('is sent with the tax that its folder and the firm have that day', () => {
    for (const each of [terms, { ...terms, isExempt: true }, untaxed])
      expect(answer(() => assertCanSendInvoice(taxOf(each), each))).toBe('done')
    expect(answer(() => assertCanSendInvoice(taxOf(untaxed), { ...untaxed, rate: 1 }))).toBe('done')
  })

  it('is not sent with a tax that changed since it was saved', () => {
    expect(answer(() => assertCanSendInvoice(taxOf(terms), { ...terms, isExempt: true }))).toEqual([
      409,
      expect.stringContaining('now exempt'),
    ])
    for (const changed of [{ ...terms, rate: 6000 }, untaxed, { ...terms, mode: 'by-line' } as const])
      expect(answer(() => assertCanSendInvoice(taxOf(terms), changed))).toEqual([
        409,
        'The sales tax setting changed. Edit and save the draft before it is sent.',
      ])
  })
})

describe('an invoice payment', () => {
  const pay = (facts: ActionFacts, amount: number, date?: string, actor = alice) =>
    answer(() => payInvoice(facts, actor, { amount, date }, today))

  it('is added up, and the last one pays the invoice', () => {
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
    ['void', 'This invoice is void, so payments can’t be recorded on it.'],
  ] as const)('is refused on %s', (status, sentence) => {
    expect(pay(invoice(status), 1)).toEqual([409, sentence])
  })

  it('is refused above the balance due, naming the balance', () => {
    const sentence = 'This is more than the balance due of $60.00.'
    expect(pay(invoice('sent', { amountPaid: 4_000 }), 6_001)).toEqual([409, sentence])
  })

  it('is refused with a future date, or from other users', () => {
    expect(pay(invoice('sent'), 1, '2026-11-22')).toEqual([400, expect.any(String)])
    expect(pay(invoice('sent'), 1, today, sam)).toEqual([403, expect.any(String)])
    expect(pay(invoice('sent'), 1, today, ann)).toEqual([403, expect.any(String)])
  })

  it.each([
    [{ amount: 0 }, 'A payment must be at least one cent.'],
    [{ amount: -1 }, 'A payment must be at least one cent.'],
    [{ amount: 1.5 }, 'Enter an amount in whole cents.'],
    [{ amount: '100' }, 'Enter an amount in whole cents.'],
    [{ amount: 10_000_000_000 }, 'A payment can be at most $99,999,999.99.'],
    [{ amount: 1, date: '2026-02-30' }, 'Enter a date.'],
    [{ amount: 1, date: '0000-01-01' }, 'Enter a date between 1900 and 2999.'],
    [{ amount: 1, date: '1999-12-31' }, 'Enter a date in 2000 or later.'],
  ])('is refused with %j', (given, sentence) => {
    expect(PaymentInput.safeParse(given).error?.issues[0]?.message).toBe(sentence)
  })
})
