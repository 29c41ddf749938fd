// Which folder a question to the assistant belongs to, and whose queue it reaches.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { company, contactIn } from '../../tests/contacts.ts'
import { type Caller, createWorld, unknownId, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const base = '/api/hr-assistant'
const query = 'What is the capital of Australia?'
const ask = (who: Caller, more: object = {}) => who.post(base, { query, ...more })
const isQueued = async (who: Caller, id: string) =>
  (await who.get(`${base}/queue?limit=200`)).body.some((each: { id: string }) => each.id === id)
const ofSue = async (clientId: string) =>
  (
    await world.alice.post('/api/client-folders', {
      name: 'Other',
      services: 'x',
      assignedStaffId: world.people.sue.id,
      clientId,
    })
  ).body.id as string

it('puts the question into the folder that was named, or the first', async () => {
  const first = await company(world)
  expect((await ask(world.ann)).body.clientFolderId).toBe(first)
  const named = await ask(world.ann, { clientFolderId: world.folders.acme.id })
  expect([named.status, named.body.clientFolderId]).toEqual([201, world.folders.acme.id])
  expect((await ask(world.sam)).body.clientFolderId).toBeNull()
})

it.each([() => world.folders.elmwood.id, () => unknownId])(
  'refuses a folder that is not the caller’s',
  async (folder) => {
    for (const path of [base, `${base}/stream`]) {
      const { status, body } = await world.ann.post(path, { query, clientFolderId: folder() })
      expect([status, body.issues[0].path]).toEqual([400, 'clientFolderId'])
    }
  },
)

it('reaches the staff of that folder alone, whichever folders the person is in besides', async () => {
  await ofSue(world.people.ann.id)
  const { id } = (await ask(world.ann, { clientFolderId: world.folders.acme.id })).body
  expect(await isQueued(world.sam, id)).toBe(true)
  expect(await isQueued(world.alice, id)).toBe(true)
  expect(await isQueued(world.sue, id)).toBe(false)
  expect((await world.sue.delete(`${base}/queue/${id}`)).status).toBe(404)
  const input = { question: 'q', answer: 'a', passages: [{ policyId: unknownId, anchor: 'x' }], conversationId: id }
  expect((await world.sue.post(`${base}/verified-answers`, input)).body.issues[0].path).toBe('conversationId')
})

it('stays private to who asked on the client’s side', async () => {
  const folder = await company(world)
  const { cora } = await contactIn(world, folder, { money: true, documents: true, messages: true })
  const { id } = (await ask(cora, { clientFolderId: folder })).body
  expect((await world.ann.get(`${base}/conversations/${id}`)).status).toBe(404)
  expect((await cora.get(`${base}/conversations/${id}`)).status).toBe(200)
  expect(await isQueued(world.sam, id)).toBe(true)
})

it('is passed on to its own folder unless another is named', async () => {
  const folder = await company(world)
  await company(world)
  const { id } = (await ask(world.ann, { clientFolderId: folder })).body
  const sent = await world.ann.post(`${base}/conversations/${id}/handover`, {})
  expect([sent.status, sent.body.clientFolderId]).toEqual([201, folder])
})
