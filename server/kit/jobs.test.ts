// An instance's jobs restart after the library fails, and stop with the instance at any time.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { openPool } from './db.ts'
import { startJobs } from './jobs.ts'
import { typed } from './row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
// The library sets the exit code for the process.
afterEach(() => void (process.exitCode = undefined))

const giveUp = () =>
  testApp.db.run(sql`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 999}')`)

const waitingForLock = async () => {
  const [found] = await testApp.db.rows(typed(z.object({ count: z.number() }))`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return found?.count
}

it('jobs that restart while the portal stops are stopped with it', async () => {
  const pool = openPool(testApp.context.address, 4, () => {})
  const jobs = await startJobs(pool, {}, [], [], testApp.context.log)
  const client = await testApp.db.pool.connect()
  await client.query('begin')
  await client.query('lock graphile_worker.migrations in access exclusive mode')
  // Repeated, because the worker may not listen yet.
  await expect.poll(() => giveUp().then(waitingForLock), { timeout: 20_000 }).toBe(1)
  const stopped = jobs.stop()
  await client.query('rollback')
  client.release()
  await stopped
  // The worker that gave up releases its last connection on its own.
  await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 20_000 }).toBe(0)
  await pool.end()
})
