// When the portal was last backed up, for whoever watches it.
import sql from 'sql-template-tag'
import type { Reader } from '../kit/db.ts'

export interface LastBackup {
  /** The moment that the back-up shows (ISO 8601, UTC). */
  at: string
  rows: number
  files: number
  /** Of the files in it, whether copied or linked. */
  bytes: number
  /** Files that records named and that were not there. */
  missing: number
  seconds: number
}

/** Null when there was none. */
export const lastBackup = async (reader: Reader): Promise<LastBackup | null> =>
  (await reader.maybe<{ value: LastBackup }>(sql`select value from portal_facts where name = 'last-backup'`))?.value ??
  null

export const noteBackup = (made: LastBackup) => sql`
  insert into portal_facts (name, value) values ('last-backup', ${JSON.stringify(made)}::jsonb)
  on conflict (name) do update set value = excluded.value`
