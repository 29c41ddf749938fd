// Tags of a client folder's documents. A tag exists while a document has it.
import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { type DocumentTags, Subfolder } from '../../domain/document-list.ts'
import type { DocumentView } from '../../domain/document.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { documentChange, documentFor, tagsOf, viewed } from './queries.ts'

/** Both sides may tag any document that they can see, a signed one too: its bytes stay the same. */
export async function setDocumentTags(
  tx: Tx,
  actor: Actor,
  id: string,
  { tags }: DocumentTags,
  ifMatch: IfMatch,
): Promise<DocumentView> {
  const { document, folder } = await documentFor(tx, actor, id, { lock: true })
  assertNotArchived(folder)
  assertVersion(document, ifMatch)
  const known = await tx.rows(typed(Subfolder)`select t.name, t.count from ${tagsOf(actor, folder.id)} t`)
  const spelled = tags.map((tag) => known.find(({ name }) => name.toLowerCase() === tag.toLowerCase())?.name ?? tag)
  await tx.run(sql`update documents set tags = ${spelled}::text[], version = version + 1 where id = ${id}`)
  const entry = { id, clientFolderId: folder.id }
  tx.record({ action: 'document.tagged', ...entry }, documentChange(document, folder.id))
  const tagged = await documentFor(tx, actor, id)
  return viewed(tagged.document, actor, tagged.folder)
}
