// Whether each signature of a file covers everything that was in the file when it was given.
import { expect } from 'vitest'
import { pdfsig } from '../seals.ts'

/** @param seals how many signatures the file has */
export function expectSignedRanges(file: Buffer, seals: number): void {
  const ends = [...pdfsig(file).matchAll(/Signed Ranges: \[0 - (\d+)\], \[(\d+) - (\d+)\]/g)].map(([, , , end]) =>
    Number(end),
  )
  expect(new Set(ends).size).toBe(seals)
  expect(Math.max(...ends)).toBe(file.length)
  // Each one ends where the file ended at that time: that part is a complete file with the signatures given until then.
  ends
    .toSorted((a, b) => a - b)
    .forEach((end, index) => {
      const found = pdfsig(file.subarray(0, end))
      expect(found.match(/Signature is Valid\./g)).toHaveLength(index + 1)
      expect(found.match(/Total document signed/g)).toHaveLength(1)
    })
}
