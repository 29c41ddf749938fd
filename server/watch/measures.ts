// What can be measured of a running portal, for whoever watches it: one statement for all that the database knows, and the rest
// asked of the machine.
import { statfs } from 'node:fs/promises'
import { z } from 'zod'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export const Recorded = z.object({
  jobsWaiting: z.number(),
  /** Since when the longest-waiting job could have been begun. */
  oldestJobDue: z.date().nullable(),
  jobsFailed: z.number(),
  lettersQueued: z.number(),
  oldestLetterQueued: z.date().nullable(),
  lastLetterSent: z.date().nullable(),
  lastMailError: z.string().nullable(),
  /** When the certificate that seals was last added: its end is in the certificate itself. */
  sealCertificate: z.instanceof(Buffer).nullable(),
  lastBackup: z.string().nullable(),
  trail: z.object({ at: z.string(), whole: z.boolean(), fault: z.string().nullable() }).nullable(),
  unlinked: z.number(),
  schema: z.string(),
  serverVersion: z.string(),
  databaseBytes: z.number(),
  /** Whether the role that the portal connects as could change entries of the audit log. */
  canChangeAuditLog: z.boolean(),
})
export type Recorded = z.infer<typeof Recorded>

/** @param configured whether a certificate of one's own seals, instead of the portal's */
export const recorded = (db: Reader & { now: Date }, configured: boolean): Promise<Recorded> =>
  db.one(typed(Recorded)`
    with job as (select run_at, attempts >= max_attempts as failed, locked_at from graphile_worker.jobs)
    select
      (select count(*) from job where not failed and run_at <= ${db.now}) as "jobsWaiting",
      (select min(run_at) from job where not failed and locked_at is null and run_at <= ${db.now}) as "oldestJobDue",
      (select count(*) from job where failed) as "jobsFailed",
      (select count(*) from emails where status = 'queued') as "lettersQueued",
      (select min(created_at) from emails where status = 'queued') as "oldestLetterQueued",
      (select max(sent_at) from emails where status = 'sent') as "lastLetterSent",
      (select last_error from emails where status = 'queued' and last_error is not null order by id desc limit 1) as "lastMailError",
      (select certificates[1] from seal_keys where purpose = 'sealing' and retired_at is null
        order by (origin = 'configured') = ${configured} desc, id desc limit 1) as "sealCertificate",
      (select value->>'at' from portal_facts where name = 'last-backup') as "lastBackup",
      (select value from portal_facts where name = 'trail-verified') as trail,
      (select count(*) from (select from audit_pending limit 100000) p) as unlinked,
      (select name from migrations order by name desc limit 1) as schema,
      current_setting('server_version') as "serverVersion",
      pg_database_size(current_database()) as "databaseBytes",
      -- True for a superuser as well.
      (select pg_has_role(relowner, 'member') or has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
        from pg_class where oid = 'audit_entries'::regclass) as "canChangeAuditLog"`)

export async function diskOf(folder: string): Promise<{ free: number; size: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return null
  }
}
