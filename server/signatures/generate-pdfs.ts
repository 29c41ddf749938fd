// Creates the PDFs of a signature. The seal is added after the bytes that the signer could read: the contract or the
// uploaded PDF with the earlier signatures. The certificate is a separate PDF, and the only one for other files and
// for PDFs that can't be sealed.
import { fileKinds } from '../../domain/file-kind.ts'
import type { SealedKind } from '../../domain/verification.ts'
import { originalOf, type PdfContext } from '../contracts/stored-pdf.ts'
import { unsafeContract } from '../contracts/queries.ts'
import { type FirmSignature, unsafeFirmSignature } from '../contracts/firm-signature.ts'
import { unsafeDocument } from '../documents/queries.ts'
import type { AppContext } from '../app-context.ts'
import { Hindered } from '../seal/hindered.ts'
import type { Sealed, SealOccasion } from '../seal/seal.ts'
import { printCertificate } from '../pdf-templates/certificate.ts'
import { printSignatureBlock } from '../pdf-templates/contract.ts'
import { newPdfKey, type StoredPdfFile, storePdf } from '../stored-pdfs/actions.ts'
import { unsafeArchivedPdf } from '../stored-pdfs/queries.ts'
import { certificateOf, given } from './certificate.ts'
import { type Signature, signaturesUntil } from './queries.ts'

export type SealingContext = PdfContext & Pick<AppContext, 'dataKeys' | 'log'>

export interface GeneratedPdf extends Sealed, StoredPdfFile {
  kind: 'sealed' | 'certificate'
  /** The kind shown by "Verify a document". */
  registeredAs: SealedKind
}

/** The points at which sealing can be interrupted; the PDFs are created in the first two. */
export type SealingStep = 'printed' | 'sealed' | 'stored' | 'written'

type Reached = (step: SealingStep) => void

const origin = { actorId: null, address: 'job', requestId: 'seal-signature' }

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
  const { db } = context
  const contract = await unsafeContract(db, signature.entityId)
  if (contract === null) throw new Error('A signed contract is missing')
  const name = `Contract ${contract.contractNumber}`
  const firm = await unsafeFirmSignature(db, contract.id, contract.textVersion)
  // As signed, whatever happened to the contract since.
  const before = (await unsafeArchivedPdf(db, contract.id, 'sealed')) ?? (await originalOf(context, origin, contract))
  if (before.kind === 'original' && before.sha256 !== signature.shownSha256)
    throw new Error('The stored contract is not the one that was signed')
  const signatures = await signaturesUntil(db, signature)
  const side = signatures.at(-1)?.side ?? 'client'
  const field = `${side}-${signatures.filter((each) => each.side === side).length}`
  const page = (await printSignatureBlock(context, given(signature), signature.signedAt.toISOString())).bytes
  const toKey = newPdfKey()
  const occasion = { ...occasionOf(signature, name, db.now), visible: { field, page } }
  const sealed = { storageKey: toKey, ...(await context.seal.sealStored(before, toKey, occasion)) }
  return [
    { ...sealed, kind: 'sealed', registeredAs: 'contract' },
    await certificateFor(context, signature, name, firm, reached),
  ]
}

async function pdfsOfDocument(
  context: SealingContext,
  signature: Signature,
  reached: Reached,
): Promise<GeneratedPdf[]> {
  const document = await unsafeDocument(context.db, signature.entityId)
  const sealed = await sealedOriginal(context, signature, document)
  return [
    ...(sealed === null ? [] : [{ ...sealed, kind: 'sealed' as const, registeredAs: 'document' as const }]),
    await certificateFor(context, signature, document.originalName, null, reached),
  ]
}

async function certificateFor(
  context: SealingContext,
  signature: Signature,
  name: string,
  firm: FirmSignature | null,
  reached: Reached,
): Promise<GeneratedPdf> {
  const { db, seal, files } = context
  const printed = await printCertificate(context, await certificateOf(db, signature, name, firm))
  reached('printed')
  const occasion = occasionOf(signature, `Signature certificate: ${name}`, db.now)
  const { bytes, ...sealed } = await seal.seal(printed.bytes, occasion)
  reached('sealed')
  return { ...sealed, ...(await storePdf(files, bytes)), kind: 'certificate', registeredAs: 'certificate' }
}

/** Null if it cannot be sealed: not a PDF, too large, encrypted, certified by someone else, or damaged. */
async function sealedOriginal(
  { seal, db }: SealingContext,
  signature: Signature,
  { mimeType, fileSize: size, storageKey, originalName }: Awaited<ReturnType<typeof unsafeDocument>>,
): Promise<(Sealed & StoredPdfFile) | null> {
  if (mimeType !== fileKinds.pdf.mimeType) return null
  const uploaded = { storageKey, size, sha256: signature.shownSha256 }
  const from = (await unsafeArchivedPdf(db, signature.entityId, 'sealed')) ?? uploaded
  const toKey = newPdfKey()
  try {
    return { storageKey: toKey, ...(await seal.sealStored(from, toKey, occasionOf(signature, originalName, db.now))) }
  } catch (error) {
    if (error instanceof Hindered) return null
    throw error
  }
}

const occasionOf = ({ signerName }: Signature, reason: string, at: Date): SealOccasion => ({ reason, signerName, at })
