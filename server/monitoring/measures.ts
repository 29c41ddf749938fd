// Measurements of a running portal for monitoring: one statement for everything in the database, and the rest from the
// machine.
import { statfs } from 'node:fs/promises'
import { z } from 'zod'
import { MailFailure } from '../../domain/system-status.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export const Recorded = z.object({
  jobsQueued: z.number(),
  /** When the oldest waiting job became due. */
  oldestJobDue: z.date().nullable(),
  jobsFailed: z.number(),
  emailsQueued: z.number(),
  oldestEmailQueued: z.date().nullable(),
  lastEmailSent: z.date().nullable(),
  lastMailFailure: MailFailure.nullable(),
  mailboxReadAt: z.date().nullable(),
  /** The latest sealing certificate, which contains its expiry date. */
  sealCertificate: z.instanceof(Buffer).nullable(),
  lastBackup: z.string().nullable(),
  auditVerification: z.object({ at: z.string(), whole: z.boolean(), fault: z.string().nullable() }).nullable(),
  unlinked: z.number(),
  schema: z.string(),
  serverVersion: z.string(),
  databaseBytes: z.number(),
  /** Whether the role that the portal connects as could change audit entries. */
  canChangeAuditLog: z.boolean(),
})
export type Recorded = z.infer<typeof Recorded>

/** @param configured whether a custom certificate is used for sealing */
export const recorded = (db: Reader & { now: Date }, configured: boolean): Promise<Recorded> =>
  db.one(typed(Recorded)`
    with job as (select run_at, attempts >= max_attempts as failed, locked_at from graphile_worker.jobs)
    select
      (select count(*) from job where not failed and run_at <= ${db.now}) as "jobsQueued",
      (select min(run_at) from job where not failed and locked_at is null and run_at <= ${db.now}) as "oldestJobDue",
      (select count(*) from job where failed) as "jobsFailed",
      (select count(*) from emails where status = 'queued') as "emailsQueued",
      (select min(created_at) from emails where status = 'queued') as "oldestEmailQueued",
      (select max(sent_at) from emails where status = 'sent') as "lastEmailSent",
      (select last_failure from emails where status = 'queued' and last_failure is not null order by id desc limit 1) as "lastMailFailure",
      (select read_at from mailbox_position) as "mailboxReadAt",
      (select certificates[1] from seal_keys where purpose = 'sealing' and retired_at is null
        order by (origin = 'configured') = ${configured} desc, id desc limit 1) as "sealCertificate",
      (select value->>'at' from portal_facts where name = 'last-backup') as "lastBackup",
      (select value from portal_facts where name = 'audit-log-verified') as "auditVerification",
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
