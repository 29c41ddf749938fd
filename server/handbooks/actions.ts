import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { fileKinds } from '../../domain/file-kind.ts'
import { conflict, invalid } from '../../domain/errors.ts'
import {
  assertCanSendHandbook,
  assertCanWriteHandbook,
  type HandbookInput,
  type HandbookView,
} from '../../domain/handbook.ts'
import { Id } from '../../domain/text.ts'
import type { AppContext } from '../app-context.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import { registerDocument } from '../documents/actions.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent, Origin } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { modelPolicies } from '../model-policies/queries.ts'
import { publishedOwnPolicies } from '../own-policies/queries.ts'
import { printAdopted } from '../pdf-templates/adopted.ts'
import type { PdfPrinter } from '../pdf-templates/print.ts'
import { startUpload, storeUpload } from '../uploads/actions.ts'
import { assembled } from './assemble.ts'
import { handbookFor, viewed } from './queries.ts'

/** Drafts are visible to the team only. */
const changed = (id: string, clientFolderId: string, teamOnly: boolean): ChangeEvent => ({
  type: 'handbooks',
  id,
  clientFolderId,
  teamOnly,
})

export async function createHandbook(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: HandbookInput,
): Promise<HandbookView> {
  const folder = await folderToAddTo(tx, actor, clientFolderId, 'documents')
  assertCanWriteHandbook(actor)
  assertNotArchived(folder)
  await assertKnown(tx, input)
  const id = newId()
  await tx.run(sql`
    insert into handbooks (id, client_folder_id, title, head_count, sector, field_values, items, created_by_id, created_at,
      updated_at)
    values (${id}, ${clientFolderId}, ${input.title.trim()}, ${input.headCount}, ${input.sector},
      ${JSON.stringify(input.fields)}::jsonb, ${JSON.stringify(input.items)}::jsonb, ${actor.id}, ${tx.now}, ${tx.now})`)
  tx.record({ action: 'handbook.created', id, clientFolderId }, changed(id, clientFolderId, true))
  return viewedAfter(tx, actor, id)
}

export async function changeHandbook(
  tx: Tx,
  actor: Actor,
  id: string,
  input: HandbookInput,
  ifMatch: IfMatch,
): Promise<HandbookView> {
  const { handbook, folder } = await handbookFor(tx, actor, id, { lock: true })
  assertCanWriteHandbook(actor)
  assertNotArchived(folder)
  assertVersion(handbook, ifMatch)
  await assertKnown(tx, input, handbook.items)
  await tx.run(sql`
    update handbooks set title = ${input.title.trim()}, head_count = ${input.headCount}, sector = ${input.sector},
      field_values = ${JSON.stringify(input.fields)}::jsonb, items = ${JSON.stringify(input.items)}::jsonb,
      version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  tx.record({ action: 'handbook.changed', id, clientFolderId: folder.id }, changed(id, folder.id, true))
  return viewedAfter(tx, actor, id)
}

const NumberRow = z.object({ number: z.number() })

/**
 * The PDF is rendered and stored first; then one transaction adds the document and the version, or neither. If two
 * people send at the same time, the second is refused, and its unclaimed upload is swept.
 */
export async function sendHandbook(
  context: Pick<AppContext, 'db' | 'files' | 'scanner' | 'seal' | 'log'>,
  pdfPrinter: PdfPrinter,
  origin: Origin,
  actor: Actor,
  id: string,
  ifMatch: IfMatch,
): Promise<HandbookView> {
  const { db, files } = context
  const { handbook, folder, number, document } = await db.snapshot(async (reader) => {
    const found = await handbookFor(reader, actor, id)
    assertCanWriteHandbook(actor)
    assertNotArchived(found.folder)
    assertVersion(found.handbook, ifMatch)
    const { titles, open, document: documentFor } = await assembled(reader, found.handbook, found.folder)
    assertCanSendHandbook(titles, open)
    const next = (await lastNumber(reader, id)) + 1
    return { ...found, number: next, document: documentFor(String(next)) }
  })
  const { bytes } = await printAdopted(pdfPrinter, document)
  const upload = await db.transaction(origin, (tx) => startUpload(tx, actor, files))
  const size = bytes.byteLength
  await storeUpload(db, files, origin, { ...upload, bytes: Readable.from([Buffer.from(bytes)]), size })
  const name = `${handbook.title.replaceAll(/[\p{Cc}\u2028\u2029/\\]/gu, ' ').slice(0, 150)}, version ${number}.pdf`
  const input = {
    documentURL: upload.id,
    fileName: name,
    originalName: name,
    fileSize: size,
    mimeType: fileKinds.pdf.mimeType,
    clientFolderId: folder.id,
    requiresSignature: true,
  }
  await registerDocument(context, origin, actor, input, upload.id, async (tx, documentId) => {
    const { handbook: now } = await handbookFor(tx, actor, id, { lock: true })
    if (now.version !== handbook.version || (await lastNumber(tx, id)) !== number - 1)
      throw conflict('This handbook was changed or sent while you were sending it. Open it again and check it.')
    await tx.run(sql`
      insert into handbook_versions (id, handbook_id, client_folder_id, number, content, document_id, created_by_id, created_at)
      values (${newId()}, ${id}, ${folder.id}, ${number}, ${JSON.stringify(document)}::jsonb, ${documentId}, ${actor.id},
        ${tx.now})`)
    tx.record(
      { action: 'handbook.sent', id, clientFolderId: folder.id, details: { number, documentId } },
      changed(id, folder.id, false),
    )
  })
  return db.snapshot((reader) => viewedAfter(reader, actor, id))
}

async function lastNumber(reader: Reader, id: string): Promise<number> {
  const { number } = await reader.one(
    typed(NumberRow)`select coalesce(max(number), 0) as number from handbook_versions where handbook_id = ${id}`,
  )
  return number
}

/**
 * Throws 400 for a policy that is unknown or unpublished. A policy that was chosen earlier and retired since is
 * accepted.
 */
async function assertKnown(tx: Tx, { items }: HandbookInput, before: HandbookInput['items'] = []): Promise<void> {
  const isOld = (index: number) =>
    before.some(({ source, id }) => source === items[index]?.source && id === items[index].id)
  const ids = items.flatMap(({ source, id }) => (source === 'own' && Id.safeParse(id).success ? [id] : []))
  const own = await publishedOwnPolicies(tx, ids)
  for (const [index, { source, id }] of items.entries()) {
    const isThere = source === 'own' ? own.has(id) : modelPolicies().some(({ slug }) => slug === id)
    if (!isThere && !isOld(index)) throw invalid(`items.${index}`, 'Choose a published policy.')
  }
}

async function viewedAfter(reader: Reader, actor: Actor, id: string) {
  const { handbook, folder } = await handbookFor(reader, actor, id)
  return viewed(reader, handbook, actor, folder)
}
