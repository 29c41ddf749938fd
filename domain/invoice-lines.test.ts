// The totals of an invoice, and its initial lines.
import { describe, expect, it } from 'vitest'
import { InvoiceInput } from './invoice.ts'
import { linesOfContract, calculateTotals } from './invoice-lines.ts'
import { firstSalesTax } from './sales-tax.ts'

const taxed = { ...firstSalesTax, isExempt: false }
const untaxed = { ...firstSalesTax, isExempt: true }

const refused = (message: unknown) => expect.objectContaining({ status: 400, message })

describe('G5: totals', () => {
  const line = (quantity: number, rate: number, total: number | null = null) => ({
    description: 'Consulting',
    quantity,
    rate,
    total,
  })

  it('are computed when left out: lines, tax of 5.75 %, total', () => {
    expect(calculateTotals([line(2.5, 12_500), line(0.33, 9_999)], taxed)).toMatchObject({
      lineItems: [{ total: 31_250 }, { total: 3_300 }],
      subtotal: 34_550,
      tax: 1_987,
      total: 36_537,
    })
    expect(calculateTotals([line(2.5, 12_500)], untaxed)).toMatchObject({ subtotal: 31_250, tax: 0, total: 31_250 })
  })

  it.each([
    ['lineItems.0.total', 31_251, {}],
    ['subtotal', null, { subtotal: 31_249 }],
    ['tax', null, { tax: 1_796 }],
    ['tax', null, { tax: 0 }],
    ['total', null, { total: 31_250 }],
  ])('must match when sent: %s', (path, total, sent) => {
    const message: unknown = expect.stringMatching(/^This doesn’t add up/)
    const refusal: unknown = expect.objectContaining({ status: 400, issues: [{ path, message }] })
    expect(() => calculateTotals([line(2.5, 12_500, total)], taxed, sent)).toThrow(refusal as Error)
  })

  it('have no tax for an exempt client, whatever is sent', () => {
    expect(() => calculateTotals([line(1, 100)], untaxed, { tax: 6 })).toThrow(refused(expect.any(String)))
  })

  it('accept discount lines down to a subtotal of zero', () => {
    expect(calculateTotals([line(1, 10_000), line(1, -2_500)], taxed)).toMatchObject({
      subtotal: 7_500,
      tax: 431,
      total: 7_931,
    })
    expect(calculateTotals([line(1, 10_000), line(2, -5_000)], taxed)).toMatchObject({ subtotal: 0, tax: 0, total: 0 })
    expect(calculateTotals([line(1, 100), line(0.5, -33)], untaxed).lineItems[1]?.total).toBe(-17)
    expect(() => calculateTotals([line(1, 10_000), line(1, -10_001)], taxed)).toThrow(
      refused('Discounts can’t be more than the other lines: the subtotal would be below $0.'),
    )
  })

  it('are limited', () => {
    for (const lines of [
      [line(2, 9_999_999_999)],
      [line(1, 9_999_999_999), line(1, 1)],
      [line(1, 9_999_999_999)], // including tax
    ])
      expect(() => calculateTotals(lines, taxed)).toThrow(refused('An amount can be at most $99,999,999.99.'))
  })

  it('match exact decimal arithmetic for 10,000 random invoices', () => {
    let state = 20_261_121
    const below = (n: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 4_294_967_296) * n)
    }
    for (let i = 0; i < 10_000; i++) {
      const lines = Array.from({ length: 1 + below(8) }, () => line(below(40_000) / 100, below(300_000)))
      const exempt = below(5) === 0
      const wanted = oracle(
        lines.map(({ quantity, rate }) => [String(quantity), rate]),
        exempt,
      )
      const given = calculateTotals(lines, exempt ? untaxed : taxed)
      expect([given.lineItems.map(({ total }) => total), given.subtotal, given.tax, given.total]).toEqual(wanted)
    }
  })
})

/** The same in dollars, by hand: decimals of any length, rounded half up at the cent. */
function oracle(lines: [quantity: string, rateCents: number][], exempt: boolean) {
  const decimal = (text: string) => {
    const [whole = '0', part = ''] = text.split('.')
    return { digits: BigInt(whole + part), places: part.length }
  }
  const times = (a: string, b: string) => {
    const [x, y] = [decimal(a), decimal(b)]
    return { digits: x.digits * y.digits, places: x.places + y.places }
  }
  const toCents = ({ digits, places }: { digits: bigint; places: number }) => {
    const text = String(digits).padStart(places + 1, '0')
    const [whole, part] = [text.slice(0, text.length - places), text.slice(text.length - places).padEnd(3, '0')]
    return BigInt(whole + part.slice(0, 2)) + (Number(part[2]) >= 5 ? 1n : 0n)
  }
  const dollars = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  const totals = lines.map(([quantity, rate]) => toCents(times(quantity, dollars(BigInt(rate)))))
  const subtotal = totals.reduce((sum, total) => sum + total, 0n)
  const tax = exempt ? 0n : toCents(times(dollars(subtotal), '0.0575'))
  return [totals.map(Number), Number(subtotal), Number(tax), Number(subtotal + tax)]
}

