import { describe, expect, it } from 'vitest'
import { systemChecks, type Measured, assertCanRetryJob, workOf, worstResult } from './system-status.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const well: Measured = {
  now,
  database: { version: '18.4', bytes: 41_000_000, milliseconds: 3, waiting: 0, canChangeAuditLog: false },
  files: { inBucket: false, reachable: true },
  disk: { free: 80e9, size: 200e9 },
  mail: { isSet: true, queued: 0, oldestQueued: null, lastSent: ago(1), lastFailure: null, mailboxReadAt: ago(0.1) },
  jobs: { waiting: 0, oldestDue: null, failed: 0 },
  auditLog: { at: ago(5).toISOString(), whole: true, fault: null },
  lastBackup: ago(9).toISOString(),
  seal: { until: new Date('2031-01-01T00:00:00Z'), isOwn: false },
  masterKey: { isThere: true, inFile: false },
  proxy: { isTrusted: true, isSeen: true },
}
const found = (change: Partial<Measured>) => systemChecks({ ...well, ...change })
const checkNamed = (name: string, change: Partial<Measured>) => found(change).find((check) => check.name === name)

it('gives no advice when everything is OK', () => {
  const checks = systemChecks(well)
  expect(worstResult(checks)).toBe('ok')
  expect(checks.map(({ advice }) => advice)).toEqual(checks.map(() => null))
  expect(checks.map(({ says }) => says)).toContain('Last backup: 9 hours ago.')
})

describe('a failed check', () => {
  const mail = (change: Partial<Measured['mail']>) => ({ mail: { ...well.mail, ...change } })
  it.each<[string, string, Partial<Measured>]>([
    ['database', 'warning', { database: { ...well.database, milliseconds: 900 } }],
    ['database', 'warning', { database: { ...well.database, waiting: 4 } }],
    ['database', 'warning', { database: { ...well.database, canChangeAuditLog: true } }],
    ['files', 'error', { files: { inBucket: true, reachable: false } }],
    ['disk', 'warning', { disk: { free: 3e9, size: 200e9 } }],
    ['disk', 'error', { disk: { free: 4e8, size: 200e9 } }],
    ['disk', 'warning', { disk: null }],
    ['mail', 'warning', mail({ isSet: false })],
    ['mail', 'warning', mail({ mailboxReadAt: ago(0.5) })],
    ['mail', 'warning', mail({ mailboxReadAt: null })],
    ['mail', 'warning', mail({ queued: 2, oldestQueued: ago(0.1), lastFailure: 'unreachable' })],
    ['mail', 'error', mail({ queued: 2, oldestQueued: ago(3) })],
    ['jobs', 'warning', { jobs: { waiting: 0, oldestDue: null, failed: 1 } }],
    ['jobs', 'error', { jobs: { waiting: 3, oldestDue: ago(1), failed: 0 } }],
    ['audit-log', 'warning', { auditLog: null }],
    ['audit-log', 'warning', { auditLog: { at: ago(72).toISOString(), whole: true, fault: null } }],
    ['audit-log', 'error', { auditLog: { at: ago(1).toISOString(), whole: false, fault: 'Link 7 is missing.' } }],
    ['backup', 'warning', { lastBackup: null }],
    ['backup', 'warning', { lastBackup: ago(30).toISOString() }],
    ['backup', 'error', { lastBackup: ago(24 * 9).toISOString() }],
    ['seal', 'warning', { seal: { until: new Date('2026-12-24T00:00:00Z'), isOwn: true } }],
    ['seal', 'error', { seal: { until: new Date('2026-11-20T00:00:00Z'), isOwn: false } }],
    ['master-key', 'error', { masterKey: { isThere: false, inFile: true } }],
    ['proxy', 'warning', { proxy: { isTrusted: false, isSeen: true } }],
  ])('%s is %s, with advice', (name, expected, change) => {
    const check = checkNamed(name, change)
    expect(check).toMatchObject({ result: expected, advice: expect.stringMatching(/^[A-Z].*\.$/) })
    expect(check?.says).toMatch(/^[A-Z\d].*\.$/)
    expect(found(change).filter((each) => each.result !== 'ok')).toHaveLength(1)
    expect(worstResult(found(change))).toBe(expected)
  })
})

it('a job without a description is described by its name', () => {
  expect(workOf('send-email')).toBe('Send an email')
  expect(workOf('sweep-notifications')).toBe('Sweep notifications')
})

it('allows manual retries of failed jobs only', () => {
  expect(() => assertCanRetryJob({ attempts: 3, maxAttempts: 25 })).toThrow(
    'This job is retried automatically. You don’t need to do anything.',
  )
  expect(() => assertCanRetryJob({ attempts: 25, maxAttempts: 25 })).not.toThrow()
})
