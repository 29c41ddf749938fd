// The jobs of an instance begin again when the library gave up, and stop with the instance, whenever that is.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'
import { openPool } from './db.ts'
import { startJobs } from './jobs.ts'
import { typed } from './row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
// The library means the whole process to end.
afterEach(() => void (process.exitCode = undefined))

const giveUp = () => world.db.run(sql`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 999}')`)

const waitingForLock = async () => {
  const [found] = await world.db.rows(typed(z.object({ count: z.number() }))`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return found?.count
}

it('that begin again while the portal stops are stopped with it', async () => {
  const pool = openPool(world.parts.address, 4, () => {})
  const jobs = await startJobs(pool, {}, [], [], world.parts.log)
  const client = await world.db.pool.connect()
  await client.query('begin')
  await client.query('lock graphile_worker.migrations in access exclusive mode')
  // More than once, because it may not listen yet.
  await expect.poll(() => giveUp().then(waitingForLock), { timeout: 20_000 }).toBe(1)
  const stopped = jobs.stop()
  await client.query('rollback')
  client.release()
  await stopped
  expect(pool.totalCount - pool.idleCount, 'connections in use').toBe(0)
  await pool.end()
})
