import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taskInput } from '../../tests/architecture/rights-tasks.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Answer, type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ LOG_LEVEL: 'error' }, { atHour: 10 })))
afterAll(() => testApp.close())

const path = '/api/tasks'
const create = async (more: object = {}, who = testApp.sam) => (await who.post(path, taskInput(testApp, more))).body
const refusalOf = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const setStatus = (id: string, status: string, who = testApp.sam, headers = {}) =>
  who.patch(`${path}/${id}/status`, { status }, headers)

describe('a task is refused', () => {
  it.each([
    ['without a title', { title: ' ' }, 'Enter a title.'],
    ['with a long title', { title: 'x'.repeat(201) }, 'Use at most 200 characters.'],
    ['for an unknown folder', { clientFolderId: unknownId }, 'Choose a client folder.'],
    ['for an unknown person', { assigneeId: unknownId }, 'Choose someone on the team who can see this client folder.'],
    ['with a date that is none', { dueDate: 'soon' }, 'Enter a date.'],
    ['repeating without a date', { recurrence: 'weekly' }, 'Enter a due date. A task that repeats needs one.'],
    ['repeating daily', { recurrence: 'daily', dueDate: '2030-01-01' }, 'Choose an option from the list.'],
    ['with an empty item', { checklist: [{ text: '' }] }, 'Enter the checklist item.'],
    ['with 51 items', { checklist: Array.from({ length: 51 }, () => ({ text: 'x' })) }, 'Use at most 50 items.'],
  ])('%s', async (_what, part, sentence) => {
    expect(refusalOf(await testApp.sam.post(path, taskInput(testApp, part)))).toEqual([400, sentence])
    const { id } = await create()
    expect(refusalOf(await testApp.sam.put(`${path}/${id}`, taskInput(testApp, part)))).toEqual([400, sentence])
  })

  it('for someone who can’t see the folder, for a client, and for a field of its own', async () => {
    for (const assigneeId of [testApp.people.sue.id, testApp.people.ann.id])
      expect((await testApp.sam.post(path, taskInput(testApp, { assigneeId }))).status).toBe(400)
    const toClient = taskInput(testApp, { clientFolderId: null, assigneeId: testApp.people.ann.id })
    expect(refusalOf(await testApp.sam.post(path, toClient))).toEqual([400, 'Choose someone on the team.'])
    expect((await testApp.sam.post(path, taskInput(testApp, { completedAt: 'now' }))).status).toBe(400)
  })

  it('of a colleague’s folder, and to clients and visitors', async () => {
    const { id } = await create()
    expect(refusalOf(await testApp.sue.post(path, taskInput(testApp)))).toEqual([400, 'Choose a client folder.'])
    for (const who of [testApp.sue, testApp.ann, testApp.eve])
      for (const answer of [
        await who.get(`${path}/${id}`),
        await setStatus(id, 'done', who),
        await who.delete(`${path}/${id}`),
      ])
        expect(answer.status).toBe(404)
    expect((await testApp.ann.get(path)).status).toBe(403)
    expect((await testApp.ann.post(path, taskInput(testApp))).status).toBe(403)
    expect((await testApp.visitor.get(path)).status).toBe(401)
    const own = await create({ clientFolderId: null }, testApp.alice)
    expect((await testApp.sam.get(`${path}/${own.id}`)).status).toBe(404)
  })

  it('for the status that it already has, once it is done, and for an earlier version', async () => {
    const { id, checklist } = await create()
    expect(refusalOf(await setStatus(id, 'to-do'))).toEqual([409, 'This task is already marked “To do.”'])
    expect((await setStatus(id, 'later')).status).toBe(400)
    expect((await setStatus(id, 'done', testApp.sam, { 'if-match': '"9"' })).status).toBe(412)
    const check = { itemId: unknownId, isDone: true }
    expect((await testApp.sam.patch(`${path}/${id}/checklist`, check)).status).toBe(400)
    await setStatus(id, 'done')
    const reopen = 'This task is done. Reopen it to change it.'
    expect(refusalOf(await testApp.sam.put(`${path}/${id}`, taskInput(testApp)))).toEqual([409, reopen])
    const its = { itemId: checklist[0].id, isDone: true }
    expect(refusalOf(await testApp.sam.patch(`${path}/${id}/checklist`, its))).toEqual([409, reopen])
    expect((await setStatus(unknownId, 'done')).status).toBe(404)
  })

  it('to be deleted by someone else on the team', async () => {
    const { id } = await create({}, testApp.alice)
    expect(refusalOf(await testApp.sam.delete(`${path}/${id}`))).toEqual([
      403,
      'You can only delete tasks that you created.',
    ])
    expect((await testApp.sam.get(`${path}/${id}`)).body.allowed).toEqual(['edit', 'change-status'])
  })

  it('in a folder of someone else, to which it can’t be moved either', async () => {
    const { id } = await create()
    const elsewhere = taskInput(testApp, { clientFolderId: testApp.folders.elmwood.id })
    expect(refusalOf(await testApp.sam.put(`${path}/${id}`, elsewhere))).toEqual([400, 'Choose a client folder.'])
    expect((await testApp.sue.get(`${path}/${id}`)).status).toBe(404)
    expect((await testApp.sam.get(`${path}/${id}`)).body.clientFolderId).toBe(testApp.folders.acme.id)
  })

  it('in a client folder to bookkeepers, and in folders that aren’t theirs to assistants', async () => {
    const { id, checklist } = await create()
    for (const staffAccess of ['bookkeeper', 'assistant']) {
      const { caller } = await staffMember(testApp, 'Bo', { staffAccess })
      expect(refusalOf(await caller.post(path, taskInput(testApp)))).toEqual([400, 'Choose a client folder.'])
      for (const answer of [
        await caller.get(`${path}/${id}`),
        await caller.put(`${path}/${id}`, taskInput(testApp)),
        await setStatus(id, 'done', caller),
        await caller.patch(`${path}/${id}/checklist`, { itemId: checklist[0].id, isDone: true }),
        await caller.delete(`${path}/${id}`),
      ])
        expect(answer.status).toBe(404)
    }
  })

  it('to be edited, checked, or deleted in an earlier version', async () => {
    const { id, checklist } = await create()
    const earlier = { 'if-match': '"9"' }
    for (const answer of [
      await testApp.sam.put(`${path}/${id}`, taskInput(testApp), earlier),
      await testApp.sam.patch(`${path}/${id}/checklist`, { itemId: checklist[0].id, isDone: true }, earlier),
      await testApp.sam.delete(`${path}/${id}`, earlier),
    ])
      expect(answer.status).toBe(412)
    expect((await testApp.sam.get(`${path}/${id}`)).body).toMatchObject({ version: 1, checklist })
  })
})

