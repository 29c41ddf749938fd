// The word index of encrypted texts: which words it finds, and that its numbers say nothing without the keys.
import { createHmac, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { DataKey, DataKeys } from './data-keys.ts'
import { indexNumbers, queryNumbers } from './word-index.ts'

function keysOf(secret = randomBytes(32)): DataKeys {
  const key: DataKey = {
    id: '',
    derive: (purpose, salt) => createHmac('sha256', secret).update(purpose).update(salt).digest(),
  }
  return { inUse: async () => key, oldest: async () => key, byId: async () => key }
}

const keys = keysOf()

/** Whether the index would name a text as a candidate for these words. */
async function finds(text: string, ...words: string[]): Promise<boolean> {
  const numbers = await queryNumbers(keys, words)
  const index = new Set(await indexNumbers(keys, text))
  return numbers.length > 0 && numbers.every((number) => index.has(number))
}

it('finds words from their beginnings, in any case and order', async () => {
  const text = 'The OVERTIME of Castillo-Ruiz, invoice INV-20260421 (benefits)'
  for (const words of [
    ['overtime'],
    ['over', 'castillo'],
    ['RUIZ'],
    ['2026'],
    ['castillo-ru'],
    ['(benefits)'],
    ['the'],
  ])
    expect(await finds(text, ...words), words.join(' ')).toBe(true)
  for (const words of [['time'], ['overtimes'], ['overtime', 'holiday'], ['0421']])
    expect(await finds(text, ...words), words.join(' ')).toBe(false)
})

it('finds words of other scripts, and compatible forms of a character', async () => {
  expect(await finds('Größe der Straße', 'GRÖß', 'straß')).toBe(true)
  expect(await finds('Трудовой договор', 'договор')).toBe(true)
  expect(await finds('bene\ufb01t', 'benefit')).toBe(true)
})

it('has no number for a word of one or two characters', async () => {
  expect(await queryNumbers(keys, ['a', 'W-2', '%', 'zq_'])).toEqual([])
  expect(await indexNumbers(keys, 'a to W-2')).toEqual([])
  expect(await finds('W-2 of Castillo', 'W-2', 'castillo')).toBe(true)
})

it('does not distinguish words that share their first ten characters', async () => {
  expect(await finds('understanding', 'understandable')).toBe(true)
})

it('has different numbers with another key', async () => {
  const others = await indexNumbers(keysOf(), 'The overtime of Castillo')
  const own = new Set(await indexNumbers(keys, 'The overtime of Castillo'))
  expect(others.filter((number) => own.has(number))).toEqual([])
})

it('has a limited number of entries for a text of any length', async () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `${index}`.padStart(8, 'w')).join(' ')
  expect((await indexNumbers(keys, text)).length).toBeLessThanOrEqual(20_000)
})
