// Bulk actions that are refused, for anyone or for some of their clients, and those that are requested or stopped twice.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { company } from '../../tests/contacts.ts'
import { staffMember } from '../../tests/staff.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { newId } from '../kit/id.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 9 })))
afterAll(() => testApp.close())

const path = '/api/bulk-actions'
const messageTo = (folderIds: string[], content = 'Our office is closed on Friday.') => ({
  kind: 'message',
  content,
  recipients: { folderIds },
})
const messageBy = (filter: object) => ({ ...messageTo([]), recipients: { filter } })
const run = () => testApp.runJobs('run-bulk-actions')
const messagesIn = async (id: string): Promise<string[]> => {
  const { body } = await testApp.alice.get(`/api/client-folders/${id}/messages`)
  return body.map(({ content }: { content: string }) => content)
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

describe('a bulk action is refused', () => {
  it('for a folder that the caller cannot see, without sending to the others', async () => {
    const folderIds = [testApp.folders.acme.id, testApp.folders.elmwood.id]
    const before = (await messagesIn(testApp.folders.acme.id)).length
    expect((await testApp.sam.post(path, messageTo(folderIds))).status).toBe(404)
    expect((await testApp.sam.post(path, messageTo([unknownId]))).status).toBe(404)
    await run()
    expect(await messagesIn(testApp.folders.acme.id)).toHaveLength(before)
  })

  it.each([
    ['without recipients', () => messageTo([])],
    ['with 5,001 recipients', () => messageTo(Array.from({ length: 5001 }, () => newId()))],
    ['with an id that is none', () => messageTo(['1'])],
    ['for a filter that no client matches', () => ({ ...messageTo([]), recipients: { filter: { q: newId() } } })],
    ['with an empty message', () => messageTo([testApp.folders.acme.id], ' ')],
    ['with an unknown kind', () => ({ ...messageTo([testApp.folders.acme.id]), kind: 'invoice' })],
    [
      'with a document of one folder',
      () => ({
        kind: 'assignment',
        title: 'Read',
        description: 'It',
        documentId: newId(),
        recipients: { folderIds: [testApp.folders.acme.id] },
      }),
    ],
    [
      'for an unknown policy',
      () => ({
        kind: 'policy-acknowledgment',
        policy: 'no-such-policy',
        recipients: { folderIds: [testApp.folders.acme.id] },
      }),
    ],
    [
      'for an unknown law update',
      () => ({
        kind: 'law-update',
        lawChangeId: unknownId,
        content: 'x',
        recipients: { folderIds: [testApp.folders.acme.id] },
      }),
    ],
  ])('%s', async (_what, body) => {
    expect((await testApp.alice.post(path, body())).status).toBe(400)
  })

  it('for clients, and another staff member’s is not found', async () => {
    const { body } = await testApp.sam.post(path, messageTo([testApp.folders.acme.id]))
    expect((await testApp.ann.post(path, messageTo([testApp.folders.acme.id]))).status).toBe(403)
    for (const rest of ['', '/items', '/csv'])
      expect((await testApp.sue.get(`${path}/${body.id}${rest}`)).status).toBe(404)
    expect((await testApp.sue.patch(`${path}/${body.id}/status`, { status: 'stopped' })).status).toBe(404)
    expect((await testApp.sue.get(path)).body).toEqual([])
    expect((await testApp.alice.get(path)).body[0]).toMatchObject({ id: body.id })
    await run()
  })

  it('for a filter that only clients of others match, of whom none is counted', async () => {
    for (const [key, value] of [
      ['q', 'Elmwood'],
      ['assignedStaffId', testApp.people.sue.id],
    ] as const) {
      expect((await testApp.sam.get(`${path}/recipients?${key}=${value}`)).body).toEqual({ count: 0 })
      const { status, body } = await testApp.sam.post(path, messageBy({ [key]: value }))
      expect([status, body.message]).toEqual([400, 'No clients match. Change the filter.'])
    }
  })

  it('for bookkeepers everywhere, and for assistants in folders that aren’t theirs', async () => {
    const id = await company(testApp)
    const bookkeeper = await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
    const assistant = await staffMember(testApp, 'Ash', { staffAccess: 'assistant' })
    for (const { caller } of [bookkeeper, assistant]) {
      expect((await caller.post(path, messageTo([id]))).status).toBe(404)
      expect((await caller.post(path, messageBy({}))).status).toBe(400)
      expect((await caller.get(`${path}/recipients`)).body).toEqual({ count: 0 })
    }
    await testApp.sam.post(`/api/client-folders/${id}/members`, { userId: assistant.id })
    expect((await assistant.caller.post(path, messageTo([id]))).status).toBe(201)
    expect((await bookkeeper.caller.get(path)).body).toEqual([])
    await run()
  })
})

describe('the recipients of a bulk action', () => {
  it('are counted but not named for its starter after they lost access to a folder', async () => {
    const [left, right] = [await company(testApp), await company(testApp)]
    const starter = await staffMember(testApp)
    const memberOf = async (id: string): Promise<string> =>
      (await testApp.sam.post(`/api/client-folders/${id}/members`, { userId: starter.id })).body.id
    const membership = await memberOf(left)
    await memberOf(right)
    const { body } = await starter.caller.post(path, messageTo([left, right]))
    await run()
    const read = async (who = starter.caller) => {
      const [action, items, csv] = await Promise.all(
        ['', '/items', '/csv'].map((rest) => who.get(`${path}/${body.id}${rest}`)),
      )
      const ids = items?.body.map(({ clientFolderId }: { clientFolderId: string }) => clientFolderId)
      return { hidden: action?.body.hiddenRecipients, done: action?.body.counts.done, ids, csv: csv?.text ?? '' }
    }
    const { name } = (await testApp.alice.get(`/api/client-folders/${left}`)).body
    const all = { hidden: 0, done: 2, csv: expect.stringContaining(name) }
    expect(await read()).toMatchObject(all)
    await testApp.sam.delete(`/api/folder-members/${membership}`)
    const now = await read()
    expect(now).toMatchObject({ hidden: 1, done: 2, ids: [right] })
    expect(now.csv).not.toContain(name)
    expect((await starter.caller.get(path)).body).toMatchObject([{ id: body.id, hiddenRecipients: 1 }])
    expect(await read(testApp.alice)).toMatchObject(all)
  })
})

describe('a bulk action whose starter lost access', () => {
  /** A member of a new company, who starts a message to it. */
  async function startedByMember() {
    const id = await company(testApp)
    const starter = await staffMember(testApp)
    const member = await testApp.sam.post(`/api/client-folders/${id}/members`, { userId: starter.id })
    const { body } = await starter.caller.post(path, messageTo([id], `From a member ${newId()}`))
    return { id, starter, memberId: member.body.id as string, actionId: body.id as string }
  }

  it.each<[string, (started: Awaited<ReturnType<typeof startedByMember>>) => Promise<unknown>]>([
    ['by a removal from the team', ({ memberId }) => testApp.sam.delete(`/api/folder-members/${memberId}`)],
    [
      'by becoming a bookkeeper',
      ({ starter }) => testApp.db.run(sql`update users set staff_access = 'bookkeeper' where id = ${starter.id}`),
    ],
  ])('%s sends nothing', async (_what, change) => {
    const started = await startedByMember()
    await change(started)
    await run()
    expect((await testApp.alice.get(`${path}/${started.actionId}/items`)).body).toMatchObject([
      { status: 'failed', reason: 'The person who started this no longer has access to this client.' },
    ])
    expect(await messagesIn(started.id)).toEqual([])
  })
})

describe('a bulk action', () => {
  it('is started once by concurrent requests with one key', async () => {
    const id = await company(testApp)
    const content = `Once ${newId()}`
    const key = { 'idempotency-key': newId() }
    const answers = await Promise.all([1, 2, 3].map(() => testApp.sam.post(path, messageTo([id], content), key)))
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    for (const { status, body } of answers)
      expect(status === 201 || ['running', 'unavailable'].includes(body.code)).toBe(true)
    await run()
    expect(await messagesIn(id)).toEqual([content])
  })

  it('is stopped once by concurrent requests', async () => {
    const { body } = await testApp.sam.post(path, messageTo([await company(testApp)]))
    const stop = () => testApp.sam.patch(`${path}/${body.id}/status`, { status: 'stopped' })
    expect(statuses(await Promise.all([stop(), stop()]))).toEqual([200, 409])
    expect((await stop()).status).toBe(409)
  })

  it('sends nothing more once it is stopped while it is running', async () => {
    const folders = await Promise.all(Array.from({ length: 12 }, () => company(testApp)))
    const content = `Stopped ${newId()}`
    const { body } = await testApp.sam.post(path, messageTo(folders, content))
    const its = `${path}/${body.id}`
    const sent = async () => (await testApp.db.rows(sql`select from messages where content = ${content}`)).length
    const [stopped] = await Promise.all([testApp.sam.patch(`${its}/status`, { status: 'stopped' }), run()])
    expect([200, 409]).toContain(stopped.status)
    const { counts } = (await testApp.sam.get(its)).body
    if (stopped.status === 200) expect(counts).toEqual(stopped.body.counts)
    expect([counts.done + counts.pending, await sent()]).toEqual([12, counts.done])
    await run()
    expect(await sent()).toBe(counts.done)
  })
})
