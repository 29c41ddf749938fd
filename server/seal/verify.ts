// Is this file one that we sealed, and is it as we sealed it? Looks at bytes alone; whoever sent them may mean harm.
import { createHash, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { messageBy, type Message } from './message.ts'
import { contentsOf, type Place, placesIn, signedParts } from './places.ts'

/** A certificate that sealed, and for how long. */
export const Sealer = z.object({
  id: z.string(),
  /** DER: its own first, then those above it. */
  certificates: z.array(z.instanceof(Buffer)),
  retiredAt: z.date().nullable(),
})
export type Sealer = z.infer<typeof Sealer>

/**
 * - whole: an intact seal of ours over the whole file.
 * - changed: the file carries a seal of ours, and that is not all. `appended`: what the seal covers is as it was, and something
 *   came after it; `signed-again`: the same, and what came is another signature; `content`: the sealed bytes are others now;
 *   `seal`: the seal itself is damaged.
 * - foreign: `no-seal`, `other-seal` (a signature of somebody else), or `out-of-time`: by a certificate of ours that was not in use.
 */
export type Verdict =
  | { is: 'whole'; sealKeyId: string; at: Date }
  | { is: 'changed'; found: 'appended' | 'signed-again' | 'content' | 'seal'; sealKeyId: string; at: Date | null }
  | { is: 'foreign'; found: 'no-seal' | 'other-seal' | 'out-of-time' }
  | { is: 'not-a-pdf' }

/** A seal that was under way when its certificate was retired still counts. */
const toleranceMilliseconds = 3_600_000

export function verifySeal(bytes: Uint8Array, sealers: Sealer[]): Verdict {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const places = placesIn(file)
  for (const place of places) {
    const sealed = sealedAt(file, place, sealers)
    if (sealed !== null) return judge(file, place, sealed)
  }
  const traced = sealers.find((sealer) => hasTraceOf(file, sealer))
  if (traced !== undefined) return { is: 'changed', found: 'seal', sealKeyId: traced.id, at: null }
  if (places.length > 0 || file.includes('/ByteRange')) return { is: 'foreign', found: 'other-seal' }
  return file.subarray(0, 1024).includes('%PDF-') ? { is: 'foreign', found: 'no-seal' } : { is: 'not-a-pdf' }
}

interface Sealed {
  sealer: Sealer
  message: Message
}

/** Our message at this place, whatever became of the bytes that it is about. */
function sealedAt(file: Buffer, place: Place, sealers: Sealer[]): Sealed | null {
  const contents = contentsOf(file, place)
  for (const sealer of sealers) {
    // Only a message that names a certificate of ours is read at all.
    if (!contents.includes(sealer.certificates[0] as Buffer)) continue
    const message = messageBy(sealer.certificates, contents)
    if (message !== null) return { sealer, message }
  }
  return null
}

function judge(file: Buffer, place: Place, { sealer, message }: Sealed): Verdict {
  const { at } = message
  const changed = { is: 'changed' as const, sealKeyId: sealer.id, at }
  if (!digestOf(file, place).equals(message.digest)) return { ...changed, found: 'content' }
  if (place.end < file.length) return { ...changed, found: place.isLast ? 'appended' : 'signed-again' }
  if (!place.isLast) return { ...changed, found: 'seal' }
  if (!isInTime(sealer, at) || !isChain(sealer.certificates)) return { is: 'foreign', found: 'out-of-time' }
  return { is: 'whole', sealKeyId: sealer.id, at }
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

/** Each is signed by the next; the last one is kept with the key, which is why it is trusted. */
function isChain(certificates: Buffer[]): boolean {
  const parsed = certificates.map((each) => new X509Certificate(each))
  return parsed.every((each, index) => {
    const above = parsed[index + 1]
    return above === undefined || (each.checkIssued(above) && each.verify(above.publicKey))
  })
}

/** Its public key, or the name that a seal gives its certificate: one changed byte cannot hide both. */
function hasTraceOf(file: Buffer, { certificates }: Sealer): boolean {
  const own = new X509Certificate(certificates[0] as Buffer)
  const key = own.publicKey.export({ type: 'spki', format: 'der' })
  const hash = createHash('sha256').update(own.raw).digest()
  const marks = [key, hash].map((each) => each.toString('hex'))
  return marks.some((mark) => file.includes(mark.toUpperCase()) || file.includes(mark))
}
