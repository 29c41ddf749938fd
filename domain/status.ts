// How the portal itself is doing: what was measured, judged, in words for the administrator who has to do something about it.
import { z } from 'zod'
import { conflict } from './errors.ts'

export const standings = ['good', 'look', 'broken'] as const
export type Standing = (typeof standings)[number]

const checkNames = [
  'database',
  'files',
  'disk',
  'mail',
  'jobs',
  'trail',
  'backup',
  'seal',
  'master-key',
  'proxy',
] as const

export const StatusCheck = z.object({
  name: z.enum(checkNames),
  standing: z.enum(standings),
  /** What was found. */
  says: z.string(),
  /** What to do about it; null where nothing need be done. */
  advice: z.string().nullable(),
})
export type StatusCheck = z.infer<typeof StatusCheck>

export const FailedJob = z.object({
  number: z.int(),
  /** In words: what it was to do. */
  work: z.string(),
  attempts: z.int(),
  lastTriedAt: z.string(),
})
export type FailedJob = z.infer<typeof FailedJob>

export const PortalStatus = z.object({
  /** The worst of the checks. */
  standing: z.enum(standings),
  checks: z.array(StatusCheck),
  /** The newest twenty of those that were given up. */
  failedJobs: z.array(FailedJob),
  version: z.string(),
  /** The newest change of the schema. */
  schema: z.string(),
  node: z.string(),
  /** When this instance was started, and when it looked. */
  startedAt: z.string(),
  at: z.string(),
})
export type PortalStatus = z.infer<typeof PortalStatus>

export interface Measured {
  now: Date
  database: { version: string; bytes: number; milliseconds: number; waiting: number; canChangeAuditLog: boolean }
  files: { inBucket: boolean; reachable: boolean }
  disk: { free: number; size: number } | null
  mail: { isSet: boolean; queued: number; oldestQueued: Date | null; lastSent: Date | null; lastError: string | null }
  jobs: { waiting: number; oldestDue: Date | null; failed: number }
  trail: { at: string; whole: boolean; fault: string | null } | null
  lastBackup: string | null
  seal: { until: Date; isOwn: boolean } | null
  masterKey: { isThere: boolean; inFile: boolean }
  proxy: { isTrusted: boolean; isSeen: boolean }
}

type Verdict = Omit<StatusCheck, 'name'>

const good = (says: string): Verdict => ({ standing: 'good', says, advice: null })
const look = (says: string, advice: string): Verdict => ({ standing: 'look', says, advice })
const broken = (says: string, advice: string): Verdict => ({ standing: 'broken', says, advice })

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export function judge(measured: Measured): StatusCheck[] {
  const verdicts: Record<(typeof checkNames)[number], Verdict> = {
    database: ofDatabase(measured),
    files: ofFiles(measured),
    disk: ofDisk(measured),
    mail: ofMail(measured),
    jobs: ofJobs(measured),
    trail: ofTrail(measured),
    backup: ofBackup(measured),
    seal: ofSeal(measured),
    'master-key': ofMasterKey(measured),
    proxy: ofProxy(measured),
  }
  return checkNames.map((name) => ({ name, ...verdicts[name] }))
}

export const worstOf = (checks: readonly StatusCheck[]): Standing =>
  standings.findLast((each) => checks.some(({ standing }) => standing === each)) ?? 'good'

function ofProxy({ proxy: { isTrusted, isSeen } }: Measured): Verdict {
  if (isTrusted) return good('A proxy is configured: limits count by the address that it names.')
  if (!isSeen) return good('No request came through a proxy.')
  return look(
    'Requests came with X-Forwarded-For, but TRUST_PROXY is not set. If they came through your proxy, everyone shares one address and its limits.',
    'Set TRUST_PROXY to the number of proxies in front of the portal, and start it again.',
  )
}