describe('invoice lines for a contract', () => {
  const service = (more: object) => ({
    serviceRateId: null,
    customName: 'Handbook',
    description: null,
    estimatedHours: null,
    hourlyRate: null,
    totalCost: null,
    ...more,
  })
  const contract = (services: ReturnType<typeof service>[]) => ({
    contractNumber: 'PROHR-202611-001',
    services,
    totalValue: 90_000,
  })

  it('are its services, by the hour or at their price', () => {
    const services = [
      service({ estimatedHours: 2.5, hourlyRate: 12_500, totalCost: 31_250 }),
      service({ totalCost: 58_750 }),
    ]
    expect(linesOfContract(contract(services))).toEqual([
      { description: 'Handbook', quantity: 2.5, rate: 12_500, total: null },
      { description: 'Handbook', quantity: 1, rate: 58_750, total: null },
    ])
  })

  it('have the rate card of the service, which a custom service has not', () => {
    const serviceRateId = '01890000-0000-7000-8000-0000000000c1'
    const services = [service({ totalCost: 5000, serviceRateId }), service({ totalCost: 5000 })]
    const lines = linesOfContract(contract(services))
    expect(lines.map((line) => line.serviceRateId)).toEqual([serviceRateId, undefined])
    const { lineItems } = calculateTotals(lines, { mode: 'rate', rate: 5750, isExempt: false })
    expect(lineItems.map((line) => 'serviceRateId' in line)).toEqual([true, false])
  })

  it('are one line with its total value if a service or all of them have no price', () => {
    const whole = [{ description: 'Services under contract PROHR-202611-001', quantity: 1, rate: 90_000, total: null }]
    expect(linesOfContract(contract([]))).toEqual(whole)
    expect(linesOfContract(contract([service({}), service({ totalCost: 5 })]))).toEqual(whole)
  })
})

describe('the input of an invoice', () => {
  const good = {
    clientFolderId: '01890000-0000-7000-8000-0000000000a1',
    lineItems: [{ description: 'Consulting', quantity: 1, rate: 100 }],
    dueDate: '2026-12-21',
  }
  const without = (key: string) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== key))
  const withLine = (more: object) => ({ ...good, lineItems: [{ ...good.lineItems[0], ...more }] })

  it('may be backdated', () => {
    expect(InvoiceInput.safeParse({ ...good, dueDate: '2020-01-01' }).success).toBe(true)
  })

  it.each([
    [without('clientFolderId'), 'clientFolderId', 'Choose a client folder.'],
    [without('dueDate'), 'dueDate', 'Enter the due date.'],
    [{ ...good, dueDate: '2026-02-30' }, 'dueDate', 'Enter the due date.'],
    [{ ...good, dueDate: '0000-01-01' }, 'dueDate', 'Enter a date between 1900 and 2999.'],
    [{ ...good, dueDate: '1999-12-31' }, 'dueDate', 'Enter a date in 2000 or later.'],
    [{ ...good, dueDate: '9999-12-31' }, 'dueDate', 'Enter a date between 1900 and 2999.'],
    [{ ...good, lineItems: [] }, 'lineItems', 'Add at least one line.'],
    [{ ...good, lineItems: 'one' }, 'lineItems', 'Add at least one line.'],
    [{ ...good, lineItems: Array(501).fill(good.lineItems[0]) }, 'lineItems', 'An invoice can have at most 500 lines.'],
    [withLine({ description: ' ' }), 'lineItems.0.description', 'Enter a description for each line.'],
    [withLine({ quantity: -1 }), 'lineItems.0.quantity', 'A quantity can’t be negative.'],
    [withLine({ quantity: 0.001 }), 'lineItems.0.quantity', 'A quantity can have at most two decimal places.'],
    [withLine({ quantity: '1' }), 'lineItems.0.quantity', 'Enter a number.'],
    [withLine({ rate: 0.5 }), 'lineItems.0.rate', 'Enter an amount in whole cents.'],
    [withLine({ rate: -1e12 }), 'lineItems.0.rate', 'An amount can be at most $99,999,999.99.'],
    [withLine({ rate: 1e12 }), 'lineItems.0.rate', 'An amount can be at most $99,999,999.99.'],
    [{ ...good, total: 1.5 }, 'total', 'Enter an amount in whole cents.'],
    [{ ...good, subtotal: '1' }, 'subtotal', 'Enter an amount in whole cents.'],
  ])('is refused with its sentence (%#)', (given, path, sentence) => {
    const issue = InvoiceInput.safeParse(given).error?.issues[0]
    expect([issue?.path.join('.'), issue?.message]).toEqual([path, sentence])
  })

  it.each(['status', 'paidAt', 'sentAt', 'amountPaid', 'createdById', 'taxExempt', 'version'])('refuses %s', (key) => {
    expect(InvoiceInput.safeParse({ ...good, [key]: 'x' }).error?.issues[0]?.code).toBe('unrecognized_keys')
  })
})
