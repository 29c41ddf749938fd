// The files that records name: everything else in a store is an orphan.
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export const Named = z.object({
  key: z.string(),
  size: z.number(),
  /** Hexadecimal, of the decrypted bytes. */
  sha256: z.string(),
})
export type Named = z.infer<typeof Named>

/** Tables of later releases. */
const later = {
  folder_exports: sql`
    union select storage_key, size, sha256 from folder_exports where storage_key is not null and sha256 is not null`,
  stored_pdfs: sql`union select storage_key, size, sha256 from stored_pdfs`,
}

const namedWith = (more: Sql[]) => sql`(
  select storage_key as key, size, sha256 from uploads where stored_at is not null and discarded_at is null
  union select storage_key, file_size, sha256 from documents
  union select storage_key, size, sha256 from archived_pdfs
  ${more.length === 0 ? empty : join(more, ' ')}
) named`

/** As a table: `key`, `size` in bytes, `sha256`. */
export const referencedFiles = namedWith(Object.values(later))

const NameRow = z.object({ name: z.string() })

/** The same for a database of an earlier release, which may have fewer tables. */
export async function referencedFilesQuery(reader: Reader): Promise<Sql> {
  const there = await reader.rows(typed(NameRow)`
    select name from unnest(${Object.keys(later)}::text[]) name where to_regclass('public.' || name) is not null`)
  const names = there.map(({ name }) => name)
  return namedWith(Object.entries(later).flatMap(([name, statement]) => (names.includes(name) ? [statement] : [])))
}

/** Key prefixes of files: uploads and documents, generated PDFs, and folder exports. */
export const namespaces = ['documents', 'papers', 'exports'] as const
