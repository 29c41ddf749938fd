import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editsBetween } from './edits.ts'

const isSame = (a: string, b: string) => a === b
const told = (old: string, young: string, most = 100) =>
  editsBetween(old.split(''), young.split(''), isSame, most)?.map(({ kind, items }) => `${kind} ${items.join('')}`)

it('what was removed stands before what was added in its place', () => {
  expect(told('abcd', 'axyd')).toEqual(['same a', 'removed bc', 'added xy', 'same d'])
  expect(told('', 'ab')).toEqual(['added ab'])
  expect(told('ab', '')).toEqual(['removed ab'])
  expect(told('', '')).toEqual([])
})

it('more edits than may be looked for are none', () => {
  expect(told('abc', 'xyz', 5)).toBeUndefined()
  expect(told('abc', 'xyz', 6)).toEqual(['removed abc', 'added xyz'])
})

/** The length of what two lists share, in their order, by the plain table. */
function shared(a: string[], b: string[]): number {
  const row = Array<number>(b.length + 1).fill(0)
  for (const one of a)
    for (let i = b.length, before = 0; i > 0; i--) {
      before = row.slice(0, i).reduce((most, each) => Math.max(most, each), 0)
      if (one === b[i - 1]) row[i] = Math.max(row[i] ?? 0, before + 1)
    }
  return Math.max(...row)
}

it('of any two lists both can be read off again, and no more is edited than must be', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
  fc.assert(
    fc.property(list, list, (old, young) => {
      const runs = editsBetween(old, young, isSame, 100) ?? []
      const of = (left: string) => runs.flatMap(({ kind, items }) => (kind === left ? [] : items))
      expect([of('added'), of('removed')]).toEqual([old, young])
      const same = runs.flatMap(({ kind, items }) => (kind === 'same' ? items : []))
      expect(same).toHaveLength(shared(old, young))
    }),
    { seed: 7, numRuns: 300 },
  )
})
