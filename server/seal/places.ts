// The signatures in a file: a ByteRange `[0 a b c]`, and exactly one hexadecimal string between a and b.

export interface Place {
  /** The signature's bytes between `<` and `>`; both brackets belong to the gap. */
  gapStart: number
  gapEnd: number
  /** End of the signed bytes; the end of the file unless something was appended. */
  end: number
  /**
   * No other range follows in the file. Only then is it certain that the signer meant this range: a file may contain
   * ranges before it is signed, and the hexadecimal string could be moved there without changing a signed byte.
   */
  isLast: boolean
}

const key = Buffer.from('/ByteRange')
/**
 * Upper bound: our signatures take 24,578 bytes, and a chain with timestamps and revocation responses about 100,000.
 */
const longestGap = 262_144
/** No file is signed this often; only the last few matter. */
const maxPlaces = 8
const rangePattern = /^\/ByteRange\s{0,9}\[\s{0,9}0\s{1,9}(\d{1,10})\s{1,10}(\d{1,10})\s{1,10}(\d{1,10})\s{0,10}\]/
const hexPattern = /^<[0-9A-F]*>$/

/** Last ones first. Skips invalid ranges and ranges outside the file. */
export function placesIn(file: Buffer): Place[] {
  const places: Place[] = []
  let from = file.length
  for (let seen = 0; seen < maxPlaces; seen++) {
    const found = file.lastIndexOf(key, from)
    if (found === -1) break
    const place = placeAt(file, found)
    if (place !== null) places.push({ ...place, isLast: seen === 0 })
    if (found === 0) break
    from = found - 1
  }
  return places
}

function placeAt(file: Buffer, at: number): Omit<Place, 'isLast'> | null {
  const [range, ...numbers] = rangePattern.exec(file.toString('latin1', at, at + 100)) ?? []
  if (range === undefined) return null
  const [gapStart, gapEnd, rest] = numbers.map(Number) as [number, number, number]
  const end = gapEnd + rest
  if (gapEnd > file.length || end > file.length || gapEnd - gapStart < 4 || gapEnd - gapStart > longestGap) return null
  // The range must itself be within the signed bytes.
  const isSigned = at + range.length <= gapStart || (at >= gapEnd && at + range.length <= end)
  // Upper case only, as we write it: the bytes in the gap are unsigned, so only one spelling is accepted.
  if (!isSigned || !hexPattern.test(file.toString('latin1', gapStart, gapEnd))) return null
  return { gapStart, gapEnd, end }
}

/** The decoded hexadecimal string, including padding. */
export const contentsOf = (file: Buffer, { gapStart, gapEnd }: Place): Buffer =>
  Buffer.from(file.toString('latin1', gapStart + 1, gapEnd - 1), 'hex')

export const signedParts = (file: Buffer, { gapStart, gapEnd, end }: Place): Buffer[] => [
  file.subarray(0, gapStart),
  file.subarray(gapEnd, end),
]
