import { expect, it } from 'vitest'
import { joined, moved, numbered } from './signer-order.ts'

const list = (text: string) =>
  text.split(' ').map((each) => ({ userId: each.charAt(0), position: Number(each.slice(1)) }))

it('numbers signers from 1 without gaps, and those with the same number stay together', () => {
  expect(numbered(list('a2 b2 c7'))).toEqual(list('a1 b1 c2'))
})

it('moves a signer to the place of the one above or below', () => {
  expect(moved(list('a1 b2 c2'), 1, -1)).toEqual(list('b1 a2 c2'))
  expect(moved(list('a1 b2'), 1, 1)).toEqual(list('a1 b2'))
})

it('lets a signer sign with the one above, or after them', () => {
  expect(joined(list('a1 b2 c3'), 1, true)).toEqual(list('a1 b1 c2'))
  expect(joined(list('a1 b1 c2'), 1, false)).toEqual(list('a1 b2 c3'))
})
