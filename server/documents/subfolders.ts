// Subfolders of a client folder's documents. A subfolder exists while a document has its name.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { type DocumentMove, Subfolder, type SubfolderRename } from '../../domain/document-list.ts'
import { type DocumentView, DocumentVisibility, isTeamOnly } from '../../domain/document.ts'
import { conflict, notFound } from '../../domain/errors.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { documentChange, documentFor, isSharedWith, subfoldersOf, viewed } from './queries.ts'

/** Both sides may move any document that they can see, a signed one too: its bytes stay the same. */
export async function moveDocument(
  tx: Tx,
  actor: Actor,
  id: string,
  { subfolder }: DocumentMove,
  ifMatch: IfMatch,
): Promise<DocumentView> {
  const { document, folder } = await documentFor(tx, actor, id, { lock: true })
  assertNotArchived(folder)
  assertVersion(document, ifMatch)
  const name = subfolder === null ? null : ((await subfolderNamed(tx, actor, folder.id, subfolder))?.name ?? subfolder)
  await tx.run(sql`update documents set subfolder = ${name}, version = version + 1 where id = ${id}`)
  const entry = { id, clientFolderId: folder.id }
  tx.record({ action: 'document.moved', ...entry }, documentChange(document, folder.id))
  const moved = await documentFor(tx, actor, id)
  return viewed(moved.document, actor, moved.folder)
}

const RenamedRow = z.object({ visibility: DocumentVisibility })

/** For a client, of the documents that they see. */
export async function renameSubfolder(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { name, newName }: SubfolderRename,
): Promise<Subfolder> {
  // Exclusive, so that no document is moved to either name at the same time.
  const folder = await folderFor(tx, actor, clientFolderId, { lock: 'change', part: 'documents' })
  assertNotArchived(folder)
  if ((await subfolderNamed(tx, actor, folder.id, name)) === null) throw notFound()
  const isOther = name.toLowerCase() !== newName.toLowerCase()
  if (isOther && (await subfolderNamed(tx, actor, folder.id, newName)) !== null)
    throw conflict('There is already a subfolder with this name. Move the documents there instead.')
  const renamed = await tx.rows(typed(RenamedRow)`
    update documents d set subfolder = ${newName}, version = version + 1
    where d.client_folder_id = ${folder.id} and lower(d.subfolder) = lower(${name}) and ${isSharedWith(actor, sql`d`)}
    returning d.visibility`)
  tx.record(
    { action: 'client-folder.subfolder-renamed', id: folder.id, clientFolderId: folder.id },
    { type: 'documents', id: folder.id, clientFolderId: folder.id, teamOnly: renamed.every(isTeamOnly) },
  )
  return (await subfolderNamed(tx, actor, folder.id, newName)) ?? { name: newName, count: 0 }
}

const subfolderNamed = (
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  name: string,
): Promise<Subfolder | null> =>
  reader.maybe(typed(Subfolder)`
    select s.name, s.count from ${subfoldersOf(actor, clientFolderId)} s where lower(s.name) = lower(${name})`)
