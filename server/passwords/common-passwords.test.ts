import { expect, it } from 'vitest'
import { passwordMistake } from '../../domain/password.ts'
import { castPassword } from '../../tests/world.ts'
import { commonest, commonPasswords } from './common-passwords.ts'

const surroundings = { own: [], common: commonPasswords() }

it('A7: each of the ten thousand commonest passwords is refused, also where eight characters do', () => {
  const all = commonest()
  expect(new Set(all).size).toBeGreaterThanOrEqual(10_000)
  const taken = all.filter((each) => passwordMistake(each, { ...surroundings, hasSecondFactor: true }) === null)
  expect(taken).toEqual([])
})

it('A7: a thousand and more well-known phrases pass the length rule and are refused', () => {
  const long = [...commonPasswords()].filter((each) => each.length >= 15)
  expect(long.length).toBeGreaterThan(1000)
  for (const each of long) expect(passwordMistake(each, surroundings)).not.toBeNull()
  for (const each of commonPasswords()) expect(each).toMatch(/^[a-z0-9]+$/)
})

it('A7: a phrase of one\u2019s own is not among them', () => {
  expect(passwordMistake(castPassword, surroundings)).toBeNull()
  expect(passwordMistake('CorrectHorseBatteryStaple 2026', surroundings)).not.toBeNull()
})

it.each(['mustang1', 'Samantha', 'liverpool12', 'c0rvette', 'Butterfly!', '1maverick1'])(
  'A7: beside a second factor, where eight characters do, %s is refused',
  (password) => {
    expect(passwordMistake(password, { ...surroundings, hasSecondFactor: true })).not.toBeNull()
    expect(passwordMistake('tin+moth', { ...surroundings, hasSecondFactor: true })).toBeNull()
  },
)
