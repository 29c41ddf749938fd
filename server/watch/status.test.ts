import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@example.com' })
})
afterAll(() => world.close())

const status = async () => (await world.alice.get('/api/status')).body
const check = async (name: string) =>
  (await status()).checks.find((each: { name: string }) => each.name === name) as { standing: string; says: string }

async function givenUp(): Promise<number> {
  const { id } = await world.db.one(typed(z.object({ id: z.number() }))`
    select id from graphile_worker.add_job('sweep-notices', '{"email":"marzipan@example.com"}', run_at => now() + interval '1 day')`)
  await world.db.rows(sql`
    select from graphile_worker.permanently_fail_jobs(array[${id}::bigint], 'marzipan@example.com was refused')`)
  return id
}

describe('the status of the portal', () => {
  it('says of each part whether it is well, and which release this is', async () => {
    const body = await status()
    expect(body.checks.map(({ name }: { name: string }) => name)).toEqual([
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
    ])
    expect(body).toMatchObject({ standing: 'look', version: expect.stringMatching(/^\d/), node: process.versions.node })
    expect(await check('database')).toMatchObject({
      standing: 'good',
      says: expect.stringMatching(/^PostgreSQL \d+\.\d+ answered in \d+ ms\./),
    })
    expect(await check('files')).toMatchObject({ standing: 'good' })
  })

  it('tells of a mail server that is away, and not whom the letter was for', async () => {
    await world.visitor.post('/api/password/forgot', { email: 'sam@example.com' })
    await world.runJobs()
    expect(await check('mail')).toMatchObject({
      standing: 'look',
      says: expect.stringContaining(
        '1 letter waits, the oldest for a moment. The mail server does not answer at its address.',
      ),
    })
    await world.db.run(sql`update emails set created_at = created_at - interval '2 hours'`)
    const late = await check('mail')
    expect(late).toMatchObject({ standing: 'broken', says: expect.stringContaining('for 2 hours') })
    expect(JSON.stringify(await status())).not.toContain('sam@')
  })

  it('notes each night whether the trail is whole, and says so when it is not', async () => {
    expect(await check('trail')).toMatchObject({ standing: 'look' })
    const night = async () => {
      await world.db.rows(sql`select graphile_worker.add_job('verify-audit-trail')`)
      await world.runJobs()
    }
    await night()
    expect(await check('trail')).toMatchObject({
      standing: 'good',
      says: 'The audit trail was whole when it was walked just now.',
    })
    await world.owner.run(sql`alter table audit_links disable trigger user`)
    await world.owner.run(sql`update audit_links set hash = sha256('changed') where seq = 2`)
    await night()
    expect(await check('trail')).toMatchObject({
      standing: 'broken',
      says: expect.stringMatching(/not whole\. Entry \S+ \(link 2\)/),
    })
  })

  it('sees that the file of the master key is gone while there is time to put it back', async () => {
    expect(await check('master-key')).toMatchObject({ standing: 'good' })
    await rm(join(world.config.dataDir, 'keys', 'master.key'))
    expect(await check('master-key')).toMatchObject({ standing: 'broken' })
  })
})

describe('work that was given up', () => {
  it('is listed without what it was about, and tried again once somebody asks', async () => {
    const number = await givenUp()
    const before = await status()
    expect(before.failedJobs).toEqual([
      { number, work: 'Sweep notices', attempts: 25, lastTriedAt: expect.any(String) },
    ])
    expect(JSON.stringify(before)).not.toContain('marzipan')
    const answer = await world.alice.post(`/api/status/failed-jobs/${number}/retry`)
    expect([answer.status, answer.body.message]).toEqual([200, 'Sweep notices: it is tried again now.'])
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'job.retried',
      details: { number, task: 'sweep-notices' },
    })
    const retried = () => world.alice.post(`/api/status/failed-jobs/${number}/retry`)
    const again = await retried()
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    await world.runJobs()
    expect((await status()).failedJobs).toEqual([])
    // What is done is taken off the list a moment later.
    await expect.poll(async () => (await retried()).status).toBe(404)
  })

  it.each(['0', 'x', '1.5', '-1', '99999999999999999999', `1'--`])(
    'is not there under the number %s',
    async (number) => {
      expect((await world.alice.post(`/api/status/failed-jobs/${encodeURIComponent(number)}/retry`)).status).toBe(404)
    },
  )

  it('is no matter of anybody else', async () => {
    const number = await givenUp()
    for (const who of ['sam', 'ann', 'eve'] as const) {
      expect((await world[who].get('/api/status')).status).toBe(403)
      expect((await world[who].post(`/api/status/failed-jobs/${number}/retry`)).status).toBe(404)
    }
    expect((await world.visitor.get('/api/status')).status).toBe(401)
    expect((await status()).failedJobs).toHaveLength(1)
  })
})