function ofDatabase({ database: { version, bytes, milliseconds, waiting, canChangeAuditLog } }: Measured): Verdict {
  const says = `PostgreSQL ${version} answered in ${Math.max(1, Math.round(milliseconds))} ms. ${sizeWords(bytes)} of records.`
  if (waiting > 0)
    return look(
      `${says} ${counted(waiting, 'call waits', 'calls wait')} for a free connection.`,
      'If this stays so, the machine is too small for its load, or one statement holds up the others.',
    )
  if (milliseconds > 500) return look(says, 'That is slow: see what else the machine is busy with.')
  if (!canChangeAuditLog) return good(says)
  return look(
    `${says} The portal’s database role can change the audit log.`,
    'Give the portal a role that doesn’t own the tables: "Two database roles" in docs/running.md says how.',
  )
}

function ofFiles({ files: { inBucket, reachable } }: Measured): Verdict {
  const place = inBucket ? 'the bucket' : 'the data folder'
  if (reachable) return good(`Files are kept in ${place}, which can be read and written.`)
  return broken(
    `Files are kept in ${place}, which cannot be reached. Nothing can be uploaded or opened.`,
    inBucket
      ? 'See whether the store is up, and whether its keys are still good.'
      : 'See whether DATA_DIR is there and belongs to the portal.',
  )
}

function ofDisk({ disk }: Measured): Verdict {
  if (disk === null) return look('It could not be asked how much room is left.', 'See whether DATA_DIR is there.')
  const says = `${sizeWords(disk.free)} free of ${sizeWords(disk.size)} where the data folder is.`
  if (disk.free < 500_000_000)
    return broken(`${says} Uploads are refused.`, 'Make room, or move the data to a larger disk.')
  if (disk.free < 5_000_000_000 && disk.free < disk.size / 10)
    return look(says, 'Below 500 MB uploads are refused. Make room before that.')
  return good(says)
}

function ofMail({ now, mail: { isSet, queued, oldestQueued, lastSent, lastError } }: Measured): Verdict {
  if (!isSet)
    return look(
      'There is no mail server: letters are kept in the outbox, and reach nobody.',
      'Give SMTP_URL and MAIL_FROM, or hand the links in the outbox on yourself.',
    )
  const sent = lastSent === null ? 'No letter was sent yet.' : `The last letter was sent ${ago(now, lastSent)}.`
  if (oldestQueued === null) return good(`${sent} None waits.`)
  const waits = `${counted(queued, 'letter waits', 'letters wait')}, the oldest for ${span(now, oldestQueued)}.`
  const trouble = lastError === null ? '' : ` ${mailTrouble(lastError)}`
  if (since(now, oldestQueued) > hour)
    return broken(
      `${waits}${trouble} ${sent}`,
      'Each is tried again by itself, less and less often. See to the mail server.',
    )
  if (lastError !== null) return look(`${waits}${trouble} ${sent}`, 'They are tried again by themselves.')
  return good(`${sent} ${waits}`)
}

/** What a mail server or the way to it said, without whom the letter was for. */
export function mailTrouble(reason: string): string {
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(reason)) return 'The name of the mail server is not known.'
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(reason)) return 'The mail server does not answer at its address.'
  if (/timeout|ETIMEDOUT|timed out/i.test(reason)) return 'The mail server does not answer in time.'
  if (/certificate|self.signed|TLS|SSL/i.test(reason)) return 'The certificate of the mail server is not accepted.'
  if (/\b53[0458]\b|EAUTH|Invalid login|authentication/i.test(reason))
    return 'The mail server does not accept our name and password.'
  if (/\b4\d\d\b/.test(reason)) return 'The mail server says: not now.'
  if (/\b5\d\d\b/.test(reason)) return 'The mail server refuses a letter, perhaps for its address.'
  return 'The mail server cannot be used.'
}

function ofJobs({ now, jobs: { waiting, oldestDue, failed } }: Measured): Verdict {
  const late = oldestDue !== null && since(now, oldestDue) > 10 * minute
  if (late)
    return broken(
      `${counted(waiting, 'piece of work waits', 'pieces of work wait')}, the oldest for ${span(now, oldestDue)}: nobody takes them up.`,
      'Start the portal again. If they still wait then, look into its log.',
    )
  if (failed > 0)
    return look(
      `${counted(failed, 'piece of work was', 'pieces of work were')} given up after many tries.`,
      'Once the cause is gone, have them tried again below.',
    )
  return good(
    waiting === 0 ? 'No work waits.' : `${counted(waiting, 'piece of work waits', 'pieces of work wait')} its turn.`,
  )
}

