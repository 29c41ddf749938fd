// When the portal was last backed up, for monitoring.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export const LastBackup = z.object({
  /** The moment that the backup shows (ISO 8601, UTC). */
  at: z.string(),
  rows: z.number(),
  files: z.number(),
  /** Total size of the files in it, whether copied or linked. */
  bytes: z.number(),
  /** Files that records name but that were missing. */
  missing: z.number(),
  seconds: z.number(),
})
export type LastBackup = z.infer<typeof LastBackup>

const ValueRow = z.object({ value: LastBackup })

/** Null if there was no backup yet. */
export const lastBackup = async (reader: Reader): Promise<LastBackup | null> =>
  (await reader.maybe(typed(ValueRow)`select value from portal_facts where name = 'last-backup'`))?.value ?? null

export const recordBackup = (made: LastBackup) => sql`
  insert into portal_facts (name, value) values ('last-backup', ${JSON.stringify(made)}::jsonb)
  on conflict (name) do update set value = excluded.value`
