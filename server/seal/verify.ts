// Whether a file was sealed by this portal and is unchanged. Looks only at the bytes, which may be hostile.
import { createHash, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { messageBy, type Message } from './message.ts'
import { contentsOf, type Place, placesIn, signedParts } from './places.ts'

/** A sealing certificate and its period of use. */
export const Sealer = z.object({
  id: z.string(),
  /** DER: its own first, then its issuers. */
  certificates: z.array(z.instanceof(Buffer)),
  retiredAt: z.date().nullable(),
})
export type Sealer = z.infer<typeof Sealer>

/**
 * - whole: the portal's intact seal over the complete file. `seals`: how many of the portal's intact seals it has, one for
 * each signer; each covers the bytes before it.
 * - changed: the file has the portal's seal, but was modified. `appended`: the sealed part is unchanged, and something
 * follows it; `signed-again`: the same, with another signature; `content`: the sealed bytes were changed; `seal`: the
 * seal itself is damaged.
 * - foreign: `no-seal`, `other-seal` (someone else's signature), or `out-of-time`: by one of the portal's certificates while it
 * was not in use.
 */
export type Verdict =
  | { is: 'whole'; sealKeyId: string; at: Date; seals: number }
  | { is: 'changed'; found: 'appended' | 'signed-again' | 'content' | 'seal'; sealKeyId: string; at: Date | null }
  | { is: 'foreign'; found: 'no-seal' | 'other-seal' | 'out-of-time' }
  | { is: 'not-a-pdf' }

/** A seal in progress when its certificate was retired is still valid. */
const toleranceMilliseconds = 3_600_000

export function verifySeal(bytes: Uint8Array, sealers: Sealer[]): Verdict {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const places = placesIn(file)
  for (const place of places) {
    const sealed = sealedAt(file, place, sealers)
    if (sealed !== null) return withCount(verdictOf(file, place, sealed), file, places, sealers)
  }
  const traced = sealers.find((sealer) => hasTraceOf(file, sealer))
  if (traced !== undefined) return { is: 'changed', found: 'seal', sealKeyId: traced.id, at: null }
  if (places.length > 0 || file.includes('/ByteRange')) return { is: 'foreign', found: 'other-seal' }
  return file.subarray(0, 1024).includes('%PDF-') ? { is: 'foreign', found: 'no-seal' } : { is: 'not-a-pdf' }
}

/** The last seal covers the earlier ones, so these are only counted. */
const withCount = (verdict: Verdict, file: Buffer, places: Place[], sealers: Sealer[]): Verdict =>
  verdict.is === 'whole'
    ? { ...verdict, seals: places.filter((place) => isIntact(file, place, sealers)).length }
    : verdict

function isIntact(file: Buffer, place: Place, sealers: Sealer[]): boolean {
  const sealed = sealedAt(file, place, sealers)
  return sealed !== null && digestOf(file, place).equals(sealed.message.digest)
}

interface Sealed {
  sealer: Sealer
  message: Message
}

/** Our message at this place, whether or not the sealed bytes were changed. */
function sealedAt(file: Buffer, place: Place, sealers: Sealer[]): Sealed | null {
  const contents = contentsOf(file, place)
  for (const sealer of sealers) {
    // A message that does not contain one of our certificates is not parsed.
    if (!contents.includes(sealer.certificates[0] as Buffer)) continue
    const message = messageBy(sealer.certificates, contents)
    if (message !== null) return { sealer, message }
  }
  return null
}

function verdictOf(file: Buffer, place: Place, { sealer, message }: Sealed): Verdict {
  const { at } = message
  const changed = { is: 'changed' as const, sealKeyId: sealer.id, at }
  if (!digestOf(file, place).equals(message.digest)) return { ...changed, found: 'content' }
  if (place.end < file.length) return { ...changed, found: place.isLast ? 'appended' : 'signed-again' }
  if (!place.isLast) return { ...changed, found: 'seal' }
  if (!isInTime(sealer, at) || !isChain(sealer.certificates)) return { is: 'foreign', found: 'out-of-time' }
  return { is: 'whole', sealKeyId: sealer.id, at, seals: 1 }
}

function digestOf(file: Buffer, place: Place): Buffer {
  const hash = createHash('sha256')
  for (const part of signedParts(file, place)) hash.update(part)
  return hash.digest()
}

function isInTime({ certificates, retiredAt }: Sealer, at: Date): boolean {
  if (retiredAt !== null && at.getTime() > retiredAt.getTime() + toleranceMilliseconds) return false
  const { validFromDate, validToDate } = new X509Certificate(certificates[0] as Buffer)
  return validFromDate <= at && at <= validToDate
}

/** Each is signed by the next; the last one is trusted because it is stored with the key. */
function isChain(certificates: Buffer[]): boolean {
  const parsed = certificates.map((each) => new X509Certificate(each))
  return parsed.every((each, index) => {
    const above = parsed[index + 1]
    return above === undefined || (each.checkIssued(above) && each.verify(above.publicKey))
  })
}

/** Searches for the public key or for the certificate's subject name: changing one byte cannot hide both. */
function hasTraceOf(file: Buffer, { certificates }: Sealer): boolean {
  const own = new X509Certificate(certificates[0] as Buffer)
  const key = own.publicKey.export({ type: 'spki', format: 'der' })
  const hash = createHash('sha256').update(own.raw).digest()
  const marks = [key, hash].map((each) => each.toString('hex'))
  return marks.some((mark) => file.includes(mark.toUpperCase()) || file.includes(mark))
}
