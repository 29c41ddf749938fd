// An instance is killed with jobs in its hands: they are free again, and those of the living are left alone.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'
import { leases } from './job-leases.ts'
import { IdRow, typed } from './row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

let clock = 0
const seconds = (count: number) => void (clock += count * 1000)
const leasesOf = (owner: string) => {
  const held = leases(world.db.pool, () => clock)
  held.take(owner)
  return held
}

async function jobOf(owner: string, minutesAgo: number): Promise<string> {
  const { id } = await world.db.one(
    typed(IdRow)`select id::text from graphile_worker.add_job('send-email', json_build_object('id', ${owner}::text))`,
  )
  await world.db.run(sql`
    update graphile_worker._private_jobs set locked_by = ${owner}, locked_at = now() - make_interval(mins => ${minutesAgo})
    where id = ${id}::bigint`)
  return id
}

const ownerOf = async (id: string) =>
  (
    await world.db.one(
      typed(
        z.object({ owner: z.string().nullable() }),
      )`select locked_by as owner from graphile_worker.jobs where id = ${id}::bigint`,
    )
  ).owner

describe('a job', () => {
  it('of an instance that was killed is free once nobody renewed it for three minutes, and not before', async () => {
    const [left, fresh] = [await jobOf('killed', 4), await jobOf('just-killed', 2)]
    const mine = await jobOf('alive', 10)
    const held = leasesOf('alive')
    await held.renew()
    expect(await ownerOf(left), 'the first look only renews').toBe('killed')
    seconds(30)
    await held.renew()
    expect(await Promise.all([left, fresh, mine].map(ownerOf))).toEqual([null, 'just-killed', 'alive'])
  })

  it('is left to the others when this instance itself was away for minutes', async () => {
    const held = leasesOf('woken')
    await held.renew()
    const theirs = await jobOf('as-long-away', 4)
    seconds(120)
    await held.renew()
    expect(await ownerOf(theirs)).toBe('as-long-away')
    seconds(30)
    await held.renew()
    expect(await ownerOf(theirs)).toBeNull()
  })
})
