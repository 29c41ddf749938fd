// What follows a signature: its papers are printed, sealed and stored, and then told of, all in one transaction. Killed at any
// point and begun again, by whichever instance, it ends the same: papers once, trail once. Stored bytes without a row are swept.
import sql from 'sql-template-tag'
import { firstIdSince, newId } from '../kit/id.ts'
import { linkPending } from '../audit/chain.ts'
import { withoutData } from '../kit/log.ts'
import type { Tx } from '../kit/db.ts'
import { sealedFile } from '../verification/actions.ts'
import { makePapers, type MadePaper, type SealingParts, type SealingStep } from './papers.ts'
import { isSealed, type Signature, unsafeSignature, unsealed } from './queries.ts'

const origin = { actorId: null, address: 'job', requestId: 'seal-signature' }

/** @param reached told of each step, before the next begins */
export async function sealSignature(
  parts: SealingParts,
  id: string,
  reached: (step: SealingStep) => void = () => {},
): Promise<void> {
  const { db, files } = parts
  // The certificate names the hash of the trail's line about the signing.
  await linkPending(db, parts.dataKeys)
  const signature = await unsafeSignature(db, id)
  if (signature === null || (await isSealed(db, id))) return
  const papers = await makePapers(parts, signature, reached)
  reached('stored')
  const kept = await db.transaction(origin, async (tx) => {
    const first = await keepPapers(tx, signature, papers)
    reached('written')
    return first
  })
  // Another instance was quicker.
  if (!kept) for (const { storageKey } of papers) await files.remove(storageKey)
}

async function keepPapers(tx: Tx, signature: Signature, papers: MadePaper[]): Promise<boolean> {
  const { id, entityType, entityId, clientFolderId } = signature
  await unsafeSignature(tx, id, { lock: true })
  if (await isSealed(tx, id)) return false
  for (const { kind, registeredAs, storageKey, size, sha256, sealKeyId } of papers) {
    await tx.run(sql`
      insert into papers (id, entity_type, entity_id, kind, storage_key, size, sha256, created_at)
      values (${newId()}, ${entityType}, ${entityId}, ${kind}, ${storageKey}, ${size}, ${sha256}, ${tx.now})`)
    await sealedFile(tx, { sha256, sealKeyId, kind: registeredAs, entityId })
  }
  tx.record(
    {
      action: entityType === 'documents' ? 'document.sealed' : 'contract.sealed',
      id: entityId,
      clientFolderId,
      details: {
        sealedSignatureId: id,
        papers: papers.map(({ kind, sha256, sealKeyId }) => ({ kind, sha256, sealKeyId })),
      },
    },
    { type: entityType, id: entityId, clientFolderId },
  )
  return true
}

const patienceSeconds = 60
const daysBack = 7

/**
 * Seals what an instance that was killed left behind: its job stays locked for hours. At a start nobody else is waited for;
 * should another instance be at it, one of the two is in vain.
 */
export async function sealWaiting(parts: SealingParts, { atStart = false } = {}): Promise<void> {
  const { db, log } = parts
  const before = new Date(db.now.getTime() - (atStart ? 0 : patienceSeconds * 1000))
  for (const id of await unsealed(db, firstIdSince(Date.now() - daysBack * 86_400_000), before))
    await sealSignature(parts, id).catch((error: unknown) =>
      log.error({ error: withoutData(error), signatureId: id }, 'a signature could not be sealed'),
    )
}
