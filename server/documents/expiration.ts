import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import type { DocumentView } from '../../domain/document.ts'
import { assertShared } from '../../domain/document-visibility.ts'
import { assertCanSetExpiration, type DocumentExpiration } from '../../domain/document-expiration.ts'
import type { Tx } from '../kit/db.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { documentChange, documentFor, viewed } from './queries.ts'

/** A new date starts its reminders again. A signed document can have one too: its bytes stay the same. */
export async function setDocumentExpiration(
  tx: Tx,
  actor: Actor,
  id: string,
  { expiresOn, remindsClient }: DocumentExpiration,
  ifMatch: IfMatch,
): Promise<DocumentView> {
  const { document, folder } = await documentFor(tx, actor, id, { lock: true })
  assertCanSetExpiration(document, actor)
  assertNotArchived(folder)
  assertVersion(document, ifMatch)
  if (remindsClient) assertShared(document, 'before you turn on reminders to the client')
  const isNewDate = expiresOn !== document.expiresOn
  await tx.run(sql`
    update documents set reminds_client = ${remindsClient ?? document.remindsClient}, version = version + 1
      ${isNewDate ? sql`, expires_on = ${expiresOn}, expiration_set_at = ${expiresOn === null ? null : tx.now}, expiration_reminded_days = null` : sql``}
    where id = ${id}`)
  const entry = { id, clientFolderId: folder.id }
  tx.record(
    { action: 'document.expiration-set', ...entry, details: { before: document.expiresOn, after: expiresOn } },
    documentChange(document, folder.id),
  )
  const changed = await documentFor(tx, actor, id)
  return viewed(changed.document, actor, changed.folder)
}
