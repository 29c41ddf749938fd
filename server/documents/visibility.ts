// Shares a team-only document with the client, or makes a shared one team-only while the client's side doesn't know it.
import sql, { type Sql } from 'sql-template-tag'
import { type Actor, isClient } from '../../domain/actor.ts'
import { assertNotArchived, type ClientFolder } from '../../domain/client-folder.ts'
import type { Document, DocumentView } from '../../domain/document.ts'
import {
  assertCanChangeVisibility,
  assertUnknownToClient,
  KnownToClient,
  type VisibilityChange,
} from '../../domain/document-visibility.ts'
import { notFound } from '../../domain/errors.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { notifyOtherSide, viewedAfter } from './actions.ts'
import { documentFor, isSharedWith } from './queries.ts'

/**
 * The folder is locked exclusively, so that the client's side can't start an export and no message, request, or
 * assignment can name the document at the same time. `openShared` waits for the lock of the document.
 */
export async function changeDocumentVisibility(
  tx: Tx,
  actor: Actor,
  id: string,
  change: VisibilityChange,
  ifMatch: IfMatch,
): Promise<DocumentView> {
  const { document: found } = await documentFor(tx, actor, id)
  await folderFor(tx, actor, found.clientFolderId, { lock: 'change', part: 'documents' })
  const { document, folder } = await documentFor(tx, actor, id, { lock: true })
  assertCanChangeVisibility(document, actor, change)
  assertNotArchived(folder)
  assertVersion(document, ifMatch)
  if (change.visibility === 'shared') await share(tx, actor, document, folder)
  else await unshare(tx, document)
  return viewedAfter(tx, actor, id)
}

/** Earlier versions are often drafts, so they stay team-only. */
async function share(tx: Tx, actor: Actor, { id, originalName }: Document, folder: ClientFolder): Promise<void> {
  await tx.run(sql`update documents set visibility = 'shared', version = version + 1 where id = ${id}`)
  const entry = { id, clientFolderId: folder.id }
  tx.record({ action: 'document.shared', ...entry }, { type: 'documents', ...entry })
  notifyOtherSide(tx, actor, folder, originalName)
}

async function unshare(tx: Tx, { id, clientFolderId }: Document): Promise<void> {
  const isVersion = sql`(d.id = ${id} or d.replaced_by_id = ${id})`
  // Locked before they are examined, so that a download at the same time is either found or refused.
  await tx.rows(sql`select d.id from documents d where ${isVersion} order by d.id for no key update`)
  assertUnknownToClient(await knownToClient(tx, isVersion))
  await deleteNotifications(tx, clientFolderId, isVersion)
  await tx.run(sql`
    update documents d set visibility = 'team-only', version = version + 1 where ${isVersion} and d.visibility = 'shared'`)
  const entry = { id, clientFolderId }
  // Also for the client's side, whose open list no longer has the document.
  tx.record({ action: 'document.unshared', ...entry }, { type: 'documents', ...entry })
}

/** @param isVersion SQL condition on documents `d` */
const knownToClient = (tx: Tx, isVersion: Sql): Promise<KnownToClient> =>
  tx.one(typed(KnownToClient)`
    select coalesce(bool_or(giver.role = 'client'), false) as "isUploaded",
      coalesce(bool_or(d.client_opened_at is not null), false) as "isOpened",
      coalesce(bool_or(exists (
        select from folder_exports x join users who on who.id = x.user_id and who.role = 'client'
        where x.client_folder_id = d.client_folder_id and x.status in ('waiting', 'ready', 'downloaded')
          and (x.ready_at is null or x.ready_at >= d.created_at))), false) as "isExported",
      coalesce(bool_or(d.requires_signature or d.is_signed or d.declined_at is not null
        or exists (select from signers s where s.entity_id = d.id)), false) as "isInSigning",
      coalesce(bool_or(exists (select from handbook_versions h where h.document_id = d.id)), false) as "isInHandbook",
      coalesce(bool_or(d.document_request_id is not null), false) as "isInRequest",
      coalesce(bool_or(exists (select from message_documents l where l.document_id = d.id)), false) as "isInMessage",
      coalesce(bool_or(exists (select from assignments a where a.document_id = d.id)), false) as "isInAssignment",
      coalesce(bool_or(exists (select from training_records t where t.document_id = d.id)), false) as "isCertificate"
    from documents d join users giver on giver.id = d.uploaded_by_id where ${isVersion}`)

/** Those of the client's side with the document's name: that it was added, and that it expires. */
async function deleteNotifications(tx: Tx, clientFolderId: string, isVersion: Sql): Promise<void> {
  const readers = await tx.rows(typed(IdRow)`
    delete from notifications n using users who, documents d
    where who.id = n.user_id and who.role = 'client' and n.client_folder_id = ${clientFolderId} and ${isVersion}
      and n.about in ('documents', 'documents-expiring')
      and (n.subject = 'New document: ' || d.original_name or starts_with(n.subject, d.original_name || ' '))
    returning who.id`)
  const userIds = [...new Set(readers.map(({ id }) => id))]
  if (userIds.length > 0) tx.publish({ type: 'notifications', id: null, userIds, isPrivate: true })
}

/**
 * For someone on the client's side who is about to receive these documents, in the transaction that records it: throws
 * 404 if one was made team-only since it was read. None can be until the transaction ends, and then they are opened.
 */
export async function openShared(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  if (!isClient(actor)) return
  const shared = await tx.rows(sql`
    select d.id from documents d where d.id = any(${ids}::uuid[]) and ${isSharedWith(actor, sql`d`)} order by d.id for no key update`)
  if (shared.length < ids.length) throw notFound()
  await tx.run(sql`
    update documents set client_opened_at = ${tx.now} where id = any(${ids}::uuid[]) and client_opened_at is null`)
}
