// The files that the records name: whatever lies in a store beside these belongs to nobody.
import sql, { empty, type Sql } from 'sql-template-tag'
import type { Reader } from '../kit/db.ts'

export interface Named {
  key: string
  size: number
  /** Hexadecimal, of the plain bytes. */
  sha256: string
}

const copiesOfFolders = sql`
  union select storage_key, size, sha256 from folder_exports where storage_key is not null and sha256 is not null`

const namedWith = (more: Sql) => sql`(
  select storage_key as key, size, sha256 from uploads where stored_at is not null and discarded_at is null
  union select storage_key, file_size, sha256 from documents
  union select storage_key, size, sha256 from papers
  ${more}
) named`

/** As a table: `key`, `size` in bytes, `sha256`. */
export const namedFiles = namedWith(copiesOfFolders)

/** The same in a database that may be of an earlier release, which had no copies of folders. */
export async function namedFilesIn(reader: Reader): Promise<Sql> {
  const { there } = await reader.one<{ there: boolean }>(
    sql`select to_regclass('public.folder_exports') is not null as there`,
  )
  return there ? namedFiles : namedWith(empty)
}

/** What the keys of files begin with: uploads and documents, what the portal printed, and copies of folders. */
export const namespaces = ['documents', 'papers', 'exports'] as const
