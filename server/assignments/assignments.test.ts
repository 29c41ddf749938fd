import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const task = { title: 'Send the handbook', description: 'The one from 2024 will do.', dueDate: '2027-03-14' }
const given = async () =>
  (await testApp.sam.post(`/api/client-folders/${testApp.folders.acme.id}/assignments`, task)).body
const move = (who: 'ann' | 'sam' | 'eve' | 'sue' | 'alice', id: string, status: string) =>
  testApp[who].patch(`/api/assignments/${id}/status`, { status })

describe('an assignment', () => {
  it('staff create an assignment and its client is notified', async () => {
    const assignment = await given()
    expect(assignment).toMatchObject({
      ...task,
      status: 'pending',
      assignedById: testApp.people.sam.id,
      assignedByName: 'Sam Carter',
      completedAt: null,
    })
    const email = (await testApp.mail()).at(-1)
    expect([email?.to, email?.subject]).toEqual(['ann@example.com', 'You have a new assignment from ProHR'])
    expect(email?.text).not.toContain('handbook')
  })

  it('refuses an assignment without a title, a description, or a valid date', async () => {
    const post = (more: object) =>
      testApp.sam.post(`/api/client-folders/${testApp.folders.acme.id}/assignments`, { ...task, ...more })
    expect((await post({ title: '' })).body.message).toBe('Title is required')
    expect((await post({ description: ' ' })).body.message).toBe('Description is required')
    expect((await post({ dueDate: '2027-02-30' })).status).toBe(400)
    expect((await post({ documentId: '01890000-0000-7000-8000-00000000dead' })).body.issues[0].path).toBe('documentId')
    expect((await post({ dueDate: '' })).body.dueDate).toBeNull()
    expect((await post({ status: 'completed' })).status).toBe(400)
  })

  it('its client moves an assignment forward only', async () => {
    const { id } = await given()
    expect((await move('ann', id, 'in-progress')).body).toMatchObject({
      status: 'in-progress',
      allowed: ['complete', 'comment'],
    })
    const done = await move('ann', id, 'completed')
    expect(done.body.completedAt).toMatch(/Z$/)
    expect((await move('ann', id, 'completed')).status).toBe(409)
    expect((await move('ann', id, 'in-progress')).status).toBe(403)
    expect((await move('ann', id, 'pending')).status).toBe(409)
  })

  it('the team reopens an assignment', async () => {
    const { id } = await given()
    await move('ann', id, 'completed')
    expect((await move('sam', id, 'in-progress')).body).toMatchObject({ status: 'in-progress', completedAt: null })
  })

  it('shows the history of an assignment', async () => {
    const { id } = await given()
    await move('ann', id, 'in-progress')
    const { history } = (await testApp.ann.get(`/api/assignments/${id}`)).body
    expect(history.map((line: { action: string; actorName: string }) => [line.action, line.actorName])).toEqual([
      ['assignment.created', 'Sam Carter'],
      ['assignment.in-progress', 'Ann Keller'],
    ])
  })

  it('the team edits an assignment at the version they saw; the client cannot edit it', async () => {
    const { id } = await given()
    const put = (who: 'ann' | 'sam' | 'eve', version: number) =>
      testApp[who].put(`/api/assignments/${id}`, { ...task, title: 'Send both' }, { 'if-match': `"${version}"` })
    expect((await put('ann', 1)).status).toBe(403)
    expect((await put('eve', 1)).status).toBe(404)
    expect((await put('sam', 1)).body.title).toBe('Send both')
    expect((await put('sam', 1)).status).toBe(412)
  })

  it('is not found by people outside the folder', async () => {
    const { id } = await given()
    for (const who of ['eve', 'sue'] as const) {
      expect((await testApp[who].get(`/api/assignments/${id}`)).status).toBe(404)
      expect((await move(who, id, 'completed')).status).toBe(404)
    }
    expect((await move('alice', id, 'completed')).status).toBe(200)
  })

  it('is completed once when two people complete it at the same time', async () => {
    const { id } = await given()
    const tries = await Promise.all([move('ann', id, 'completed'), move('sam', id, 'completed')])
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
