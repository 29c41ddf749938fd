import { expect, it } from 'vitest'
import { passwordMistake } from '../../domain/password.ts'
import { fixturePassword } from '../../tests/test-app.ts'
import { mostCommonPasswords, commonPasswords } from './common-passwords.ts'

const surroundings = { own: [], common: commonPasswords() }

it('A7: refuses each of the ten thousand most common passwords, even where eight characters are enough', () => {
  const all = mostCommonPasswords()
  expect(new Set(all).size).toBeGreaterThanOrEqual(10_000)
  const taken = all.filter((each) => passwordMistake(each, { ...surroundings, hasSecondFactor: true }) === null)
  expect(taken).toEqual([])
})

it('A7: refuses more than a thousand well-known phrases that pass the length rule', () => {
  const long = [...commonPasswords()].filter((each) => each.length >= 15)
  expect(long.length).toBeGreaterThan(1000)
  for (const each of long) expect(passwordMistake(each, surroundings)).not.toBeNull()
  for (const each of commonPasswords()) expect(each).toMatch(/^[a-z0-9]+$/)
})

it('A7: accepts an original phrase', () => {
  expect(passwordMistake(fixturePassword, surroundings)).toBeNull()
  expect(passwordMistake('CorrectHorseBatteryStaple 2026', surroundings)).not.toBeNull()
})

it.each(['mustang1', 'Samantha', 'liverpool12', 'c0rvette', 'Butterfly!', '1maverick1'])(
  'A7: refuses %s with a second factor, where eight characters are enough',
  (password) => {
    expect(passwordMistake(password, { ...surroundings, hasSecondFactor: true })).not.toBeNull()
    expect(passwordMistake('tin+moth', { ...surroundings, hasSecondFactor: true })).toBeNull()
  },
)
