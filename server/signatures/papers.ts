// The papers of a signature. A contract is printed anew, whole, with its signature and certificate, and sealed. An uploaded PDF
// gets a seal after its own bytes and a certificate beside it; any other file, and a PDF that can carry no seal, the certificate.
import { fileKinds } from '../../domain/document.ts'
import type { SealedKind } from '../../domain/verification.ts'
import { unsafeContract } from '../contracts/queries.ts'
import { contractPaper } from '../contracts/pdf.ts'
import { unsafeDocument } from '../documents/queries.ts'
import type { Parts } from '../app-context.ts'
import { Hindered } from '../seal/hindered.ts'
import type { Sealed } from '../seal/seal.ts'
import { printCertificate } from '../papers/certificate.ts'
import { printContract } from '../papers/contract.ts'
import { newPaperKey, type StoredPaper, storePaper } from '../papers-kept/actions.ts'
import { certificateOf } from './certificate.ts'
import type { Signature } from './queries.ts'

export type SealingParts = Pick<Parts, 'db' | 'dataKeys' | 'files' | 'config' | 'printer' | 'seal' | 'log'>

export interface MadePaper extends Sealed, StoredPaper {
  kind: 'sealed' | 'certificate'
  /** What "Verify a document" calls it. */
  registeredAs: SealedKind
}

/** The points at which the work that follows a signature can be cut off; the papers are made in the first two. */
export type SealingStep = 'printed' | 'sealed' | 'stored' | 'written'

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
  const sealed = await sealIt(parts, signature, name, printed.bytes, reached)
  return [{ ...sealed, kind: 'sealed', registeredAs: 'contract' }]
}

async function papersOfDocument(parts: SealingParts, signature: Signature, reached: Reached): Promise<MadePaper[]> {
  const { db, config, printer } = parts
  const document = await unsafeDocument(db, signature.entityId)
  const name = document.originalName
  const original = await sealedOriginal(parts, signature, document)
  const certificate = await printCertificate({ config, printer }, await certificateOf(db, signature, name))
  reached('printed')
  const sealed = await sealIt(parts, signature, `Certificate of signature: ${name}`, certificate.bytes, reached)
  return [
    ...(original === null ? [] : [{ ...original, kind: 'sealed' as const, registeredAs: 'document' as const }]),
    { ...sealed, kind: 'certificate', registeredAs: 'certificate' },
  ]
}

/** Null for what cannot carry a seal: no PDF, too large, encrypted, certified by somebody else, damaged. */
async function sealedOriginal(
  { seal, db }: SealingParts,
  signature: Signature,
  { mimeType, fileSize, storageKey, originalName }: Awaited<ReturnType<typeof unsafeDocument>>,
): Promise<(Sealed & StoredPaper) | null> {
  if (mimeType !== fileKinds.pdf.mimeType) return null
  const from = { storageKey, size: fileSize, sha256: signature.shownSha256 }
  const toKey = newPaperKey()
  try {
    return { storageKey: toKey, ...(await seal.sealKept(from, toKey, occasionOf(signature, originalName, db.now))) }
  } catch (error) {
    if (error instanceof Hindered) return null
    throw error
  }
}

async function sealIt(
  { seal, db, files }: SealingParts,
  signature: Signature,
  reason: string,
  printed: Uint8Array,
  reached: Reached,
): Promise<Sealed & StoredPaper> {
  const { bytes, ...sealed } = await seal.seal(printed, occasionOf(signature, reason, db.now))
  reached('sealed')
  return { ...sealed, ...(await storePaper(files, bytes)) }
}

const occasionOf = ({ signerName }: Signature, reason: string, at: Date) => ({ reason, signerName, at })
