// PDFs that the portal made and keeps: bytes first, under a key of their own, then the row that names them. Bytes whose row
// never came are swept after a day.
import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Database } from '../kit/db.ts'
import type { Files } from '../file-storage/files.ts'
import { inPieces } from '../file-storage/lent-files.ts'

const namespace = 'papers'
const mostBytes = 250_000_000
const unnamedHours = 24

export interface StoredPaper {
  storageKey: string
  size: number
  /** Hexadecimal. */
  sha256: string
}

export const newPaperKey = () => `${namespace}/${newId()}`

/** Durable once it answers; the row comes in a transaction afterwards. */
export async function storePaper(files: Files, bytes: Uint8Array): Promise<StoredPaper> {
  const storageKey = newPaperKey()
  const stream = Readable.from(inPieces(bytes), { objectMode: false })
  const { size, sha256 } = await files.put(storageKey, stream, { limit: mostBytes, size: bytes.byteLength })
  return { storageKey, size, sha256 }
}

export async function sweepPapers(db: Database, files: Files): Promise<void> {
  const before = new Date(db.now.getTime() - unnamedHours * 3_600_000)
  for await (const { key, changedAt } of files.list(namespace)) {
    if (changedAt >= before) continue
    const named = await db.maybe(sql`
      select from papers where storage_key = ${key} union all select from stored_pdfs where storage_key = ${key}`)
    if (named === null) await files.remove(key)
  }
}
