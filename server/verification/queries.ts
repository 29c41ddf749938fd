import { X509Certificate } from 'node:crypto'
import sql from 'sql-template-tag'
import type { SealedKind } from '../../domain/verification.ts'
import type { Reader } from '../kit/db.ts'

/** Skips the actor: whoever holds the very bytes may know that we sealed them, and is told no more than the kind. */
export const unsafeRegistered = (db: Reader, sha256: string) =>
  db.maybe<{ kind: SealedKind; entityId: string; sealKeyId: string }>(sql`
    select kind, entity_id as "entityId", seal_key_id as "sealKeyId" from sealed_files where sha256 = ${sha256}`)

/** Whom the certificate of a key names: "CN=ProHR Document Seal, O=ProHR". */
export async function subjectOf(db: Reader, sealKeyId: string): Promise<string> {
  const { certificate } = await db.one<{ certificate: Buffer }>(sql`
    select certificates[1] as certificate from seal_keys where id = ${sealKeyId}`)
  return new X509Certificate(certificate).subject.split('\n').join(', ')
}
