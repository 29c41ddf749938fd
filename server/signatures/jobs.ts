// Work after a signature: its PDFs are rendered, sealed, and stored, and then recorded and announced in one
// transaction. Killed at any point and restarted on any instance, the result is the same: each PDF once, each audit
// entry once. Stored bytes without a row are swept.
import sql from 'sql-template-tag'
import { firstIdSince, newId } from '../kit/id.ts'
import { linkPending } from '../audit-log/chain.ts'
import { withoutData } from '../kit/log.ts'
import type { Tx } from '../kit/db.ts'
import { sealedFile } from '../verification/actions.ts'
import { generatePdfs, type GeneratedPdf, type SealingContext, type SealingStep } from './generate-pdfs.ts'
import { firstUnsealed, isSealed, type Signature, unsafeSignature, unsealed } from './queries.ts'

const origin = { actorId: null, address: 'job', requestId: 'seal-signature' }

/** @param reached called after each step, before the next one starts */
export async function sealSignature(
  context: SealingContext,
  id: string,
  reached: (step: SealingStep) => void = () => {},
): Promise<void> {
  const { db } = context
  // The certificate includes the hash of the signing's audit entry, so the entry must be linked first.
  await linkPending(db, context.dataKeys)
  const signature = await unsafeSignature(db, id)
  if (signature === null) return
  // Each sealed file extends the previous one.
  while (!(await isSealed(db, id))) await sealNext(context, (await firstUnsealed(db, signature)) ?? signature, reached)
}

async function sealNext(context: SealingContext, signature: Signature, reached: (step: SealingStep) => void) {
  const { db, files } = context
  const pdfs = await generatePdfs(context, signature, reached)
  reached('stored')
  const isStored = await db.transaction(origin, async (tx) => {
    const first = await storePdfs(tx, signature, pdfs)
    reached('written')
    return first
  })
  // Another instance was faster.
  if (!isStored) for (const { storageKey } of pdfs) await files.remove(storageKey)
}

async function storePdfs(tx: Tx, signature: Signature, pdfs: GeneratedPdf[]): Promise<boolean> {
  const { id, entityType, entityId, clientFolderId } = signature
  await unsafeSignature(tx, id, { lock: true })
  if (await isSealed(tx, id)) return false
  for (const { kind, registeredAs, storageKey, size, sha256, sealKeyId } of pdfs) {
    await tx.run(sql`
      insert into archived_pdfs (id, entity_type, entity_id, kind, signature_id, storage_key, size, sha256, created_at)
      values (${newId()}, ${entityType}, ${entityId}, ${kind}, ${id}, ${storageKey}, ${size}, ${sha256}, ${tx.now})`)
    await sealedFile(tx, { sha256, sealKeyId, kind: registeredAs, entityId })
  }
  tx.record(
    {
      action: entityType === 'documents' ? 'document.sealed' : 'contract.sealed',
      id: entityId,
      clientFolderId,
      details: {
        sealedSignatureId: id,
        papers: pdfs.map(({ kind, sha256, sealKeyId }) => ({ kind, sha256, sealKeyId })),
      },
    },
    { type: entityType, id: entityId, clientFolderId },
  )
  return true
}

const minAgeSeconds = 60
const daysBack = 7

/**
 * Seals signatures left by a killed instance, whose jobs are locked for hours. At start it does not wait for them; if
 * another instance is sealing the same one, one of the two results is discarded.
 */
export async function sealPending(context: SealingContext, { atStart = false } = {}): Promise<void> {
  const { db, log } = context
  const before = new Date(db.now.getTime() - (atStart ? 0 : minAgeSeconds * 1000))
  for (const id of await unsealed(db, firstIdSince(Date.now() - daysBack * 86_400_000), before))
    await sealSignature(context, id).catch((error: unknown) =>
      log.error({ error: withoutData(error), signatureId: id }, 'a signature could not be sealed'),
    )
}
