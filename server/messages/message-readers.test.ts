import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { typed } from '../kit/row-types.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let path: string
let contacts: string
beforeAll(async () => {
  testApp = await createTestApp()
  path = `/api/client-folders/${testApp.folders.acme.id}/messages`
  contacts = `/api/client-folders/${testApp.folders.acme.id}/contacts`
})
afterAll(() => testApp.close())

const write = async (who: Caller, content = 'Good morning'): Promise<string> =>
  (await who.post(path, { content })).body.id
const read = (who: Caller, lastMessageId: string) => who.post(`${path}/reading`, { lastMessageId })
const readersFor = async (who: Caller) => (await who.get(`${path}/readers`)).body

describe('who has read a thread', () => {
  it('is no one at first', async () => {
    expect(await readersFor(testApp.sam)).toEqual({ readers: [], ownLastMessageId: null })
    expect(await readersFor(testApp.ann)).toEqual({ readers: [], ownLastMessageId: null })
  })

  it('is the client by name for the team, with the time and how far they have read', async () => {
    const id = await write(testApp.sam)
    await read(testApp.ann, id)
    const at = testApp.db.now.toISOString()
    const { readers } = await readersFor(testApp.sam)
    expect(readers).toEqual([{ name: 'Ann Keller', lastMessageId: id, at: expect.any(String) }])
    expect(Date.parse(readers[0].at)).toBeLessThanOrEqual(Date.parse(at))
    expect(await readersFor(testApp.ann)).toMatchObject({ readers: [], ownLastMessageId: id })
  })

  it('is the team without names for the client, as far as anyone on it has read', async () => {
    const first = await write(testApp.ann, 'Is it due?')
    await read(testApp.sam, first)
    const second = await write(testApp.ann, 'And when?')
    await read(testApp.alice, second)
    expect((await readersFor(testApp.ann)).readers).toEqual([
      { name: null, lastMessageId: second, at: expect.any(String) },
    ])
  })

  it('does not move back when an earlier message is read again', async () => {
    const [first, second] = [await write(testApp.sam, 'One'), await write(testApp.sam, 'Two')]
    await read(testApp.ann, second)
    await read(testApp.ann, first)
    expect((await readersFor(testApp.ann)).ownLastMessageId).toBe(second)
  })

  it('includes a contact with the messages right, until that right is taken away', async () => {
    const person = { name: 'Cora Lind', email: 'cora@acme.example', money: false, documents: false, messages: true }
    const { id, userId } = (await testApp.sam.post(contacts, person)).body
    const cora = await testApp.signIn(userId, 'client')
    await read(cora, await write(testApp.sam, 'For all of you'))
    const names = async () =>
      (await readersFor(testApp.sam)).readers.map(({ name }: { name: string }) => name).toSorted()
    expect(await names()).toEqual(['Ann Keller', 'Cora Lind'])
    await testApp.sam.patch(`/api/folder-contacts/${id}`, { money: true, messages: false })
    expect(await names()).toEqual(['Ann Keller'])
    expect((await cora.get(`${path}/readers`)).status).toBe(404)
  })

  it('is announced to both sides and to no one else', async () => {
    const id = await write(testApp.sam, 'Announce this')
    await read(testApp.ann, id)
    const [event] = await testApp.db.rows(typed(z.object({ people: z.array(z.string()) }))`
      select user_ids as people from live_events where type = 'message-readers' order by id desc limit 1`)
    expect(event?.people).toEqual(expect.arrayContaining([testApp.people.ann.id, testApp.people.sam.id]))
    expect(event?.people).not.toContain(testApp.people.eve.id)
  })

  it('is hidden from another client, other staff members, and visitors', async () => {
    expect((await testApp.eve.get(`${path}/readers`)).status).toBe(404)
    expect((await testApp.sue.get(`${path}/readers`)).status).toBe(404)
    expect((await testApp.visitor.get(`${path}/readers`)).status).toBe(401)
  })

  it('refuses a message of another folder', async () => {
    const other = `/api/client-folders/${testApp.folders.elmwood.id}/messages`
    const { id } = (await testApp.eve.post(other, { content: 'Elsewhere' })).body
    expect((await read(testApp.ann, id)).status).toBe(400)
  })
})
