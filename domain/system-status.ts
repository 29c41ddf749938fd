// The system status: measurements with a verdict and advice for the administrator.
import { z } from 'zod'
import { conflict } from './errors.ts'

export const checkResults = ['ok', 'warning', 'error'] as const
export type CheckResult = (typeof checkResults)[number]

const checkNames = [
  'database',
  'files',
  'disk',
  'mail',
  'jobs',
  'audit-log',
  'backup',
  'seal',
  'master-key',
  'proxy',
] as const

export const StatusCheck = z.object({
  name: z.enum(checkNames),
  result: z.enum(checkResults),
  /** The finding. */
  says: z.string(),
  /** The advice; null if there is nothing to do. */
  advice: z.string().nullable(),
})
export type StatusCheck = z.infer<typeof StatusCheck>

export const FailedJob = z.object({
  number: z.int(),
  /** What the job was to do, in words. */
  work: z.string(),
  attempts: z.int(),
  lastTriedAt: z.string(),
})
export type FailedJob = z.infer<typeof FailedJob>

export const PortalStatus = z.object({
  /** The worst result of the checks. */
  result: z.enum(checkResults),
  checks: z.array(StatusCheck),
  /** The newest twenty failed jobs. */
  failedJobs: z.array(FailedJob),
  version: z.string(),
  /** The latest migration. */
  schema: z.string(),
  node: z.string(),
  /** When this instance started, and when it measured. */
  startedAt: z.string(),
  at: z.string(),
})
export type PortalStatus = z.infer<typeof PortalStatus>

export interface Measured {
  now: Date
  database: { version: string; bytes: number; milliseconds: number; waiting: number; canChangeAuditLog: boolean }
  files: { inBucket: boolean; reachable: boolean }
  disk: { free: number; size: number } | null
  mail: {
    isSet: boolean
    queued: number
    oldestQueued: Date | null
    lastSent: Date | null
    lastFailure: MailFailure | null
    /** When the mailbox for replies was last read; undefined where there is none. */
    mailboxReadAt: Date | null | undefined
  }
  jobs: { waiting: number; oldestDue: Date | null; failed: number }
  auditLog: { at: string; whole: boolean; fault: string | null } | null
  lastBackup: string | null
  seal: { until: Date; isOwn: boolean } | null
  masterKey: { isThere: boolean; inFile: boolean }
  proxy: { isTrusted: boolean; isSeen: boolean }
}

type Verdict = Omit<StatusCheck, 'name'>

const ok = (says: string): Verdict => ({ result: 'ok', says, advice: null })
const warning = (says: string, advice: string): Verdict => ({ result: 'warning', says, advice })
const error = (says: string, advice: string): Verdict => ({ result: 'error', says, advice })

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export function systemChecks(measured: Measured): StatusCheck[] {
  const verdicts: Record<(typeof checkNames)[number], Verdict> = {
    database: ofDatabase(measured),
    files: ofFiles(measured),
    disk: ofDisk(measured),
    mail: ofMail(measured),
    jobs: ofJobs(measured),
    'audit-log': ofAuditLog(measured),
    backup: ofBackup(measured),
    seal: ofSeal(measured),
    'master-key': ofMasterKey(measured),
    proxy: ofProxy(measured),
  }
  return checkNames.map((name) => ({ name, ...verdicts[name] }))
}

export const worstResult = (checks: readonly StatusCheck[]): CheckResult =>
  checkResults.findLast((each) => checks.some(({ result }) => result === each)) ?? 'ok'

function ofProxy({ proxy: { isTrusted, isSeen } }: Measured): Verdict {
  if (isTrusted) return ok('A proxy is configured. Rate limits use the client address that it reports.')
  if (!isSeen) return ok('No proxy in use.')
  return warning(
    'Requests came with X-Forwarded-For, but TRUST_PROXY isn’t set. If they came through your proxy, everyone shares one address and its limits.',
    'Set TRUST_PROXY to the number of proxies in front of the portal, then restart it.',
  )
}

function ofDatabase({ database: { version, bytes, milliseconds, waiting, canChangeAuditLog } }: Measured): Verdict {
  const says = `PostgreSQL ${version} answered in ${Math.max(1, Math.round(milliseconds))} ms. Database size: ${sizeWords(bytes)}.`
  if (waiting > 0)
    return warning(
      `${says} ${pluralize(waiting, 'request is', 'requests are')} waiting for a database connection.`,
      'If this continues, the server is too small for its load, or one query is blocking the others.',
    )
  if (milliseconds > 500) return warning(says, 'This is slow. Check what else is running on the server.')
  if (!canChangeAuditLog) return ok(says)
  return warning(
    `${says} The portal’s database role can change the audit log.`,
    'Set up a database role that doesn’t own the tables. See “Use your own PostgreSQL” in docs/operations.md.',
  )
}

