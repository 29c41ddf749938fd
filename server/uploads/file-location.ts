// The database records where its files are, so that a portal configured for another location does not start without
// them.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Database, Reader } from '../kit/db.ts'
import type { Store } from '../file-storage/file-store.ts'
import { StartError } from '../kit/start-error.ts'
import { typed } from '../kit/row-types.ts'

/** Throws unless the store can be used and is the recorded one; a portal without files starts with any store. */
export async function assertFilesIn(db: Database, store: Store): Promise<void> {
  const place = await placeOfFiles(db)
  if (place !== null && place !== store.name) throw new StartError(isElsewhere(place, store.name))
  await store.check().catch((error: unknown) => {
    throw new StartError(
      `The file store can’t be used: ${sentenceOf(error)} (${store.name}). Check the S3 settings and DATA_DIR.`,
    )
  })
  await recordFileLocation(db, store.name)
}

export const recordFileLocation = (db: Database, place: string) =>
  db.run(sql`
    insert into portal_facts (name, value) values ('files-are-in', to_jsonb(${place}::text))
    on conflict (name) do update set value = excluded.value where portal_facts.value <> excluded.value`)

const FilesPlaceRow = z.object({ hasFiles: z.boolean(), place: z.string().nullable() })

/** Null while there are none. Earlier releases stored them on disk. */
export async function placeOfFiles(reader: Reader): Promise<string | null> {
  const { hasFiles, place } = await reader.one(typed(FilesPlaceRow)`
    select exists (select from uploads where stored_at is not null) or exists (select from archived_pdfs) as "hasFiles",
      (select value #>> '{}' from portal_facts where name = 'files-are-in') as place`)
  return hasFiles ? (place ?? 'disk') : null
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message.replace(/\.$/, '') : String(error))

const isElsewhere = (place: string, named: string) =>
  `This portal’s files are stored in "${place}", but the settings point to "${named}". Move them with npm run files:move (see docs/operations.md), or restore the previous settings. Nothing was changed.`
