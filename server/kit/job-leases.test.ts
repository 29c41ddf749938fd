// Jobs of a killed instance are released, and those of running instances are not.
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startStuckWorker, type StuckWorker } from '../../tests/stuck-worker.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { leases } from './job-leases.ts'
import { IdRow, typed } from './row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const timeout = 500
let clock = 0
const leasesOf = (...workerIds: string[]) => {
  const held = leases(testApp.db.pool, () => clock, timeout)
  for (const workerId of workerIds) held.take(workerId)
  return held
}

let workers: StuckWorker[] = []
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.end()))
  workers = []
})

let tasks = 0
async function lockedJob() {
  const task = `stuck-${++tasks}`
  const { id } = await testApp.db.one(typed(IdRow)`select id::text from graphile_worker.add_job(${task})`)
  const worker = await startStuckWorker(testApp.db.pool, task)
  workers.push(worker)
  return { id, workerId: worker.workerId }
}

const Owner = z.object({ owner: z.string().nullable(), isOld: z.boolean().nullable() })
const ownerOf = (id: string) =>
  testApp.db.one(typed(Owner)`
    select locked_by as owner, locked_at < now() - make_interval(secs => ${timeout / 1000}) as "isOld"
    from graphile_worker.jobs where id = ${id}::bigint`)
const becomesOld = (id: string) => expect.poll(async () => (await ownerOf(id)).isOld).toBe(true)

describe('a job lease', () => {
  it('expires when it is not renewed in time, and not before', async () => {
    const [killed, alive] = [await lockedJob(), await lockedJob()]
    const held = leasesOf(alive.workerId)
    await held.renew()
    for (const { id } of [killed, alive]) await becomesOld(id)
    const fresh = await lockedJob()
    const others = leasesOf(fresh.workerId)
    await others.renew()
    expect((await ownerOf(killed.id)).owner, 'the first renewal releases nothing').toBe(killed.workerId)
    await held.renew()
    const owners = await Promise.all([killed, alive, fresh].map(({ id }) => ownerOf(id)))
    expect(owners.map(({ owner }) => owner)).toEqual([null, alive.workerId, fresh.workerId])
  })

  it('protects a job that was locked long ago for as long as it is renewed', async () => {
    const long = await lockedJob()
    const [holder, other] = [leasesOf(long.workerId), leasesOf('another-worker')]
    await other.renew()
    await becomesOld(long.id)
    await holder.renew()
    await other.renew()
    expect((await ownerOf(long.id)).owner).toBe(long.workerId)
  })

  it('is left to other instances after this instance itself was paused', async () => {
    const held = leasesOf('resumed-worker')
    await held.renew()
    const theirs = await lockedJob()
    await becomesOld(theirs.id)
    clock += timeout
    await held.renew()
    expect((await ownerOf(theirs.id)).owner).toBe(theirs.workerId)
    await held.renew()
    expect((await ownerOf(theirs.id)).owner).toBeNull()
  })
})
