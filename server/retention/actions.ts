import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { conflict, notFound } from '../../domain/errors.ts'
import {
  assertCanChangeRetentionRule,
  assertCanEraseClient,
  type Erasure,
  type ErasureInput,
  type ArchivedPdf,
  type LegalHoldInput,
  type LegalHoldRelease,
  type LegalHoldView,
  assertCanReleaseHold,
  RetentionClass,
  type RetentionRule,
  type RetentionRuleChange,
} from '../../domain/retention.ts'
import { folderFor } from '../client-folders/queries.ts'
import { newId } from '../kit/id.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { ChangeEvent, Origin } from '../kit/record.ts'
import { erasurePlan, peopleOf } from './plan.ts'
import { legalHoldFor, ruleOf, unsafeErasure, viewed } from './queries.ts'
import { typed } from '../kit/row-types.ts'

const RetentionRuleRow = z.object({ class: RetentionClass, months: z.number().nullable(), version: z.number() })

export async function changeRetentionRule(
  tx: Tx,
  actor: Actor,
  given: string,
  change: RetentionRuleChange,
): Promise<RetentionRule> {
  const named = RetentionClass.safeParse(given)
  if (!named.success) throw notFound()
  assertCanChangeRetentionRule(named.data, change)
  const stored = await tx.one(typed(RetentionRuleRow)`
    insert into retention_rules (class, months, changed_by_id, changed_at)
    values (${named.data}, ${change.months}, ${actor.id}, ${tx.now})
    on conflict (class) do update set months = excluded.months, changed_by_id = excluded.changed_by_id,
      changed_at = excluded.changed_at, version = retention_rules.version + 1
    returning class, months, version`)
  tx.record(
    { action: 'retention-rule.changed', id: null, details: { ...change, class: named.data } },
    { type: 'retention-rules', id: null },
  )
  return ruleOf(named.data, stored)
}

export async function createLegalHold(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { reason }: LegalHoldInput,
): Promise<LegalHoldView> {
  // A data deletion takes the same lock: whichever comes first, the other is refused.
  await folderFor(tx, actor, clientFolderId, { lock: 'change' })
  if ((await tx.maybe(sql`select from erasures where client_folder_id = ${clientFolderId}`)) !== null)
    throw conflict('This folder’s data was already deleted, or is being deleted now, so a hold can’t be placed.')
  const id = newId()
  await tx.run(sql`
    insert into legal_holds (id, client_folder_id, reason, placed_by_id, created_at)
    values (${id}, ${clientFolderId}, ${reason}, ${actor.id}, ${tx.now})`)
  tx.record({ action: 'legal-hold.placed', id, clientFolderId }, holdChange(id))
  return viewed(await legalHoldFor(tx, id))
}

export async function releaseLegalHold(
  tx: Tx,
  actor: Actor,
  id: string,
  { releaseReason }: LegalHoldRelease,
): Promise<LegalHoldView> {
  const hold = await legalHoldFor(tx, id, { lock: true })
  assertCanReleaseHold(hold)
  await tx.run(sql`
    update legal_holds set released_at = ${tx.now}, released_by_id = ${actor.id}, release_reason = ${releaseReason}, version = version + 1
    where id = ${id}`)
  const { clientFolderId } = hold
  tx.record({ action: 'legal-hold.released', id, clientFolderId }, holdChange(id))
  return viewed(await legalHoldFor(tx, id))
}

const holdChange = (id: string): ChangeEvent => ({ type: 'legal-holds', id })

/** Starts the deletion of a client's data; from here on it runs to its end, even if an instance is killed. */
export async function createErasure(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: ErasureInput,
): Promise<Erasure> {
  const folder = await folderFor(tx, actor, clientFolderId, { lock: 'change' })
  assertCanEraseClient(await erasurePlan(tx, folder), input)
  const includesAccount = (await peopleOf(tx, clientFolderId)).length > 0
  const id = newId()
  await tx.run(sql`
    insert into erasures (id, client_folder_id, started_by_id, includes_account, created_at)
    values (${id}, ${clientFolderId}, ${actor.id}, ${includesAccount}, ${tx.now})`)
  await tx.run(sql`
    update client_folders set erasure_started_at = ${tx.now}, version = version + 1
    where id = ${clientFolderId}`)
  await tx.rows(sql`select graphile_worker.add_job('erase-waiting', job_key => 'erase-waiting')`)
  tx.record(
    { action: 'erasure.begun', id, clientFolderId, details: { includesAccount } },
    { type: 'erasures', id },
    { type: 'client-folders', id: clientFolderId, clientFolderId },
  )
  return unsafeErasure(tx, id)
}

export const recordArchivedPdfRead = (
  db: Database,
  origin: Origin,
  { id, kind, clientFolderId }: ArchivedPdf,
): Promise<void> =>
  db.transaction(origin, async (tx) =>
    tx.record({ action: 'kept-paper.opened', id, clientFolderId, details: { kind } }),
  )
