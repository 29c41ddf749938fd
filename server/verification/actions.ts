// The register of sealed files.
import sql from 'sql-template-tag'
import type { SealedKind } from '../../domain/verification.ts'
import type { Tx } from '../kit/db.ts'
import type { Sealed } from '../kit/seal/seal.ts'

/**
 * Notes that a sealed PDF was stored, in the transaction that stores where it is. "Verify a document" vouches only for files
 * that stand here. Once more with the same bytes changes nothing.
 *
 * @param what the contract or document that it belongs to
 */
export async function sealedFile(
  tx: Tx,
  { sha256, sealKeyId }: Pick<Sealed, 'sha256' | 'sealKeyId'>,
  what: { kind: SealedKind; id: string },
): Promise<void> {
  await tx.run(sql`
    insert into sealed_files (sha256, seal_key_id, kind, entity_id, sealed_at)
    values (${sha256}, ${sealKeyId}, ${what.kind}, ${what.id}, ${tx.now}) on conflict (sha256) do nothing`)
}
