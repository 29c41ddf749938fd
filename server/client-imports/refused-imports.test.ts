// Client imports in the wrong state, with bad input, and changed twice at the same time.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffMember } from '../../tests/staff.ts'
import { type Answer, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { newId } from '../kit/id.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 9 })))
afterAll(() => testApp.close())

const path = '/api/client-imports'
const listOf = (name: string, consultant = 'sam@example.com') =>
  `Business name,Email,Consultant\n${name},${newId()}@example.com,${consultant}\n`
/** A draft with one client; returns its address. */
const drafted = async (csv = listOf(newId())): Promise<string> => {
  const headers = { 'content-type': 'text/csv' }
  const { status, text, body } = await testApp.alice.send({ method: 'POST', url: path, headers, payload: csv })
  expect(status, text).toBe(201)
  return `${path}/${body.id as string}`
}
const start = (url: string, by = testApp.alice) => by.post(`${url}/start`, { invites: false })
const run = () => testApp.runJobs('run-client-imports')
const mapping = { name: 0, email: 1, lead: 2 }
const refusalOf = ({ status, body }: Answer) => [status, body.message]
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const foldersNamed = async (name: string) => (await testApp.alice.get(`/api/client-folders?q=${name}`)).body

describe('a client import that has started', () => {
  it('can’t be mapped, started, or discarded, and once it has ended, not stopped either', async () => {
    const url = await drafted()
    await start(url)
    const started = [
      await testApp.alice.put(url, { mapping, defaultLeadId: null }),
      await start(url),
      await testApp.alice.delete(url),
    ]
    expect(started.map(refusalOf)).toEqual([
      [409, 'This import has started, so its columns can’t be changed. Upload the file again.'],
      [409, 'There’s nothing to import, or this import has already started.'],
      [409, 'This import has started, so it can’t be discarded.'],
    ])
    await run()
    expect((await testApp.alice.get(url)).body).toMatchObject({ status: 'finished', counts: { done: 1 }, allowed: [] })
    const stop = await testApp.alice.post(`${url}/stop`)
    expect(refusalOf(stop)).toEqual([409, 'This import isn’t running, so it can’t be stopped.'])
    expect((await start(url)).status).toBe(409)
  })

  it('can’t be started again after it was stopped, and creates no one', async () => {
    const name = newId()
    const url = await drafted(listOf(name))
    await start(url)
    expect((await testApp.alice.post(`${url}/stop`)).status).toBe(200)
    expect((await start(url)).status).toBe(409)
    await run()
    expect(await foldersNamed(name)).toEqual([])
  })
})

describe('of concurrent requests', () => {
  it('one starts an import, which creates each client once', async () => {
    const name = newId()
    const url = await drafted(listOf(name))
    expect(statuses(await Promise.all([start(url), start(url, testApp.mona)]))).toEqual([201, 409])
    await Promise.all([run(), run()])
    expect(await foldersNamed(name)).toHaveLength(1)
  })

  it('one stops it, and one discards a draft', async () => {
    const [running, draft] = [await drafted(), await drafted()]
    await start(running)
    const stops = await Promise.all([testApp.alice, testApp.mona].map((by) => by.post(`${running}/stop`)))
    expect(statuses(stops)).toEqual([200, 409])
    const deletions = await Promise.all([testApp.alice, testApp.mona].map((by) => by.delete(draft)))
    expect(statuses(deletions)).toEqual([200, 404])
  })

  it('one maps the columns of the version that both saw', async () => {
    const url = await drafted()
    const change = { mapping, defaultLeadId: null }
    const map = () => testApp.alice.put(url, change, { 'if-match': '"1"' })
    expect(statuses(await Promise.all([map(), map()]))).toEqual([200, 412])
  })

  it('a start and a deletion never leave clients of an import that doesn’t exist', async () => {
    const name = newId()
    const url = await drafted(listOf(name))
    const [started, discarded] = await Promise.all([start(url), testApp.mona.delete(url)])
    expect([
      [201, 409],
      [404, 200],
    ]).toContainEqual([started.status, discarded.status])
    await run()
    expect(await foldersNamed(name)).toHaveLength(started.status === 201 ? 1 : 0)
  })
})

describe('a client import refuses', () => {
  it('to start without saying whether clients are invited', async () => {
    const url = await drafted()
    for (const body of [{}, { invites: 'yes' }, { invites: true, all: true }])
      expect((await testApp.alice.post(`${url}/start`, body)).status).toBe(400)
    expect((await testApp.alice.get(url)).body.status).toBe('draft')
  })

  it('a consultant for all rows who can’t lead folders: assistants, bookkeepers, and those who left', async () => {
    const url = await drafted()
    const [assistant, bookkeeper, leaver] = [
      await staffMember(testApp, 'Ash', { staffAccess: 'assistant' }),
      await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' }),
      await staffMember(testApp, 'Lee'),
    ]
    await testApp.db.run(sql`update users set is_active = false where id = ${leaver.id}`)
    for (const defaultLeadId of [assistant.id, bookkeeper.id, leaver.id, testApp.people.alice.id]) {
      const { status, body } = await testApp.alice.put(url, { mapping, defaultLeadId })
      expect([status, body.issues[0].path], defaultLeadId).toEqual([400, 'defaultLeadId'])
    }
  })

  it('a row whose consultant can’t lead folders, or left before it was imported', async () => {
    const assistant = await staffMember(testApp, 'Ash', { staffAccess: 'assistant' })
    const leaver = await staffMember(testApp, 'Lee')
    const names = [newId(), newId()]
    const rows = [listOf(names[0] as string, assistant.email), listOf(names[1] as string, leaver.email).split('\n')[1]]
    const url = await drafted(rows.join(''))
    await testApp.db.run(sql`update users set is_active = false where id = ${leaver.id}`)
    await start(url)
    await run()
    expect((await testApp.alice.get(`${url}/rows`)).body).toMatchObject([
      { status: 'failed', reason: expect.stringContaining('access doesn’t include this work') },
      { status: 'failed', reason: expect.stringContaining('No active staff member has this email address') },
    ])
    for (const name of names) expect(await foldersNamed(name)).toEqual([])
  })

  it('staff and clients for every change, and unknown imports', async () => {
    const url = await drafted()
    for (const [who, target] of [
      [testApp.sam, url],
      [testApp.ann, url],
      [testApp.alice, `${path}/${unknownId}`],
    ] as const)
      for (const answer of [
        await who.put(target, { mapping, defaultLeadId: null }),
        await start(target, who),
        await who.post(`${target}/stop`),
        await who.delete(target),
      ])
        expect(answer.status).toBe(404)
    expect((await testApp.alice.get(url)).body).toMatchObject({ status: 'draft', version: 1 })
  })
})