function ofFiles({ files: { inBucket, reachable } }: Measured): Verdict {
  const place = inBucket ? 'the bucket' : 'the data folder'
  if (reachable) return ok(`Files are stored in ${place}, which is readable and writable.`)
  return error(
    `Files are stored in ${place}, which can’t be reached. Files can’t be uploaded or opened.`,
    inBucket
      ? 'Check that the file store is running and that its keys are still valid.'
      : 'Check that DATA_DIR exists and belongs to the portal’s user.',
  )
}

function ofDisk({ disk }: Measured): Verdict {
  if (disk === null) return warning('Couldn’t read the free disk space.', 'Check that DATA_DIR exists and is readable.')
  const says = `${sizeWords(disk.free)} of ${sizeWords(disk.size)} free on the disk with the data folder.`
  if (disk.free < 500_000_000)
    return error(`${says} Uploads are blocked.`, 'Free up space, or move the data to a larger disk.')
  if (disk.free < 5_000_000_000 && disk.free < disk.size / 10)
    return warning(says, 'Uploads are blocked below 500 MB. Free up space before then.')
  return ok(says)
}

function ofMail({ now, mail }: Measured): Verdict {
  const { isSet, queued, oldestQueued, lastSent, lastFailure, mailboxReadAt } = mail
  if (!isSet)
    return warning(
      'No mail server is set up, so emails aren’t being delivered.',
      'Set SMTP_URL and MAIL_FROM, or copy links from the email log and send them yourself.',
    )
  const sent = lastSent === null ? 'No email sent yet.' : `Last email sent ${ago(now, lastSent)}.`
  if (mailboxReadAt === null || (mailboxReadAt !== undefined && since(now, mailboxReadAt) > hour / 4))
    return warning(
      `${mailboxReadAt === null ? 'The mailbox for replies hasn’t been read yet.' : `The mailbox for replies was last read ${ago(now, mailboxReadAt)}.`} ${sent}`,
      'Check IMAP_URL and the mail server. Replies stay in the mailbox until the portal can read it.',
    )
  if (oldestQueued === null) return ok(`${sent} None waiting.`)
  const waits = `${pluralize(queued, 'email', 'emails')} waiting to be sent (oldest: ${span(now, oldestQueued)}).`
  const trouble = lastFailure === null ? '' : ` ${mailFailures[lastFailure]}`
  if (since(now, oldestQueued) > hour)
    return error(
      `${waits}${trouble} ${sent}`,
      'We keep retrying automatically, at longer intervals. Check the mail server.',
    )
  if (lastFailure !== null) return warning(`${waits}${trouble} ${sent}`, 'We’ll retry automatically.')
  return ok(`${sent} ${waits}`)
}

/** Why an email could not be sent. */
export const mailFailures = {
  'host-not-found': 'The mail server’s host name wasn’t found.',
  unreachable: 'The mail server can’t be reached.',
  timeout: 'The mail server didn’t respond in time.',
  untrusted: 'The mail server’s certificate isn’t trusted.',
  'login-refused': 'The mail server didn’t accept the user name and password.',
  postponed: 'The mail server asked us to try again later.',
  rejected: 'The mail server rejected an email. Its address may be wrong.',
  other: 'The mail server can’t be used.',
} as const

export const MailFailure = z.enum(Object.keys(mailFailures) as [keyof typeof mailFailures])
export type MailFailure = z.infer<typeof MailFailure>

function ofJobs({ now, jobs: { waiting, oldestDue, failed } }: Measured): Verdict {
  const late = oldestDue !== null && since(now, oldestDue) > 10 * minute
  if (late)
    return error(
      `${pluralize(waiting, 'background job is', 'background jobs are')} stuck (oldest: ${span(now, oldestDue)}).`,
      'Restart the portal. If that doesn’t help, check its log.',
    )
  if (failed > 0)
    return warning(
      `${pluralize(failed, 'background job', 'background jobs')} failed after several attempts.`,
      'Fix the cause, then retry them below.',
    )
  return ok(
    waiting === 0 ? 'No jobs waiting.' : `${pluralize(waiting, 'background job', 'background jobs')} waiting to run.`,
  )
}

