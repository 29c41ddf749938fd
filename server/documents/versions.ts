// New versions of a document. Each version is a separate document; earlier ones refer to the current one.
import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { conflict } from '../../domain/errors.ts'
import { assertCanAddVersion } from '../../domain/document-actions.ts'
import type { Document, DocumentVersionInput, DocumentView } from '../../domain/document.ts'
import type { AppContext } from '../app-context.ts'
import type { Reader, Tx } from '../kit/db.ts'
import type { Page, PageQuery } from '../kit/page.ts'
import type { Origin } from '../kit/record.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { registerDocument } from './actions.ts'
import { deleteDocumentText, queueTextExtraction } from './document-texts.ts'
import { documentChange, documentFor, versionsOf, viewed } from './queries.ts'

export async function addDocumentVersion(
  context: Pick<AppContext, 'db' | 'files' | 'scanner' | 'seal' | 'log'>,
  origin: Origin,
  actor: Actor,
  id: string,
  input: DocumentVersionInput,
  uploadId: string | null,
): Promise<DocumentView> {
  const { db } = context
  const { document, folder } = await documentFor(db, actor, id)
  assertCanAddVersion(document, actor)
  assertNotArchived(folder)
  const added = await registerDocument(
    context,
    origin,
    actor,
    { ...input, clientFolderId: folder.id, requiresSignature: false, visibility: document.visibility },
    uploadId,
    (tx, newId) => replace(tx, actor, document, newId),
  )
  // Read again after the replacement.
  const { document: now } = await documentFor(db, actor, added.id)
  return viewed(now, actor, folder)
}

/** Locks the document and checks it again, because another version may have replaced it, or someone has shared it. */
async function replace(tx: Tx, actor: Actor, { id, visibility }: Document, newId: string): Promise<void> {
  const { document, folder } = await documentFor(tx, actor, id, { lock: true })
  assertCanAddVersion(document, actor)
  if (document.visibility !== visibility)
    throw conflict('Someone changed who sees this document while you were uploading. Upload the new version again.')
  await tx.run(sql`
    update documents set replaced_by_id = ${newId}, version = version + 1 where id = ${id} or replaced_by_id = ${id}`)
  await deleteDocumentText(tx, id)
  await tx.run(sql`
    update documents d set subfolder = e.subfolder, tags = e.tags, document_request_id = e.document_request_id,
      reminds_client = ${document.remindsClient}
    from documents e where d.id = ${newId} and e.id = ${id}`)
  await tx.run(sql`
    update assignments set document_id = ${newId}, version = version + 1
    where document_id = ${id} and status in ('pending', 'in-progress')`)
  const entry = { id: newId, clientFolderId: folder.id }
  tx.record({ action: 'document.replaced', ...entry, details: { earlierId: id } }, documentChange(document, folder.id))
}

/** When a version is withdrawn, the previous one becomes current again, where the withdrawn one was. */
export async function restoreEarlierVersion(tx: Tx, id: string): Promise<void> {
  const latest = await tx.maybe(typed(IdRow)`
    select id from documents where replaced_by_id = ${id} and withdrawn_at is null order by created_at desc, id desc limit 1`)
  if (latest === null) return
  await tx.run(sql`
    update documents set replaced_by_id = nullif(${latest.id}::uuid, id), version = version + 1 where replaced_by_id = ${id}`)
  await tx.run(sql`
    update documents d set subfolder = w.subfolder, tags = w.tags from documents w where d.id = ${latest.id} and w.id = ${id}`)
  await queueTextExtraction(tx, latest.id)
}

export async function listDocumentVersions(
  reader: Reader,
  actor: Actor,
  id: string,
  query: PageQuery,
): Promise<Page<DocumentView>> {
  const { document, folder } = await documentFor(reader, actor, id)
  const page = await versionsOf(reader, actor, document.replacedById ?? id, query)
  return { ...page, items: page.items.map((each) => viewed(each, actor, folder)) }
}
