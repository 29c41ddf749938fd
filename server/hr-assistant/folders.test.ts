// Which folder a question to the assistant belongs to, and whose queue it is in.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { company, contactIn } from '../../tests/contacts.ts'
import { type Caller, createTestApp, unknownId, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const base = '/api/hr-assistant'
const query = 'What is the capital of Australia?'
const ask = (who: Caller, more: object = {}) => who.post(base, { query, ...more })
const isQueued = async (who: Caller, id: string) =>
  (await who.get(`${base}/queue?limit=200`)).body.some((each: { id: string }) => each.id === id)
const ofSue = async (clientId: string) =>
  (
    await testApp.alice.post('/api/client-folders', {
      name: 'Other',
      services: 'x',
      assignedStaffId: testApp.people.sue.id,
      clientId,
    })
  ).body.id as string

it('puts the question into the folder that was named, or the first', async () => {
  const first = await company(testApp)
  expect((await ask(testApp.ann)).body.clientFolderId).toBe(first)
  const named = await ask(testApp.ann, { clientFolderId: testApp.folders.acme.id })
  expect([named.status, named.body.clientFolderId]).toEqual([201, testApp.folders.acme.id])
  expect((await ask(testApp.sam)).body.clientFolderId).toBeNull()
})

it.each([() => testApp.folders.elmwood.id, () => unknownId])(
  'refuses a folder that is not the caller’s',
  async (folder) => {
    for (const path of [base, `${base}/stream`]) {
      const { status, body } = await testApp.ann.post(path, { query, clientFolderId: folder() })
      expect([status, body.issues[0].path]).toEqual([400, 'clientFolderId'])
    }
  },
)

it('reaches the staff of that folder alone, whichever folders the person is in besides', async () => {
  await ofSue(testApp.people.ann.id)
  const { id } = (await ask(testApp.ann, { clientFolderId: testApp.folders.acme.id })).body
  expect(await isQueued(testApp.sam, id)).toBe(true)
  expect(await isQueued(testApp.alice, id)).toBe(true)
  expect(await isQueued(testApp.sue, id)).toBe(false)
  expect((await testApp.sue.delete(`${base}/queue/${id}`)).status).toBe(404)
  const input = { question: 'q', answer: 'a', passages: [{ policyId: unknownId, anchor: 'x' }], conversationId: id }
  expect((await testApp.sue.post(`${base}/verified-answers`, input)).body.issues[0].path).toBe('conversationId')
})

it('stays private to who asked on the client’s side', async () => {
  const folder = await company(testApp)
  const { cora } = await contactIn(testApp, folder, { money: true, documents: true, messages: true })
  const { id } = (await ask(cora, { clientFolderId: folder })).body
  expect((await testApp.ann.get(`${base}/conversations/${id}`)).status).toBe(404)
  expect((await cora.get(`${base}/conversations/${id}`)).status).toBe(200)
  expect(await isQueued(testApp.sam, id)).toBe(true)
})

it('is passed on to its own folder unless another is named', async () => {
  const folder = await company(testApp)
  await company(testApp)
  const { id } = (await ask(testApp.ann, { clientFolderId: folder })).body
  const sent = await testApp.ann.post(`${base}/conversations/${id}/handover`, {})
  expect([sent.status, sent.body.clientFolderId]).toEqual([201, folder])
})
