// Creates the PDFs of a signature. A contract is rendered again with its signature and certificate, and sealed. An
// uploaded PDF gets a seal after its own bytes and a separate certificate; any other file, or a PDF that cannot be
// sealed, gets only the certificate.
import type { Contract } from '../../domain/contract.ts'
import { fileKinds } from '../../domain/file-kind.ts'
import type { SealedKind } from '../../domain/verification.ts'
import { unsafeContract } from '../contracts/queries.ts'
import { type FirmSignature, firmSealOf, unsafeFirmSignature } from '../contracts/firm-signature.ts'
import { contractDocument } from '../contracts/pdf.ts'
import { unsafeDocument } from '../documents/queries.ts'
import type { AppContext } from '../app-context.ts'
import { Hindered } from '../seal/hindered.ts'
import type { Sealed } from '../seal/seal.ts'
import { printCertificate } from '../pdf-templates/certificate.ts'
import { printContract } from '../pdf-templates/contract.ts'
import { newPdfKey, type StoredPdfFile, storePdf } from '../stored-pdfs/actions.ts'
import { certificateOf } from './certificate.ts'
import type { Signature } from './queries.ts'

export type SealingContext = Pick<AppContext, 'db' | 'dataKeys' | 'files' | 'config' | 'printer' | 'seal' | 'log'>

export interface GeneratedPdf extends Sealed, StoredPdfFile {
  kind: 'sealed' | 'certificate'
  /** The kind shown by "Verify a document". */
  registeredAs: SealedKind
}

/** The points at which sealing can be interrupted; the PDFs are created in the first two. */
export type SealingStep = 'printed' | 'sealed' | 'stored' | 'written'

type Reached = (step: SealingStep) => void

export const generatePdfs = (
  context: SealingContext,
  signature: Signature,
  reached: Reached,
): Promise<GeneratedPdf[]> =>
  signature.entityType === 'contracts'
    ? pdfsOfContract(context, signature, reached)
    : pdfsOfDocument(context, signature, reached)

async function pdfsOfContract(
  context: SealingContext,
  signature: Signature,
  reached: Reached,
): Promise<GeneratedPdf[]> {
  const contract = await unsafeContract(context.db, signature.entityId)
  if (contract === null) throw new Error('A signed contract is missing')
  const name = `Contract ${contract.contractNumber}`
  const firm = await unsafeFirmSignature(context.db, contract.id, contract.textVersion)
  const certificate = await certificateOf(context.db, signature, name, firm)
  // As signed, whatever happened to the contract since.
  const printed = await printContract(context, contractDocument(contract, firm, certificate))
  reached('printed')
  // One seal for each signer, each after the bytes of the one before.
  const bytes = firm === null ? printed.bytes : await sealForFirm(context, firm, contract, printed.bytes)
  const sealed = await sealIt(context, signature, name, bytes, reached)
  return [{ ...sealed, kind: 'sealed', registeredAs: 'contract' }]
}

const sealForFirm = async (
  { seal, config, db }: SealingContext,
  firm: FirmSignature,
  contract: Contract,
  printed: Uint8Array,
): Promise<Uint8Array> => (await seal.seal(printed, firmSealOf(firm, contract, config.provider.name, db.now))).bytes

async function pdfsOfDocument(
  context: SealingContext,
  signature: Signature,
  reached: Reached,
): Promise<GeneratedPdf[]> {
  const { db, config, printer } = context
  const document = await unsafeDocument(db, signature.entityId)
  const name = document.originalName
  const original = await sealedOriginal(context, signature, document)
  const certificate = await printCertificate({ config, printer }, await certificateOf(db, signature, name))
  reached('printed')
  const sealed = await sealIt(context, signature, `Signature certificate: ${name}`, certificate.bytes, reached)
  return [
    ...(original === null ? [] : [{ ...original, kind: 'sealed' as const, registeredAs: 'document' as const }]),
    { ...sealed, kind: 'certificate', registeredAs: 'certificate' },
  ]
}

/** Null if it cannot be sealed: not a PDF, too large, encrypted, certified by someone else, or damaged. */
async function sealedOriginal(
  { seal, db }: SealingContext,
  signature: Signature,
  { mimeType, fileSize, storageKey, originalName }: Awaited<ReturnType<typeof unsafeDocument>>,
): Promise<(Sealed & StoredPdfFile) | null> {
  if (mimeType !== fileKinds.pdf.mimeType) return null
  const from = { storageKey, size: fileSize, sha256: signature.shownSha256 }
  const toKey = newPdfKey()
  try {
    return { storageKey: toKey, ...(await seal.sealStored(from, toKey, occasionOf(signature, originalName, db.now))) }
  } catch (error) {
    if (error instanceof Hindered) return null
    throw error
  }
}

async function sealIt(
  { seal, db, files }: SealingContext,
  signature: Signature,
  reason: string,
  printed: Uint8Array,
  reached: Reached,
): Promise<Sealed & StoredPdfFile> {
  const { bytes, ...sealed } = await seal.seal(printed, occasionOf(signature, reason, db.now))
  reached('sealed')
  return { ...sealed, ...(await storePdf(files, bytes)) }
}

const occasionOf = ({ signerName }: Signature, reason: string, at: Date) => ({ reason, signerName, at })
