import sql from 'sql-template-tag'
import type { Reader } from '../kit/db.ts'

export interface Paper {
  id: string
  storageKey: string
  size: number
  /** Hexadecimal. */
  sha256: string
  kind: 'original' | 'sealed' | 'certificate'
}

const columns = sql`id, storage_key as "storageKey", size, sha256, kind`

/** The sealed paper or the certificate of something that the caller was let in to already. */
export const unsafePaper = (reader: Reader, entityId: string, kind: 'sealed' | 'certificate'): Promise<Paper | null> =>
  reader.maybe(
    sql`select ${columns} from papers where entity_id = ${entityId} and kind <> 'original' and kind = ${kind}`,
  )

/** The original of one version of it. */
export const unsafeOriginal = (reader: Reader, entityId: string, version: number): Promise<Paper | null> =>
  reader.maybe(sql`
    select ${columns} from papers where entity_id = ${entityId} and kind = 'original' and entity_version = ${version}`)
