import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'
import { bundledPolicies } from './bundled.ts'
import { installPolicies } from './install.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const path = '/api/hr-policies'
const newer = (slug: string, version: number) =>
  bundledPolicies().map((policy) =>
    policy.slug === slug ? { ...policy, version, content: `## In short\n\nVersion ${version} of the file.` } : policy,
  )
const shown = async (slug: string) => (await world.ann.get(`${path}/${slug}`)).body

describe('what comes with the portal', () => {
  it('is installed once, whoever starts, and leaves its line in the trail', async () => {
    const before = (await world.trail()).length
    await Promise.all([installPolicies(world.db), installPolicies((await world.twin()).db)])
    expect(await world.trail()).toHaveLength(before)
    expect((await world.ann.get(path)).body).toHaveLength(15)
    await world.db.run(sql`update hr_policies set slug = 'gone' where slug = 'leave-policy'`)
    await Promise.all([1, 2, 3].map(() => installPolicies(world.db)))
    expect((await world.ann.get(path)).body).toHaveLength(16)
    expect((await world.trail()).slice(before)).toMatchObject([{ action: 'hr-policy.installed', actorId: null }])
  })

  it('becomes the current version when its file is newer, with the earlier one kept', async () => {
    await installPolicies(world.db, newer('wage-hour', 2))
    expect(await shown('wage-hour')).toMatchObject({
      currentVersion: 2,
      sections: [{ heading: 'In short' }],
      versions: [
        { number: 2, isCurrent: true, cameWithPortal: true },
        { number: 1, isCurrent: false },
      ],
    })
    await installPolicies(world.db)
    expect((await shown('wage-hour')).currentVersion).toBe(2)
  })

  it('waits among the versions where an administrator has published the one in use', async () => {
    const content = '## In short\n\nOurs.'
    await world.alice.post(`${path}/social-media/versions`, { content })
    await installPolicies(world.db, newer('social-media', 2))
    expect(await shown('social-media')).toMatchObject({
      currentVersion: 2,
      versions: [
        { number: 3, isCurrent: false, cameWithPortal: true },
        { number: 2, isCurrent: true, cameWithPortal: false },
        { number: 1, isCurrent: false, cameWithPortal: true },
      ],
    })
    const waiting = (await world.alice.get(`${path}/social-media/versions/3`)).body
    const taken = await world.alice.post(`${path}/social-media/versions`, { content: waiting.content })
    expect([taken.body.number, (await shown('social-media')).currentVersion]).toEqual([4, 4])
    const ahead = await world.ann.post(`${path}/social-media/acknowledgement`, { version: 5 })
    expect(ahead.status).toBe(400)
  })
})
