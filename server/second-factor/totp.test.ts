import { expect, it } from 'vitest'
import { authenticator, stepOfCode } from './totp.ts'

const secret = Buffer.from('12345678901234567890')
const codeAt = (step: number) => authenticator(secret).generate({ timestamp: step * 30_000 })

it.each([
  // RFC 6238, appendix B (the last six of its eight digits), SHA-1.
  [59, '287082'],
  [20_000_000_000, '353130'],
])('A9: computes at second %i the code %s', (second, code) => {
  expect(codeAt(Math.floor(second / 30))).toBe(code)
})

it.each([
  [-2, null, null],
  [-1, null, 999],
  [0, null, 1000],
  [1, null, 1001],
  [2, null, null],
  [0, 999, 1000],
  [0, 1000, null],
  [-1, 1000, null],
])('A9: a code %i steps away, after step %s was used, is accepted as step %s', (away, last, step) => {
  expect(stepOfCode(secret, codeAt(1000 + away), new Date(1000 * 30_000 + 500), last)).toBe(step)
})

it('A9: the app shows the account’s name, whatever characters it has', () => {
  const app = authenticator(secret, { issuer: 'Müller & Co?', label: 'ann keller' })
  const uri = new URL(app.toString())
  expect(decodeURIComponent(uri.pathname)).toBe('/Müller & Co?:ann keller')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: app.secret.base32,
    issuer: 'Müller & Co?',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
