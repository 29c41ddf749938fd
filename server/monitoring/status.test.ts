import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@example.com' })
})
afterAll(() => testApp.close())

const status = async () => (await testApp.alice.get('/api/status')).body
const check = async (name: string) =>
  (await status()).checks.find((each: { name: string }) => each.name === name) as { result: string; says: string }

async function failedJob(): Promise<number> {
  const { id } = await testApp.db.one(typed(z.object({ id: z.number() }))`
    select id from graphile_worker.add_job('sweep-notifications', '{"email":"marzipan@example.com"}', run_at => now() + interval '1 day')`)
  await testApp.db.rows(sql`
    select from graphile_worker.permanently_fail_jobs(array[${id}::bigint], 'marzipan@example.com was refused')`)
  return id
}

describe('the system status', () => {
  it('shows whether each component is OK, and the release', async () => {
    const body = await status()
    expect(body.checks.map(({ name }: { name: string }) => name)).toEqual([
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
    ])
    expect(body).toMatchObject({
      result: 'warning',
      version: expect.stringMatching(/^\d/),
      node: process.versions.node,
    })
    expect(await check('database')).toMatchObject({
      result: 'ok',
      says: expect.stringMatching(/^PostgreSQL \d+\.\d+ answered in \d+ ms\./),
    })
    expect(await check('files')).toMatchObject({ result: 'ok' })
  })

  it('reports an unreachable mail server without naming the email’s recipient', async () => {
    await testApp.visitor.post('/api/password/forgot', { email: 'sam@example.com' })
    await testApp.runJobs()
    expect(await check('mail')).toMatchObject({
      result: 'warning',
      says: expect.stringContaining('1 email waiting to be sent (oldest: a moment). The mail server can’t be reached.'),
    })
    await testApp.db.run(sql`update emails set created_at = created_at - interval '2 hours'`)
    const late = await check('mail')
    expect(late).toMatchObject({ result: 'error', says: expect.stringContaining('oldest: 2 hours') })
    expect(JSON.stringify(await status())).not.toContain('sam@')
  })

  it('records each night whether the audit log is intact, and reports if it is not', async () => {
    expect(await check('audit-log')).toMatchObject({ result: 'warning' })
    const night = async () => {
      await testApp.db.rows(sql`select graphile_worker.add_job('verify-audit-log')`)
      await testApp.runJobs()
    }
    await night()
    expect(await check('audit-log')).toMatchObject({
      result: 'ok',
      says: 'The audit log was verified just now, with no changes found.',
    })
    await testApp.owner.run(sql`alter table audit_links disable trigger user`)
    await testApp.owner.run(sql`update audit_links set hash = sha256('changed') where seq = 2`)
    await night()
    expect(await check('audit-log')).toMatchObject({
      result: 'error',
      says: expect.stringMatching(/verification failed\. Entry \S+ \(link 2\)/),
    })
  })

  it('reports a missing master key file while it can still be restored', async () => {
    expect(await check('master-key')).toMatchObject({ result: 'ok' })
    await rm(join(testApp.config.dataDir, 'keys', 'master.key'))
    expect(await check('master-key')).toMatchObject({ result: 'error' })
  })
})

describe('failed jobs', () => {
  it('are listed without their content, and retried on request', async () => {
    const number = await failedJob()
    const before = await status()
    expect(before.failedJobs).toEqual([
      { number, work: 'Sweep notifications', attempts: 25, lastTriedAt: expect.any(String) },
    ])
    expect(JSON.stringify(before)).not.toContain('marzipan')
    const answer = await testApp.alice.post(`/api/status/failed-jobs/${number}/retry`)
    expect([answer.status, answer.body.message]).toEqual([200, 'Sweep notifications: retrying now.'])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'job.retried',
      details: { number, task: 'sweep-notifications' },
    })
    const retried = () => testApp.alice.post(`/api/status/failed-jobs/${number}/retry`)
    const again = await retried()
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    await testApp.runJobs()
    expect((await status()).failedJobs).toEqual([])
    // A completed job disappears from the list shortly after.
    await expect.poll(async () => (await retried()).status).toBe(404)
  })

  it.each(['0', 'x', '1.5', '-1', '99999999999999999999', `1'--`])(
    'are not found under the number %s',
    async (number) => {
      expect((await testApp.alice.post(`/api/status/failed-jobs/${encodeURIComponent(number)}/retry`)).status).toBe(404)
    },
  )

  it('are hidden from everyone but administrators', async () => {
    const number = await failedJob()
    for (const who of ['sam', 'ann', 'eve'] as const) {
      expect((await testApp[who].get('/api/status')).status).toBe(403)
      expect((await testApp[who].post(`/api/status/failed-jobs/${number}/retry`)).status).toBe(404)
    }
    expect((await testApp.visitor.get('/api/status')).status).toBe(401)
    expect((await status()).failedJobs).toHaveLength(1)
  })
})
