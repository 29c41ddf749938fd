import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { sealedKinds } from '../../domain/verification.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

const SealedFileRow = z.object({ kind: z.enum(sealedKinds), entityId: z.string(), sealKeyId: z.string() })

/** Without an access check: someone who has the exact bytes may know that we sealed them, and learns only the kind. */
export const unsafeRegistered = (db: Reader, sha256: string) =>
  db.maybe(typed(SealedFileRow)`
    select kind, entity_id as "entityId", seal_key_id as "sealKeyId" from sealed_files where sha256 = ${sha256}`)

const CertificateRow = z.object({ certificate: z.instanceof(Buffer) })

/** The subject of a key's certificate: "CN=ProHR Document Seal, O=ProHR". */
export async function subjectOf(db: Reader, sealKeyId: string): Promise<string> {
  const { certificate } = await db.one(typed(CertificateRow)`
    select certificates[1] as certificate from seal_keys where id = ${sealKeyId}`)
  return new X509Certificate(certificate).subject.split('\n').join(', ')
}