function ofAuditLog({ now, auditLog }: Measured): Verdict {
  if (auditLog === null)
    return warning(
      'The audit log hasn’t been verified yet.',
      'It’s verified every night. To verify it now, open the Audit log page.',
    )
  if (!auditLog.whole)
    return error(
      `Audit log verification failed. ${auditLog.fault ?? ''}`.trim(),
      'Entries were changed outside the portal. Preserve the database as it is, and compare it with a backup.',
    )
  const says = `The audit log was verified ${ago(now, auditLog.at)}, with no changes found.`
  return since(now, auditLog.at) > 2 * day
    ? warning(says, 'It should be verified every night. Check the background jobs.')
    : ok(says)
}

function ofBackup({ now, lastBackup }: Measured): Verdict {
  const advice = 'Run `npm run backup` every night, and store the backups on another machine.'
  if (lastBackup === null) return warning('No backup yet.', advice)
  const says = `Last backup: ${ago(now, lastBackup)}.`
  if (since(now, lastBackup) > 7 * day) return error(says, advice)
  return since(now, lastBackup) > 26 * hour ? warning(says, advice) : ok(says)
}

function ofSeal({ now, seal }: Measured): Verdict {
  if (seal === null)
    return warning('There is no document-signing certificate yet.', 'The portal creates one when it starts.')
  const until = `The document-signing certificate is valid through ${dateWords.format(seal.until)}.`
  const left = seal.until.getTime() - now.getTime()
  if (left < 0)
    return error(
      until.replace('is valid through', 'expired on'),
      seal.isOwn ? 'Set SEAL_P12 to a new certificate.' : 'Run `npm run rotate-seal`.',
    )
  if (seal.isOwn && left < 60 * day)
    return warning(until, 'Get a new certificate from its issuer, and set SEAL_P12 to it.')
  return ok(seal.isOwn ? until : `${until} The portal renews it automatically.`)
}

function ofMasterKey({ masterKey: { isThere, inFile } }: Measured): Verdict {
  if (!isThere)
    return error(
      'The master key is missing. Files and forms can’t be read, and the portal won’t restart.',
      'Restore `keys/master.key` in the data folder from your copy before you stop the portal.',
    )
  return ok(
    inFile
      ? 'The master key is in the data folder. Store a copy somewhere else: backups can’t be restored without it.'
      : 'The master key is set in MASTER_KEY.',
  )
}

/** What each job does, as shown in the list of failed jobs. */
const works: Record<string, string> = {
  'send-email': 'Send an email',
  'send-reset-link': 'Email a password reset link',
  'send-sign-in-link': 'Email a sign-in link',
  'link-audit-log': 'Link new audit log entries',
  'verify-audit-log': 'Verify the audit log',
  'seal-signature': 'Seal a signed document',
  'seal-waiting': 'Seal waiting documents',
  'seal-left-behind': 'Finish interrupted document seals',
  'make-folder-exports': 'Prepare folder exports',
  'make-folder-exports-left-behind': 'Finish interrupted folder exports',
  'erase-waiting': 'Delete client data',
  'purge-due': 'Delete records past their retention period',
  'encrypt-stored-data': 'Encrypt existing data',
}

export const workOf = (task: string): string => {
  const words = task.replaceAll('-', ' ')
  return works[task] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Only failed jobs are retried manually; the others run on their own schedule. */
export function assertCanRetryJob(job: { attempts: number; maxAttempts: number }): void {
  if (job.attempts < job.maxAttempts)
    throw conflict('This job is retried automatically. You don’t need to do anything.')
}

const dateWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const since = (now: Date, then: Date | string) => now.getTime() - new Date(then).getTime()
const pluralize = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
const ago = (now: Date, then: Date | string) => (since(now, then) < minute ? 'just now' : `${span(now, then)} ago`)

function span(now: Date, then: Date | string): string {
  const time = since(now, then)
  if (time < minute) return 'a moment'
  if (time < 2 * hour) return pluralize(Math.floor(time / minute), 'minute', 'minutes')
  if (time < 2 * day) return pluralize(Math.floor(time / hour), 'hour', 'hours')
  return pluralize(Math.floor(time / day), 'day', 'days')
}

function sizeWords(bytes: number): string {
  if (bytes < 1e9) return `${Math.max(1, Math.round(bytes / 1e6))} MB`
  return `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`
}
