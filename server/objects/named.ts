// The files that the records name: whatever lies in a store beside these belongs to nobody.
import sql from 'sql-template-tag'

export interface Named {
  key: string
  size: number
  /** Hexadecimal, of the plain bytes. */
  sha256: string
}

/** As a table: `key`, `size` in bytes, `sha256`. */
export const namedFiles = sql`(
  select storage_key as key, size, sha256 from uploads where stored_at is not null and discarded_at is null
  union select storage_key, file_size, sha256 from documents
  union select storage_key, size, sha256 from papers
  union select storage_key, size, sha256 from folder_exports where storage_key is not null and sha256 is not null
) named`

/** What the keys of files begin with: uploads and documents, what the portal printed, and copies of folders. */
export const namespaces = ['documents', 'papers', 'exports'] as const
