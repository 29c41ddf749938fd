// The PDFs of a contract: the original of each text version, rendered once and then fixed, and the sealed one.
import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Contract } from '../../domain/contract.ts'
import type { AppContext } from '../app-context.ts'
import type { Origin } from '../kit/record.ts'
import { printContract } from '../pdf-templates/contract.ts'
import type { PdfPrinter } from '../pdf-templates/print.ts'
import { storePdf } from '../stored-pdfs/actions.ts'
import { type StoredPdf, unsafeOriginal, unsafeArchivedPdf } from '../stored-pdfs/queries.ts'
import { assertNotErased } from '../retention/queries.ts'
import { sealedFile } from '../verification/actions.ts'
import { firmSealOf, unsafeFirmSignature } from './firm-signature.ts'
import { contractDocument } from './pdf.ts'
import { unsafeContract } from './queries.ts'

export type PdfContext = Pick<AppContext, 'db' | 'files' | 'seal'> & PdfPrinter

/** The PDF shown to a reader: the one with the latest signature, unless the original is requested. */
export async function pdfToShow(context: PdfContext, origin: Origin, contract: Contract, wantsOriginal: boolean) {
  const sealed = wantsOriginal ? null : await unsafeArchivedPdf(context.db, contract.id, 'sealed')
  return sealed ?? originalOf(context, origin, contract)
}

/**
 * The original of the contract's current text; for a signed contract, the document that was signed. Rendered and stored
 * on first request; if two requests race, one result is stored. If the firm signed the text, its seal is part of the file.
 */
export async function originalOf(
  { db, files, seal, config, printer }: PdfContext,
  origin: Origin,
  contract: Contract,
): Promise<StoredPdf> {
  const kept = await unsafeOriginal(db, contract.id, contract.textVersion)
  if (kept !== null) return kept
  await assertNotErased(db, contract.clientFolderId)
  const firm = await unsafeFirmSignature(db, contract.id, contract.textVersion)
  const printed = await printContract({ config, printer }, contractDocument(contract, firm, contract.signers))
  const sealed =
    firm === null ? null : await seal.seal(printed.bytes, firmSealOf(firm, contract, config.provider.name, db.now))
  const stored = await storePdf(files, sealed?.bytes ?? printed.bytes)
  const added = await db.transaction(origin, async (tx) => {
    await assertNotErased(tx, contract.clientFolderId, { lock: true })
    const rows = await tx.run(sql`
      insert into archived_pdfs (id, entity_type, entity_id, kind, entity_version, storage_key, size, sha256, created_at)
      values (${newId()}, 'contracts', ${contract.id}, 'original', ${contract.textVersion}, ${stored.storageKey},
        ${stored.size}, ${stored.sha256}, ${tx.now})
      on conflict (entity_id, entity_version) where kind = 'original' do nothing`)
    if (rows > 0 && sealed !== null)
      await sealedFile(tx, {
        sha256: sealed.sha256,
        sealKeyId: sealed.sealKeyId,
        kind: 'contract',
        entityId: contract.id,
      })
    return rows
  })
  if (added === 0) await files.remove(stored.storageKey)
  const winner = await unsafeOriginal(db, contract.id, contract.textVersion)
  if (winner === null) throw new Error('A stored original is missing')
  return winner
}

/** Prints the original that the firm signed, so that its bytes exist before the client opens it. */
export async function storeOriginal(context: PdfContext, id: string): Promise<void> {
  const contract = await unsafeContract(context.db, id)
  if (contract?.status !== 'draft') return
  await originalOf(context, { actorId: null, address: 'job', requestId: 'store-contract-original' }, contract)
}

/** Audits each opening of a contract's PDF, with the version opened. */
export const opened = ({ id, clientFolderId, textVersion }: Contract, { kind, sha256 }: StoredPdf) => ({
  action: 'contract.opened' as const,
  id,
  clientFolderId,
  details: { version: textVersion, kind, sha256 },
})
