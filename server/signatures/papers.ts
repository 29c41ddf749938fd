// The papers of a signature. A contract is printed anew, whole, with its signature and certificate, and sealed. An uploaded PDF
// gets a seal after its own bytes and a certificate beside it; any other file, and a PDF that can carry no seal, the certificate.
import { createHash } from 'node:crypto'
import { fileKinds } from '../../domain/document.ts'
import { verificationLimitBytes, type SealedKind } from '../../domain/verification.ts'
import { unsafeContract } from '../contracts/queries.ts'
import { contractPaper } from '../contracts/pdf.ts'
import { unsafeDocument } from '../documents/queries.ts'
import type { Parts } from '../kit/parts.ts'
import { Hindered } from '../kit/seal/hindered.ts'
import type { Sealed } from '../kit/seal/seal.ts'
import { printCertificate } from '../papers/certificate.ts'
import { printContract } from '../papers/contract.ts'
import { certificateOf } from './certificate.ts'
import type { SealingStep } from './jobs.ts'
import type { Signature } from './queries.ts'

export type SealingParts = Pick<Parts, 'db' | 'files' | 'config' | 'printer' | 'seal' | 'log'>

export interface MadePaper extends Sealed {
  kind: 'sealed' | 'certificate'
  /** What "Verify a document" calls it. */
  registeredAs: SealedKind
}

type Reached = (step: SealingStep) => void

export const makePapers = (parts: SealingParts, signature: Signature, reached: Reached): Promise<MadePaper[]> =>
  signature.entityType === 'contracts'
    ? papersOfContract(parts, signature, reached)
    : papersOfDocument(parts, signature, reached)

async function papersOfContract(parts: SealingParts, signature: Signature, reached: Reached): Promise<MadePaper[]> {
  const contract = await unsafeContract(parts.db, signature.entityId)
  if (contract === null) throw new Error('A signed contract is not there')
  const name = `Contract ${contract.contractNumber}`
  const certificate = await certificateOf(parts.db, signature, name)
  // As it was signed, whatever became of the contract since.
  const printed = await printContract(parts, { ...contractPaper(contract, certificate), status: 'active' })
  reached('printed')
  const sealed = await sealIt(parts, signature, name, printed.bytes)
  reached('sealed')
  return [{ ...sealed, kind: 'sealed', registeredAs: 'contract' }]
}

async function papersOfDocument(parts: SealingParts, signature: Signature, reached: Reached): Promise<MadePaper[]> {
  const { db, config, printer } = parts
  const document = await unsafeDocument(db, signature.entityId)
  const name = document.originalName
  const original = await sealedOriginal(parts, signature, document)
  const certificate = await printCertificate({ config, printer }, await certificateOf(db, signature, name))
  reached('printed')
  const sealed = await sealIt(parts, signature, `Certificate of signature: ${name}`, certificate.bytes)
  reached('sealed')
  return [
    ...(original === null ? [] : [{ ...original, kind: 'sealed' as const, registeredAs: 'document' as const }]),
    { ...sealed, kind: 'certificate', registeredAs: 'certificate' },
  ]
}

/** Null for what cannot carry a seal: no PDF, too large, encrypted, certified by somebody else, damaged. */
async function sealedOriginal(
  parts: SealingParts,
  signature: Signature,
  { mimeType, fileSize, storageKey, originalName }: Awaited<ReturnType<typeof unsafeDocument>>,
): Promise<Sealed | null> {
  if (mimeType !== fileKinds.pdf.mimeType || fileSize > verificationLimitBytes) return null
  const { bytes, sha256 } = await readWhole(parts, storageKey)
  if (sha256 !== signature.shownSha256) throw new Error('The stored bytes are not those that were signed')
  return sealIt(parts, signature, originalName, bytes).catch((error: unknown) => {
    if (error instanceof Hindered) return null
    throw error
  })
}

/** Put together once and hashed piece by piece: a large file that is copied or hashed in one go makes everybody else wait. */
async function readWhole({ files }: SealingParts, storageKey: string): Promise<{ bytes: Buffer; sha256: string }> {
  const { stream, size } = await files.read(storageKey)
  const bytes = Buffer.allocUnsafeSlow(size)
  const hash = createHash('sha256')
  let filled = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    filled += chunk.copy(bytes, filled)
  }
  return { bytes: bytes.subarray(0, filled), sha256: hash.digest('hex') }
}

const sealIt = ({ seal, db }: SealingParts, { signerName }: Signature, reason: string, bytes: Uint8Array) =>
  seal.seal(bytes, { reason, signerName, at: db.now })
