import sql from 'sql-template-tag'
import { type Finding, findings, type SealedKind, type Verification } from '../../domain/verification.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import { Hindered } from '../seal/hindered.ts'
import type { Seal, Sealed } from '../seal/seal.ts'
import type { Verdict } from '../seal/verify.ts'
import { subjectOf, unsafeRegistered } from './queries.ts'

export interface SealedFile extends Pick<Sealed, 'sha256' | 'sealKeyId'> {
  kind: SealedKind
  /** The contract or document that it belongs to. */
  entityId: string
}

/**
 * Registers a sealed PDF, in the transaction that stores its location. "Verify a document" confirms only registered
 * files. Registering the same bytes again changes nothing.
 */
export async function sealedFile(tx: Tx, { sha256, sealKeyId, kind, entityId }: SealedFile): Promise<void> {
  await tx.run(sql`
    insert into sealed_files (sha256, seal_key_id, kind, entity_id, sealed_at)
    values (${sha256}, ${sealKeyId}, ${kind}, ${entityId}, ${tx.now}) on conflict (sha256) do nothing`)
}

/** Audits the verification and its subject; the bytes are checked and discarded. */
export async function verifyFile(db: Database, seal: Seal, origin: Origin, bytes: Uint8Array): Promise<Verification> {
  const { verdict: seen, sha256 } = await seal.verify(bytes).catch((error: unknown) => {
    if (!(error instanceof Hindered)) throw error
    throw new DomainError(
      'invalid',
      'This file takes too long to read, so it can’t be verified. Send the original file.',
    )
  })
  const known = await unsafeRegistered(db, sha256)
  const finding = findingOf(seen, known?.sealKeyId)
  const { verdict, sentence } = findings[finding]
  await db.transaction(origin, async (tx) =>
    tx.record({ action: 'file.verified', id: known?.entityId ?? null, details: { finding } }),
  )
  const ours = 'sealKeyId' in seen ? seen : null
  return {
    verdict,
    sentence,
    sealedAt: ours?.at?.toISOString() ?? null,
    sealedBy: ours === null ? null : await subjectOf(db, ours.sealKeyId),
    seals: finding === 'whole' && seen.is === 'whole' ? seen.seals : null,
    kind: finding === 'whole' ? (known?.kind ?? null) : null,
    sha256,
  }
}

/** The seal alone is not enough, since someone with a stolen key could create one: the file must also be registered. */
function findingOf(seen: Verdict, registeredKey: string | undefined): Finding {
  if (seen.is === 'not-a-pdf') return 'not-a-pdf'
  if (seen.is !== 'whole') return seen.found
  return seen.sealKeyId === registeredKey ? 'whole' : 'unregistered'
}
