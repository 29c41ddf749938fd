import { describe, expect, it } from 'vitest'
import { firstMapping } from './books.ts'
import {
  assertOwnCustomer,
  BooksCustomerInput,
  BooksItemInput,
  type BooksItemNames,
  booksLineKinds,
  type BooksNames,
  closedNames,
  lineNames,
} from './books-names.ts'

const card = '01890000-0000-7000-8000-0000000000c1'
const own = (id: string, more: Partial<BooksItemNames> = {}): BooksItemNames => ({
  id,
  item: null,
  incomeAccount: null,
  xeroAccountCode: null,
  xeroItemCode: null,
  ...more,
})
const names: BooksNames = {
  mapping: {
    ...firstMapping,
    retainerItem: 'Retainer',
    retainerAccount: 'Deposits',
    xeroRetainerCode: '2050',
    xeroRetainerItemCode: 'RET',
  },
  items: [
    own(card, { item: 'HR:Handbook', xeroAccountCode: '210', xeroItemCode: 'HB' }),
    own(booksLineKinds.discount.id, { item: 'Discount' }),
  ],
}

describe('the names of a line', () => {
  it.each([
    ['of a rate card', { serviceRateId: card }, ['HR:Handbook', 'Services', '210', 'HB']],
    ['of another rate card', { serviceRateId: crypto.randomUUID() }, ['Services', 'Services', '200', null]],
    ['of a discount', { kind: 'discount' as const }, ['Discount', 'Services', '200', null]],
    [
      'of a discount with a rate card',
      { kind: 'discount' as const, serviceRateId: card },
      ['HR:Handbook', 'Services', '210', 'HB'],
    ],
    ['of a credit without lines', { kind: 'credit' as const }, ['Services', 'Services', '200', null]],
    ['of a retainer', { isRetainer: true, serviceRateId: card }, ['Retainer', 'Deposits', '2050', 'RET']],
    ['without any of them', {}, ['Services', 'Services', '200', null]],
  ])('%s', (_what, line, expected) => {
    const { item, incomeAccount, xeroAccountCode, xeroItemCode } = lineNames(names, {
      isRetainer: false,
      kind: null,
      ...line,
    })
    expect([item, incomeAccount, xeroAccountCode, xeroItemCode]).toEqual(expected)
  })

  it('of a closed month are those of the closing, apart from retainer names that were missing', () => {
    const closed: BooksNames = { mapping: { ...firstMapping, item: 'Old', retainerItem: 'Old retainer' }, items: [] }
    const { mapping, items } = closedNames(closed, names)
    expect(mapping).toMatchObject({ item: 'Old', retainerItem: 'Old retainer', retainerAccount: 'Deposits' })
    expect(items).toEqual([])
  })
})

describe('a customer name', () => {
  it('is stored without spaces around it, and as none if it is empty', () => {
    for (const [name, stored] of [
      [' Acme, LLC ', 'Acme, LLC'],
      ['  ', null],
      [null, null],
    ])
      expect(BooksCustomerInput.parse({ name })).toEqual({ name: stored, isShared: false })
  })

  it('is refused if another client has it, unless that is confirmed', () => {
    expect(() => assertOwnCustomer('Acme', false)).toThrow('“Acme” already has this customer name')
    expect(() => assertOwnCustomer('Acme', true)).not.toThrow()
    expect(() => assertOwnCustomer(null, false)).not.toThrow()
  })

  it.each(['a\nb', 'a\tb', 'the "best"', 'x'.repeat(101)])('is refused as %j', (name) => {
    expect(BooksCustomerInput.safeParse({ name }).success).toBe(false)
  })
})

it('an item refuses quotation marks, and unknown fields', () => {
  for (const input of [{ item: '"' }, { incomeAccount: 'a\rb' }, { xeroItemCode: 'x'.repeat(31) }, { price: 5 }])
    expect(BooksItemInput.safeParse(input).success).toBe(false)
  expect(BooksItemInput.parse({})).toEqual({
    item: null,
    incomeAccount: null,
    xeroAccountCode: null,
    xeroItemCode: null,
  })
})
