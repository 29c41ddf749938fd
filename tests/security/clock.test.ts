// The clock is set back an hour. Expired things remain expired, and new ids sort after earlier ones.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const meOf = async (caller: TestApp['sam']) => (await caller.get('/api/user')).status

describe('G6: an expired session remains expired after the clock is set back:', () => {
  it.each([
    ['after an idle hour', { minutes: 61 }],
    ['after its longest', { hours: 25 }],
  ])('%s', async (_how, time) => {
    const { sam } = testApp.people
    const session = await testApp.signIn(sam.id, sam.role)
    expect(await meOf(session)).toBe(200)
    testApp.pass(time)
    expect(await meOf(session)).toBe(401)
    testApp.pass(Object.fromEntries(Object.entries(time).map(([unit, n]) => [unit, -n])))
    expect(await meOf(session)).toBe(401)
  })

  it('ends it in the next sweep if it expired unnoticed', async () => {
    const { sue } = testApp.people
    const session = await testApp.signIn(sue.id, sue.role)
    testApp.pass({ minutes: 61 })
    await testApp.db.run(sql`select graphile_worker.add_job('sweep-machinery')`)
    await testApp.runJobs()
    testApp.pass({ minutes: -61 })
    expect(await meOf(session)).toBe(401)
  })

  it('continues one that is in use', async () => {
    const { ann } = testApp.people
    const session = await testApp.signIn(ann.id, ann.role)
    testApp.pass({ hours: -1 })
    expect(await meOf(session)).toBe(200)
    testApp.pass({ hours: 1 })
    expect(await meOf(session)).toBe(200)
  })
})

it('G6: messages are in the order in which they were sent', async () => {
  const url = `/api/client-folders/${testApp.folders.acme.id}/messages`
  const ann = await testApp.signIn(testApp.people.ann.id, 'client')
  const sent: string[] = []
  for (const hours of [0, -1, 0, 1]) {
    testApp.pass({ hours })
    sent.push(`Number ${sent.length}`)
    expect((await ann.post(url, { content: sent.at(-1) })).status).toBe(201)
  }
  const { body } = await ann.get(url)
  expect(body.map(({ content }: { content: string }) => content)).toEqual(sent)
})
