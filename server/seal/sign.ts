// Seals a PDF: a PAdES B-B signature appended to the file's own bytes, which are unchanged.
import { createHash, type KeyObject, sign } from 'node:crypto'
import { PDF, PdfDict, type PdfObject, type Signer } from '@libpdf/core'
import { Hindered } from './hindered.ts'
import { type Sealer, verifySeal } from './verify.ts'

export interface SealingKey extends Sealer {
  privateKey: KeyObject
}

export interface Occasion {
  /** Why it is sealed: a short text that readers show next to the signature. */
  reason: string
  /** The signer; left out if the portal seals its own document. */
  signerName?: string | undefined
  at: Date
  /** Name of the signature field, not used in the file yet. */
  fieldName: string
  /** The empty field that it fills, and a page of the same size as its content; without it, the signature is invisible. */
  visible?: { field: string; page: Uint8Array } | undefined
}

/** Returns only a result that it has verified, and that begins with the input's bytes. */
export async function sealPdf(bytes: Uint8Array, key: SealingKey, occasion: Occasion): Promise<Uint8Array> {
  const pdf = await load(bytes)
  const isShown = occasion.visible !== undefined && (await show(pdf, occasion.visible))
  const { bytes: sealed, warnings } = await pdf
    .sign({
      signer: signerWith(key),
      level: 'B-B',
      reason: reasonFor(occasion),
      signingTime: occasion.at,
      fieldName: isShown ? occasion.visible?.field : occasion.fieldName,
      estimatedSize: roomFor(key),
    })
    .catch(() => {
      throw new Hindered('damaged')
    })
  // Another signer's certification that forbids additions would be invalidated by ours.
  if (warnings.some(({ code }) => code === 'MDP_VIOLATION')) throw new Hindered('certified')
  const verdict = verifySeal(sealed, [key])
  if (verdict.is === 'foreign')
    throw new Error(`The certificate of the seal is not valid at ${occasion.at.toISOString()}`)
  const begins = Buffer.from(sealed.buffer, sealed.byteOffset, bytes.length)
  if (!begins.equals(bytes) || verdict.is !== 'whole') throw new Hindered('damaged')
  return sealed
}

/**
 * Shows the page in the empty field. The library makes every field that it signs invisible on the first page, so its
 * rectangle is preserved. Returns false if the file has no such field, such as a contract from an earlier version.
 */
async function show(pdf: PDF, { field, page }: { field: string; page: Uint8Array }): Promise<boolean> {
  const found = pdf.getForm()?.getSignatureField(field)
  if (found === undefined || found.isSigned()) return false
  const dict = found.getDict()
  const { ref } = await pdf.embedPage(await PDF.load(page), 0)
  dict.set('AP', PdfDict.of({ N: ref }))
  const set = dict.set.bind(dict)
  const isPlace = (key: unknown) => ['Rect', 'P', 'F'].includes(String((key as { value?: string }).value ?? key))
  Object.defineProperty(dict, 'set', { value: (key: string, value: PdfObject) => !isPlace(key) && set(key, value) })
  return true
}

/** For the certificates, a signature, and the surrounding structure. */
const roomFor = ({ certificates }: SealingKey) => 3072 + certificates.reduce((sum, { length }) => sum + length, 0)

async function load(bytes: Uint8Array): Promise<PDF> {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') throw new Hindered('not-a-pdf')
  const pdf = await PDF.load(bytes).catch(() => {
    throw new Hindered('damaged')
  })
  if (pdf.isEncrypted) throw new Hindered('encrypted')
  // The library would rewrite a linearized file. Appended to, the file merely loses its linearization.
  if (pdf.isLinearized) Object.defineProperty(pdf, 'isLinearized', { value: false })
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

const maxCharacters = 300

/**
 * The library searches its output for its own placeholders, so a name must not contain them, and it escapes brackets
 * twice.
 */
function reasonFor({ reason, signerName }: Occasion): string {
  const text = signerName === undefined ? reason : `${reason}. Signed by ${signerName}.`
  const short = Array.from(text.replace(/[\p{Cc}\p{Cs}]+/gu, ' '))
    .slice(0, maxCharacters)
    .join('')
  return short.replaceAll('(', '[').replaceAll(')', ']').replace(/[\\/]/g, '\u2215')
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
