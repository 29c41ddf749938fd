import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taskInput } from '../../tests/architecture/rights-tasks.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ LOG_LEVEL: 'error' }, { atHour: 10 })))
afterAll(() => testApp.close())

const path = '/api/tasks'
const create = async (more: object = {}, who = testApp.sam) => (await who.post(path, taskInput(testApp, more))).body
const refusalOf = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
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
})
