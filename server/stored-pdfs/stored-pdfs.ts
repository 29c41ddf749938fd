// PDFs that are the same for every request: rendered once, then read from the store. The key is a hash of the input, so
// a PDF whose data changed since (a payment, a client's new name, a new release's template) is rendered again and
// replaces the earlier one.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { notFound } from '../../domain/errors.ts'
import type { Database, Tx } from '../kit/db.ts'
import { withoutData } from '../kit/log.ts'
import type { AppContext } from '../app-context.ts'
import type { Printed, Printer } from '../pdf/printer.ts'
import { printable } from '../pdf/printable.ts'
import type { Origin } from '../kit/record.ts'
import { templates } from '../pdf-templates/print.ts'
import { assertNotErased } from '../retention/queries.ts'
import { storePdf, type StoredPdfFile } from './actions.ts'
import { typed } from '../kit/row-types.ts'

/** What the PDF shows. It is deleted with its folder; a form submission's with the submission. */
export type PdfSubject =
  | { type: 'invoices' | 'payments'; id: string; clientFolderId: string }
  | { type: 'hr-form-submissions'; id: string; clientFolderId: null }

/** A printer that stores the PDF of this subject, and renders only what is not stored yet. */
export function printingOnce(
  { db, files, log }: Pick<AppContext, 'db' | 'files' | 'log'>,
  printer: Printer,
  origin: Origin,
  subject: PdfSubject,
): Printer {
  return {
    async print(...pdf) {
      const inputSha256 = hashOf(pdf)
      const stored = await storedPdf(db, subject.id, inputSha256)
      const bytes = stored === null ? null : await read(stored)
      if (bytes !== null) return { bytes, degraded: false, cpuMilliseconds: 0, memoryMegabytes: 0 }
      const printed = await printer.print(...pdf)
      // The reader gets the PDF even if storing it fails; the next request renders it again.
      await store(printed, inputSha256).catch((error: unknown) =>
        log.warn({ entityId: subject.id, error: withoutData(error) }, 'a PDF could not be stored'),
      )
      return printed
    },
  }

  /** Null if its bytes are missing: then it is rendered again. */
  async function read({ storageKey }: { storageKey: string }): Promise<Uint8Array | null> {
    if (!(await files.exists(storageKey))) return null
    return buffer((await files.read(storageKey)).stream)
  }

  async function store({ bytes }: Printed, inputSha256: string) {
    const stored = await storePdf(files, bytes)
    const replaced = await db.transaction(origin, async (tx) => {
      await lockSubject(tx, subject)
      return replace(tx, subject, inputSha256, stored)
    })
    if (replaced !== null) await files.remove(replaced)
  }
}

const StorageKeyRow = z.object({ storageKey: z.string() })

const storedPdf = (db: Database, entityId: string, inputSha256: string): Promise<{ storageKey: string } | null> =>
  db.maybe(typed(StorageKeyRow)`
    select storage_key as "storageKey" from stored_pdfs where entity_id = ${entityId} and input_sha256 = ${inputSha256}`)

/** Nothing is stored about a subject that is being deleted. */
async function lockSubject(tx: Tx, { id, clientFolderId }: PdfSubject) {
  if (clientFolderId !== null) return assertNotErased(tx, clientFolderId, { lock: true })
  const submission = await tx.maybe(sql`select from hr_form_submissions where id = ${id} for share`)
  if (submission === null) throw notFound()
}

/** Returns the storage key of the previous PDF. */
async function replace(
  tx: Tx,
  subject: PdfSubject,
  inputSha256: string,
  stored: StoredPdfFile,
): Promise<string | null> {
  const before = await tx.maybe(typed(StorageKeyRow)`
    select storage_key as "storageKey" from stored_pdfs where entity_id = ${subject.id} for update`)
  await tx.run(sql`
    insert into stored_pdfs (entity_id, entity_type, client_folder_id, input_sha256, storage_key, size, sha256, created_at)
    values (${subject.id}, ${subject.type}, ${subject.clientFolderId}, ${inputSha256}, ${stored.storageKey}, ${stored.size},
      ${stored.sha256}, ${tx.now})
    on conflict (entity_id) do update set input_sha256 = excluded.input_sha256, storage_key = excluded.storage_key,
      size = excluded.size, sha256 = excluded.sha256, created_at = excluded.created_at`)
  return before?.storageKey ?? null
}

let templatesSha256: string | null = null

/** Hash of this release's templates. */
function hashOfTemplates(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(templates).toSorted()) hash.update(name).update(readFileSync(join(templates, name)))
  return hash.digest('hex')
}

function hashOf([template, data, files = {}, fields = []]: Parameters<Printer['print']>): string {
  templatesSha256 ??= hashOfTemplates()
  const hash = createHash('sha256').update(JSON.stringify([templatesSha256, template, printable(data), fields]))
  for (const [name, bytes] of Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(name).update(bytes)
  return hash.digest('hex')
}
