// The text of documents, extracted after the upload by a job and stored encrypted, with an index of its words
// (docs/decisions/0094). Whatever a file does to the process that reads it, the document is stored already.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { fileKinds, kindsWithText } from '../../domain/file-kind.ts'
import type { AppContext } from '../app-context.ts'
import type { Database, Tx } from '../kit/db.ts'
import { decryptText, encryptText } from '../kit/field-encryption.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import { fileFlag } from '../kit/jobs.ts'
import { withoutData } from '../kit/log.ts'
import { indexNumbers } from '../kit/word-index.ts'
import { typed } from '../kit/row-types.ts'

type TextParts = Pick<AppContext, 'db' | 'seal' | 'dataKeys' | 'log'>

const mimeTypesWithText = kindsWithText.map((kind) => fileKinds[kind].mimeType)

/** What anyone may open: an infected file is given to no one, and one that waits for the scanner to its uploader. */
export const isScanned = (d: Sql): Sql => sql`${d}.scan in ('not-scanned', 'clean')`

/** Queues the extraction of a document's text, if its kind has one. */
export async function queueTextExtraction(tx: Tx, id: string): Promise<void> {
  const added = await tx.run(sql`
    insert into document_texts (document_id, client_folder_id)
    select d.id, d.client_folder_id from documents d
    where d.id = ${id} and d.mime_type = any(${mimeTypesWithText}::text[])
    on conflict (document_id) do nothing`)
  if (added > 0) await queueJobFor(tx, id)
}

export const queueJobFor = (tx: Tx, id: string) =>
  tx.rows(sql`
    select graphile_worker.add_job('extract-document-text', json_build_object('id', ${id}::text),
      flags => array[${fileFlag}])`)

const PendingRow = z.object({ id: z.string(), storageKey: z.string(), size: z.number(), mimeType: z.string() })
type PendingRow = z.infer<typeof PendingRow>

/** Longer than an extraction takes; doubled after each failure, so that it outlasts a store that is down for a day. */
const retryMinutes = 10
const maxAttempts = 9

/**
 * Takes a pending document for this instance; null if there is none. The attempt is counted before it begins: a file
 * that ends the portal is not tried forever.
 */
const takePending = (db: Database, which: Sql): Promise<PendingRow | null> =>
  db.maybe(typed(PendingRow)`
    update document_texts t set attempts = t.attempts + 1, tried_at = ${db.now}
    from documents d
    where d.id = t.document_id and t.document_id = (
      select p.document_id from document_texts p join documents d on d.id = p.document_id
      where p.extracted_at is null and p.attempts < ${maxAttempts}
        and (p.tried_at is null or p.tried_at < ${db.now}::timestamptz
          - make_interval(mins => ${retryMinutes} * (2 ^ p.attempts)::int / 2))
        and d.withdrawn_at is null and d.replaced_by_id is null and ${isScanned(sql`d`)} and ${which}
      order by p.document_id desc limit 1 for update of p skip locked)
    returning d.id, d.storage_key as "storageKey", d.file_size as size, d.mime_type as "mimeType"`)

/** Right after the upload. A failure is left to `extractPendingTexts`. */
export async function extractDocumentText(context: TextParts, id: string): Promise<void> {
  const document = await takePending(context.db, sql`p.document_id = ${id}`)
  if (document !== null) await extractText(context, document)
}

const sliceMilliseconds = 3000
const pauseSeconds = 10
/** After a failure: the store is probably unavailable. */
const longPauseSeconds = 60

/**
 * Documents of an earlier release, and failed ones, newest first. Works for a few seconds, then rests longer than that:
 * no one waits for it.
 */
export async function extractPendingTexts(context: TextParts): Promise<void> {
  const { db } = context
  const until = performance.now() + sliceMilliseconds
  for (;;) {
    const document = await takePending(db, sql`true`)
    if (document === null) return
    const isExtracted = await extractText(context, document)
    if (isExtracted && performance.now() < until) continue
    await db.rows(sql`
      select graphile_worker.add_job('extract-pending-texts', job_key => 'extract-pending-texts',
        run_at => now() + make_interval(secs => ${isExtracted ? pauseSeconds : longPauseSeconds}))`)
    return
  }
}

/** Returns false if it failed for a reason that is not the file's fault. */
async function extractText(
  { db, seal, dataKeys, log }: TextParts,
  { id, mimeType, ...stored }: PendingRow,
): Promise<boolean> {
  const kind = kindsWithText.find((each) => fileKinds[each].mimeType === mimeType)
  try {
    const text = kind === undefined ? '' : await seal.documentText(stored, kind)
    const encrypted = text === '' ? null : await encryptText(dataKeys, text, purposeOf(id))
    const words = await indexNumbers(dataKeys, text)
    // No row is left if the document was withdrawn or deleted in the meantime.
    await db.run(sql`
      update document_texts set text_encrypted = ${encrypted}, words = ${words}::integer[], extracted_at = ${db.now}
      where document_id = ${id}`)
    return true
  } catch (error) {
    log.warn({ document: id, error: withoutData(error) }, 'the text of a document could not be extracted')
    return false
  }
}

const batchSize = 5000
const batchPauseSeconds = 60

/**
 * Adds the documents of an earlier release, or of a restored backup, to those whose text is to be extracted. Runs at
 * every start, and again every minute while there are more.
 */
export async function addDocumentsWithoutText(db: Database): Promise<void> {
  const added = await db.run(sql`
    insert into document_texts (document_id, client_folder_id)
    select d.id, d.client_folder_id from documents d
    where d.withdrawn_at is null and d.replaced_by_id is null and d.mime_type = any(${mimeTypesWithText}::text[])
      and not exists (select from document_texts t where t.document_id = d.id)
    order by d.id desc limit ${batchSize}
    on conflict (document_id) do nothing`)
  if (added === 0) return
  await db.rows(sql`select graphile_worker.add_job('extract-pending-texts', job_key => 'extract-pending-texts')`)
  if (added === batchSize)
    await db.rows(sql`
      select graphile_worker.add_job('add-documents-without-text', job_key => 'add-documents-without-text',
        run_at => now() + make_interval(secs => ${batchPauseSeconds}))`)
}

/** No one finds a withdrawn document or an earlier version. */
export const deleteDocumentText = (tx: Tx, id: string) =>
  tx.run(sql`delete from document_texts where document_id = ${id}`)

export const decryptDocumentText = (keys: DataKeys, id: string, encrypted: Buffer): Promise<string> =>
  decryptText(keys, encrypted, purposeOf(id))

const purposeOf = (id: string) => `document-texts ${id}`