function ofTrail({ now, trail }: Measured): Verdict {
  if (trail === null)
    return look('The audit trail was not verified yet.', 'It is, every night. The page Audit trail does it now.')
  if (!trail.whole)
    return broken(
      `The audit trail is not whole. ${trail.fault ?? ''}`.trim(),
      'Somebody changed it behind the portal. Keep the database as it is, and compare it with a back-up.',
    )
  const says = `The audit trail was whole when it was walked ${ago(now, trail.at)}.`
  return since(now, trail.at) > 2 * day
    ? look(says, 'It should be walked every night. See the work that waits.')
    : good(says)
}

function ofBackup({ now, lastBackup }: Measured): Verdict {
  const advice = 'Have `npm run backup` run every night, and keep what it writes on another machine.'
  if (lastBackup === null) return look('No back-up was made yet.', advice)
  const says = `The last back-up was made ${ago(now, lastBackup)}.`
  if (since(now, lastBackup) > 7 * day) return broken(says, advice)
  return since(now, lastBackup) > 26 * hour ? look(says, advice) : good(says)
}

function ofSeal({ now, seal }: Measured): Verdict {
  if (seal === null) return look('There is no certificate to seal with yet.', 'One is made when the portal starts.')
  const until = `The certificate that seals documents is good until ${seal.until.toISOString().slice(0, 10)}.`
  const left = seal.until.getTime() - now.getTime()
  if (left < 0)
    return broken(
      until.replace('is good', 'was good'),
      seal.isOwn ? 'Give a new one with SEAL_P12.' : 'Run `npm run rotate-seal`.',
    )
  if (seal.isOwn && left < 60 * day)
    return look(until, 'Ask whoever issued it for the next one, and give it with SEAL_P12.')
  return good(seal.isOwn ? until : `${until} The portal renews it by itself.`)
}

function ofMasterKey({ masterKey: { isThere, inFile } }: Measured): Verdict {
  if (!isThere)
    return broken(
      'The master key is not where it was. Without it files and forms cannot be read, and the portal does not start again.',
      'Put `keys/master.key` back into the data folder, from your copy, before the portal is stopped.',
    )
  return good(
    inFile
      ? 'The master key is in the data folder. A copy belongs in another place: without it a back-up is of no use.'
      : 'The master key is given with MASTER_KEY.',
  )
}

/** What each job does, for whoever reads that it could not. */
const works: Record<string, string> = {
  'send-email': 'Send a letter',
  'send-reset-link': 'Write the letter for a new password',
  'link-audit-trail': 'Link the audit trail',
  'verify-audit-trail': 'Verify the audit trail',
  'seal-signature': 'Seal a signed document',
  'seal-waiting': 'Seal the documents that wait',
  'seal-left-behind': 'Seal what was left behind',
  'make-folder-exports': 'Write copies of folders',
  'make-folder-exports-left-behind': 'Write copies of folders that were left behind',
  'erase-waiting': 'Erase what was to be erased',
  'purge-due': 'Purge what is past its time',
  'encrypt-what-is-kept': 'Encrypt what was there before',
}

export const workOf = (task: string): string => {
  const words = task.replaceAll('-', ' ')
  return works[task] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Only what was given up is tried again by hand; the rest has its turn anyway. */
export function assertCanRetryJob(job: { attempts: number; maxAttempts: number }): void {
  if (job.attempts < job.maxAttempts) throw conflict('This is tried again by itself; nothing needs to be done.')
}

const since = (now: Date, then: Date | string) => now.getTime() - new Date(then).getTime()
const counted = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
const ago = (now: Date, then: Date | string) => (since(now, then) < minute ? 'just now' : `${span(now, then)} ago`)

function span(now: Date, then: Date | string): string {
  const time = since(now, then)
  if (time < minute) return 'a moment'
  if (time < 2 * hour) return counted(Math.floor(time / minute), 'minute', 'minutes')
  if (time < 2 * day) return counted(Math.floor(time / hour), 'hour', 'hours')
  return counted(Math.floor(time / day), 'day', 'days')
}

function sizeWords(bytes: number): string {
  if (bytes < 1e9) return `${Math.max(1, Math.round(bytes / 1e6))} MB`
  return `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`
}
