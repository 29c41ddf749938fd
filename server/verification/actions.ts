// The register of sealed files.
import sql from 'sql-template-tag'
import type { SealedKind } from '../../domain/verification.ts'
import type { Tx } from '../kit/db.ts'
import type { Sealed } from '../kit/seal/seal.ts'

export interface SealedFile extends Pick<Sealed, 'sha256' | 'sealKeyId'> {
  kind: SealedKind
  /** The contract or document that it belongs to. */
  entityId: string
}

/**
 * Notes that a sealed PDF was stored, in the transaction that stores where it is. "Verify a document" vouches only for files
 * that stand here. Once more with the same bytes changes nothing.
 */
export async function sealedFile(tx: Tx, { sha256, sealKeyId, kind, entityId }: SealedFile): Promise<void> {
  await tx.run(sql`
    insert into sealed_files (sha256, seal_key_id, kind, entity_id, sealed_at)
    values (${sha256}, ${sealKeyId}, ${kind}, ${entityId}, ${tx.now}) on conflict (sha256) do nothing`)
}
