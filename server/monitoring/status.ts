// Measures the portal for its status page. A component that does not reply in time counts as unavailable, and the page
// is shown anyway.
import { X509Certificate } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { FailedJob, systemChecks, type PortalStatus, workOf, worstResult } from '../../domain/system-status.ts'
import { inTime } from '../kit/health.ts'
import type { AppContext } from '../app-context.ts'
import { diskOf, recorded } from './measures.ts'
import { release } from './release.ts'
import { typed } from '../kit/row-types.ts'

const startedAt = new Date()

export async function portalStatus(context: AppContext, isForwarded: () => boolean): Promise<PortalStatus> {
  const { config, db, files } = context
  const began = performance.now()
  const isOwn = config.sealP12 !== undefined
  const timed = recorded(db, isOwn).then((found) => ({ ...found, milliseconds: performance.now() - began }))
  const [found, failedJobs, disk, reachable, isThere] = await Promise.all([
    timed,
    findFailedJobs(context),
    diskOf(config.dataDir),
    isDone(inTime(files.check())),
    isDone(masterKeyIsThere(context)),
  ])
  const certificate = found.sealCertificate === null ? null : new X509Certificate(found.sealCertificate)
  const checks = systemChecks({
    now: db.now,
    database: {
      version: found.serverVersion.split(' ')[0] ?? '',
      bytes: found.databaseBytes,
      milliseconds: found.milliseconds,
      waiting: db.pool.waitingCount,
      canChangeAuditLog: found.canChangeAuditLog,
    },
    files: { inBucket: config.s3 !== undefined, reachable },
    disk,
    mail: {
      isSet: config.smtpUrl !== undefined,
      queued: found.emailsQueued,
      oldestQueued: found.oldestEmailQueued,
      lastSent: found.lastEmailSent,
      lastFailure: found.lastMailFailure,
      mailboxReadAt: config.mailbox === undefined ? undefined : found.mailboxReadAt,
    },
    jobs: { waiting: found.jobsQueued, oldestDue: found.oldestJobDue, failed: found.jobsFailed },
    auditLog: found.auditVerification,
    lastBackup: found.lastBackup,
    seal: certificate === null ? null : { until: certificate.validToDate, isOwn },
    masterKey: { isThere, inFile: config.masterKey === undefined },
    proxy: { isTrusted: config.trustProxy !== false, isSeen: isForwarded() },
  })
  return {
    result: worstResult(checks),
    checks,
    failedJobs,
    version: release,
    schema: found.schema,
    node: process.versions.node,
    startedAt: startedAt.toISOString(),
    at: db.now.toISOString(),
  }
}

const FailedJobRow = FailedJob.omit({ work: true }).extend({ task: z.string() })

async function findFailedJobs({ db }: AppContext): Promise<FailedJob[]> {
  const jobs = await db.rows(typed(FailedJobRow)`
    select id as number, task_identifier as task, attempts::integer as attempts, iso(updated_at) as "lastTriedAt"
    from graphile_worker.jobs where attempts >= max_attempts order by updated_at desc, id desc limit 20`)
  return jobs.map(({ task, ...job }) => ({ ...job, work: workOf(task) }))
}

const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** The key is loaded once, so a file deleted since would be noticed only at the next start, when it is too late. */
async function masterKeyIsThere({ config, masterKey }: AppContext): Promise<void> {
  await masterKey()
  if (config.masterKey === undefined) await access(join(config.dataDir, 'keys', 'master.key'))
}
