import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export const StoredPdf = z.object({
  id: z.string(),
  storageKey: z.string(),
  size: z.number(),
  /** Hexadecimal. */
  sha256: z.string(),
  kind: z.enum(['original', 'sealed', 'certificate']),
})
export type StoredPdf = z.infer<typeof StoredPdf>

const columns = sql`id, storage_key as "storageKey", size, sha256, kind`

/** The latest sealed PDF or certificate, with all signatures so far, for a caller whose access was already checked. */
export const unsafeArchivedPdf = (
  reader: Reader,
  entityId: string,
  kind: 'sealed' | 'certificate',
): Promise<StoredPdf | null> =>
  reader.maybe(
    typed(
      StoredPdf,
    )`select ${columns} from archived_pdfs where entity_id = ${entityId} and kind <> 'original' and kind = ${kind}
      order by id desc limit 1`,
  )

/** The original PDF of one of its versions. */
export const unsafeOriginal = (reader: Reader, entityId: string, version: number): Promise<StoredPdf | null> =>
  reader.maybe(typed(StoredPdf)`
    select ${columns} from archived_pdfs where entity_id = ${entityId} and kind = 'original' and entity_version = ${version}`)
