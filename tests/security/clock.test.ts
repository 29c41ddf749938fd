// The clock is set back an hour. What was over stays over, and what comes next stands behind what came before.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const meOf = async (caller: World['sam']) => (await caller.get('/api/user')).status

describe('G6: a session that was said to be over stays so, though the clock says that it is not yet:', () => {
  it.each([
    ['after an idle hour', { minutes: 61 }],
    ['after its longest', { hours: 25 }],
  ])('%s', async (_how, time) => {
    const { sam } = world.people
    const session = await world.signIn(sam.id, sam.role)
    expect(await meOf(session)).toBe(200)
    world.pass(time)
    expect(await meOf(session)).toBe(401)
    world.pass(Object.fromEntries(Object.entries(time).map(([unit, n]) => [unit, -n])))
    expect(await meOf(session)).toBe(401)
  })

  it('after it was idle while nobody looked, once the sweep has come by', async () => {
    const { sue } = world.people
    const session = await world.signIn(sue.id, sue.role)
    world.pass({ minutes: 61 })
    await world.db.run(sql`select graphile_worker.add_job('sweep-machinery')`)
    await world.runJobs()
    world.pass({ minutes: -61 })
    expect(await meOf(session)).toBe(401)
  })

  it('and one that is in use goes on', async () => {
    const { ann } = world.people
    const session = await world.signIn(ann.id, ann.role)
    world.pass({ hours: -1 })
    expect(await meOf(session)).toBe(200)
    world.pass({ hours: 1 })
    expect(await meOf(session)).toBe(200)
  })
})

it('G6: messages stand in the order in which they were sent', async () => {
  const url = `/api/client-folders/${world.folders.acme.id}/messages`
  const ann = await world.signIn(world.people.ann.id, 'client')
  const sent: string[] = []
  for (const hours of [0, -1, 0, 1]) {
    world.pass({ hours })
    sent.push(`Number ${sent.length}`)
    expect((await ann.post(url, { content: sent.at(-1) })).status).toBe(201)
  }
  const { body } = await ann.get(url)
  expect(body.map(({ content }: { content: string }) => content)).toEqual(sent)
})
