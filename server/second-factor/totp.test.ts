import { expect, it } from 'vitest'
import { base32, codeAt, otpauthUri, stepOfCode } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

it.each([
  // RFC 6238, appendix B (the last six of its eight digits), SHA-1.
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', (second, code) => {
  expect(codeAt(secret, Math.floor(second / 30))).toBe(code)
})

it.each([
  // RFC 4648, section 10.
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" is %s in base32', (text, coded) => {
  expect(base32(Buffer.from(text))).toBe(coded)
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
])('a code %i steps away, after step %s was used, is that of step %s', (away, last, step) => {
  expect(stepOfCode(secret, codeAt(secret, 1000 + away), new Date(1000 * 30_000 + 500), last)).toBe(step)
})

it('an app reads whose account it is, whatever stands in the names', () => {
  const uri = new URL(otpauthUri(secret, 'Müller & Co?', 'ann keller'))
  expect(decodeURIComponent(uri.pathname)).toBe('/Müller & Co?:ann keller')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: base32(secret),
    issuer: 'Müller & Co?',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
