// Where a file says it is signed: ByteRange `[0 a b c]`, and between a and b exactly one hexadecimal string.

export interface Place {
  /** The signature's own bytes, as they stand between `<` and `>`; both counted to the gap. */
  gapStart: number
  gapEnd: number
  /** Where the signed bytes end; the whole file, unless something was added. */
  end: number
  /**
   * No other range is named further back in the file. Only then is it the range that the signer meant: a file may name ranges
   * of its own before it is signed, and the hexadecimal string may be moved there without a signed byte changing.
   */
  isLast: boolean
}

const key = Buffer.from('/ByteRange')
/** Any real one is shorter: ours are 24,578 bytes, a chain with time stamps and answers about revocation some 100,000. */
const longestGap = 262_144
/** Nobody signs a file this often; what comes before the last few is no news. */
const mostPlaces = 8
const rangePattern = /^\/ByteRange\s{0,9}\[\s{0,9}0\s{1,9}(\d{1,10})\s{1,10}(\d{1,10})\s{1,10}(\d{1,10})\s{0,10}\]/
const hexPattern = /^<[0-9A-F]*>$/

/** The last ones first. Those that are no such range, or do not lie in this file, are left out. */
export function placesIn(file: Buffer): Place[] {
  const places: Place[] = []
  let from = file.length
  for (let seen = 0; seen < mostPlaces; seen++) {
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
  // The range is itself among the signed bytes.
  const isSigned = at + range.length <= gapStart || (at >= gapEnd && at + range.length <= end)
  // Capitals, as we write them: the bytes in the gap are signed by nobody, so they may have one spelling only.
  if (!isSigned || !hexPattern.test(file.toString('latin1', gapStart, gapEnd))) return null
  return { gapStart, gapEnd, end }
}

/** The bytes that the hexadecimal string stands for, fillers included. */
export const contentsOf = (file: Buffer, { gapStart, gapEnd }: Place): Buffer =>
  Buffer.from(file.toString('latin1', gapStart + 1, gapEnd - 1), 'hex')

export const signedParts = (file: Buffer, { gapStart, gapEnd, end }: Place): Buffer[] => [
  file.subarray(0, gapStart),
  file.subarray(gapEnd, end),
]
