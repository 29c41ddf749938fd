// Seals a PDF: a PAdES B-B signature, added after the file's own bytes, which stay as they are.
import { createHash, type KeyObject, sign } from 'node:crypto'
import { PDF, type Signer } from '@libpdf/core'
import { Hindered } from './hindered.ts'
import { type Sealer, verifySeal } from './verify.ts'

export interface SealingKey extends Sealer {
  privateKey: KeyObject
}

export interface Occasion {
  /** Why it is sealed, in a few words that readers show beside the signature. */
  reason: string
  /** Who signed; left out where the portal seals something of its own. */
  signerName?: string | undefined
  at: Date
  /** The name of the signature's field: one that the file does not have. */
  fieldName: string
}

/** Answers only what it has verified itself, and what begins with the very bytes that came in. */
export async function sealPdf(bytes: Uint8Array, key: SealingKey, occasion: Occasion): Promise<Uint8Array> {
  const pdf = await load(bytes)
  const { bytes: sealed, warnings } = await pdf
    .sign({
      signer: signerWith(key),
      level: 'B-B',
      reason: reasonFor(occasion),
      signingTime: occasion.at,
      fieldName: occasion.fieldName,
      estimatedSize: roomFor(key),
    })
    .catch(() => {
      throw new Hindered('damaged')
    })
  // Another's certification that allows no additions would be broken by ours.
  if (warnings.some(({ code }) => code === 'MDP_VIOLATION')) throw new Hindered('certified')
  const verdict = verifySeal(sealed, [key])
  if (verdict.is === 'foreign')
    throw new Error(`The certificate of the seal is not valid at ${occasion.at.toISOString()}`)
  const begins = Buffer.from(sealed.buffer, sealed.byteOffset, bytes.length)
  if (!begins.equals(bytes) || verdict.is !== 'whole') throw new Hindered('damaged')
  return sealed
}

/** For the certificates, a signature, and what stands around them. */
const roomFor = ({ certificates }: SealingKey) => 3072 + certificates.reduce((sum, { length }) => sum + length, 0)

async function load(bytes: Uint8Array): Promise<PDF> {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') throw new Hindered('not-a-pdf')
  const pdf = await PDF.load(bytes).catch(() => {
    throw new Hindered('damaged')
  })
  if (pdf.isEncrypted) throw new Hindered('encrypted')
  // Set in order for fast viewing over the web: the library would write such a file anew. Added to, it is merely in order no more.
  if (pdf.isLinearized) Object.assign(pdf, { _isLinearized: false })
  if (pdf.canSaveIncrementally() !== null) throw new Hindered('damaged')
  return pdf
}

function signerWith({ certificates, privateKey }: SealingKey): Signer {
  const [certificate, ...above] = certificates as [Buffer, ...Buffer[]]
  const isRsa = privateKey.asymmetricKeyType === 'rsa'
  return {
    certificate,
    certificateChain: above,
    keyType: isRsa ? 'RSA' : 'EC',
    signatureAlgorithm: isRsa ? 'RSASSA-PKCS1-v1_5' : 'ECDSA',
    sign: async (data, algorithm) => sign(algorithm, data, privateKey),
  }
}

const mostCharacters = 300

/** The library looks for its own marks in what it wrote, so a name must not hold them, and it escapes brackets twice. */
function reasonFor({ reason, signerName }: Occasion): string {
  const text = signerName === undefined ? reason : `${reason}. Signed by ${signerName}.`
  const short = Array.from(text.replace(/[\p{Cc}\p{Cs}]+/gu, ' '))
    .slice(0, mostCharacters)
    .join('')
  return short.replaceAll('(', '[').replaceAll(')', ']').replace(/[\\/]/g, '\u2215')
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
