// PDFs that the portal generates and stores: bytes first, under a new key, then the row that names them. Bytes without
// a row are swept after a day.
import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Database } from '../kit/db.ts'
import type { Files } from '../file-storage/files.ts'
import { inChunks } from '../file-storage/file-handoff.ts'

const namespace = 'papers'
const maxBytes = 250_000_000
const orphanHours = 24

export interface StoredPdfFile {
  storageKey: string
  size: number
  /** Hexadecimal. */
  sha256: string
}

export const newPdfKey = () => `${namespace}/${newId()}`

/** Durable once it resolves; a transaction adds the row afterward. */
export async function storePdf(files: Files, bytes: Uint8Array): Promise<StoredPdfFile> {
  const storageKey = newPdfKey()
  const stream = Readable.from(inChunks(bytes), { objectMode: false })
  const { size, sha256 } = await files.put(storageKey, stream, { limit: maxBytes, size: bytes.byteLength })
  return { storageKey, size, sha256 }
}

export async function sweepPdfs(db: Database, files: Files): Promise<void> {
  const before = new Date(db.now.getTime() - orphanHours * 3_600_000)
  for await (const { key, changedAt } of files.list(namespace)) {
    if (changedAt >= before) continue
    const named = await db.maybe(sql`
      select from archived_pdfs where storage_key = ${key} union all select from stored_pdfs where storage_key = ${key}`)
    if (named === null) await files.remove(key)
  }
}