describe('concurrent changes of a task', () => {
  it('check two items of its checklist, and lose none', async () => {
    const { id, checklist } = await create()
    const check = ({ id: itemId }: { id: string }) =>
      testApp.sam.patch(`${path}/${id}/checklist`, { itemId, isDone: true })
    expect(statuses(await Promise.all(checklist.map(check)))).toEqual([200, 200])
    const { body } = await testApp.sam.get(`${path}/${id}`)
    expect(body.checklist.map(({ isDone }: { isDone: boolean }) => isDone)).toEqual([true, true])
  })

  it('edit the version that both saw once', async () => {
    const { id } = await create()
    const edit = (title: string, who: Caller) =>
      who.put(`${path}/${id}`, taskInput(testApp, { title }), { 'if-match': '"1"' })
    const answers = await Promise.all([edit('One', testApp.sam), edit('Two', testApp.alice)])
    expect(statuses(answers)).toEqual([200, 412])
    const { title } = (await testApp.sam.get(`${path}/${id}`)).body
    expect(title).toBe(answers.find(({ status }) => status === 200)?.body.title)
  })

  it('delete it once', async () => {
    const { id } = await create()
    const remove = (who: Caller) => who.delete(`${path}/${id}`)
    expect(statuses(await Promise.all([remove(testApp.sam), remove(testApp.alice)]))).toEqual([200, 404])
  })

  it('never create the next one of a deleted task twice', async () => {
    const { id } = await create({ title: 'Weekly', dueDate: '2030-01-01', recurrence: 'weekly' })
    const [done, deleted] = await Promise.all([setStatus(id, 'done'), testApp.alice.delete(`${path}/${id}`)])
    expect([200, 404]).toContain(done.status)
    expect(deleted.status).toBe(200)
    const next = (await testApp.sam.get(`${path}?q=Weekly&status=open`)).body
    expect(next).toHaveLength(done.status === 200 ? 1 : 0)
  })
})
