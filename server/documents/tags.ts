// Tags of a client folder's documents, which only the team sees. A tag exists while a document has it.
import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { type DocumentTags, Subfolder } from '../../domain/document-list.ts'
import type { DocumentView } from '../../domain/document.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { documentChange, documentFor, tagsOf, viewed } from './queries.ts'

/** The team may tag any document that they can see, a signed one too: its bytes stay the same. */
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
  const spelled = await spelledAsInFolder(tx, actor, folder.id, { id, tags })
  await tx.run(sql`update documents set tags = ${spelled}::text[], version = version + 1 where id = ${id}`)
  const details = { before: { tags: document.tags.length }, after: { tags: spelled.length } }
  const entry = { id, clientFolderId: folder.id, details }
  tx.record({ action: 'document.tagged', ...entry }, documentChange(document, folder.id))
  const tagged = await documentFor(tx, actor, id)
  return viewed(tagged.document, actor, tagged.folder)
}

/** A tag that another document of the folder has in another case gets its spelling. */
export async function spelledAsInFolder(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  { id, tags }: { id: string; tags: readonly string[] },
): Promise<string[]> {
  const known = await reader.rows(typed(Subfolder)`select t.name, t.count from ${tagsOf(actor, clientFolderId, id)} t`)
  return tags.map((tag) => known.find(({ name }) => name.toLowerCase() === tag.toLowerCase())?.name ?? tag)
}
