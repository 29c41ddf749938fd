// When the portal was last backed up, for whoever watches it.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export const LastBackup = z.object({
  /** The moment that the back-up shows (ISO 8601, UTC). */
  at: z.string(),
  rows: z.number(),
  files: z.number(),
  /** Of the files in it, whether copied or linked. */
  bytes: z.number(),
  /** Files that records named and that were not there. */
  missing: z.number(),
  seconds: z.number(),
})
export type LastBackup = z.infer<typeof LastBackup>

const ValueRow = z.object({ value: LastBackup })

/** Null when there was none. */
export const lastBackup = async (reader: Reader): Promise<LastBackup | null> =>
  (await reader.maybe(typed(ValueRow)`select value from portal_facts where name = 'last-backup'`))?.value ?? null

export const noteBackup = (made: LastBackup) => sql`
  insert into portal_facts (name, value) values ('last-backup', ${JSON.stringify(made)}::jsonb)
  on conflict (name) do update set value = excluded.value`
