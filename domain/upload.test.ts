import { describe, expect, it } from 'vitest'
import { minPartSize } from './document.ts'
import type { DomainError } from './errors.ts'
import { claim, joinParts, partNumber, takeParts, type Upload } from './upload.ts'

const upload = (more: Partial<Upload> = {}): Upload => ({
  id: 'u',
  userId: 'ann',
  storageKey: 'documents/u',
  multipartName: null,
  maxSize: 100,
  isStored: true,
  isClaimed: false,
  isDiscarded: false,
  size: 5,
  sha256: 'abc',
  ...more,
})

const outcome = (act: () => unknown) => {
  try {
    return act()
  } catch (error) {
    return (error as DomainError).status
  }
}

it.each([
  ['arrived', {}, { size: 5, sha256: 'abc' }],
  ['is on its way', { isStored: false, size: null, sha256: null }, 409],
  ['was registered', { isClaimed: true }, 409],
  ['was removed', { isDiscarded: true }, 409],
])('assertCanClaim checks an upload that %s', (_title, more, expected) => {
  expect(outcome(() => claim(upload(more)))).toEqual(expected)
})

it.each([
  ['comes in parts', { isStored: false, multipartName: 'm' }, 'm'],
  ['comes whole', { isStored: false }, 409],
  ['is complete', { multipartName: 'm' }, 409],
  ['was cancelled', { isStored: false, multipartName: 'm', isDiscarded: true }, 409],
])('accepts or refuses parts for an upload that %s', (_title, more, expected) => {
  expect(outcome(() => takeParts(upload(more)))).toEqual(expected)
})

it.each([
  ['1', 1],
  ['10000', 10_000],
  ['0', null],
  ['10001', null],
  ['-1', null],
  ['1e2', null],
  ['', null],
])('reads or refuses the part number %j', (text, expected) => {
  if (expected === null) expect(() => partNumber(text)).toThrow()
  else expect(partNumber(text)).toBe(expected)
})

describe('joining parts', () => {
  const arrived = [
    { number: 1, size: minPartSize, md5: 'a' },
    { number: 2, size: minPartSize - 1, md5: 'b' },
    { number: 3, size: 7, md5: 'c' },
  ]
  const listed = (...numbers: number[]) =>
    numbers.map((number) => ({ PartNumber: number, ETag: `"${arrived[number - 1]?.md5 ?? 'x'}"` }))

  it.each([
    ['whole', listed(1, 3), 2 * minPartSize, [1, 3]],
    ['with quotes or without', [{ PartNumber: 3, ETag: 'c' }], 10, [3]],
    ['out of order', listed(3, 1), 2 * minPartSize, 400],
    ['twice the same', listed(1, 1), 3 * minPartSize, 400],
    ['one missing', listed(1, 4), 2 * minPartSize, 400],
    ['of another content', [{ PartNumber: 3, ETag: 'z' }], 10, 400],
    ['too small but for the last', listed(2, 3), 2 * minPartSize, 400],
    ['together too large', listed(1, 3), minPartSize + 6, 413],
  ])('%s', (_title, parts, maxSize, expected) => {
    const got = outcome(() => joinParts(parts, arrived, maxSize).map(({ number }) => number))
    expect(got).toEqual(expected)
  })
})
