import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const task = { title: 'Send the handbook', description: 'The one from 2024 will do.', dueDate: '2027-03-14' }
const given = async () => (await world.sam.post(`/api/client-folders/${world.folders.acme.id}/assignments`, task)).body
const move = (who: 'ann' | 'sam' | 'eve' | 'sue' | 'alice', id: string, status: string) =>
  world[who].patch(`/api/assignments/${id}/status`, { status })

describe('an assignment', () => {
  it('is given by staff, and the client is told that something waits', async () => {
    const assignment = await given()
    expect(assignment).toMatchObject({
      ...task,
      status: 'pending',
      assignedById: world.people.sam.id,
      assignedByName: 'Sam Carter',
      completedAt: null,
    })
    const letter = (await world.mail()).at(-1)
    expect([letter?.to, letter?.subject]).toEqual(['ann@example.com', 'An assignment is waiting for you'])
    expect(letter?.text).not.toContain('handbook')
  })

  it('needs a title, a description and a real date', async () => {
    const post = (more: object) =>
      world.sam.post(`/api/client-folders/${world.folders.acme.id}/assignments`, { ...task, ...more })
    expect((await post({ title: '' })).body.message).toBe('Title is required')
    expect((await post({ description: ' ' })).body.message).toBe('Description is required')
    expect((await post({ dueDate: '2027-02-30' })).status).toBe(400)
    expect((await post({ documentId: '01890000-0000-7000-8000-00000000dead' })).body.issues[0].path).toBe('documentId')
    expect((await post({ dueDate: '' })).body.dueDate).toBeNull()
    expect((await post({ status: 'completed' })).status).toBe(400)
  })

  it('is moved forward by its client, one way', async () => {
    const { id } = await given()
    expect((await move('ann', id, 'in-progress')).body).toMatchObject({ status: 'in-progress', allowed: ['complete'] })
    const done = await move('ann', id, 'completed')
    expect(done.body.completedAt).toMatch(/Z$/)
    expect((await move('ann', id, 'completed')).status).toBe(409)
    expect((await move('ann', id, 'in-progress')).status).toBe(403)
    expect((await move('ann', id, 'pending')).status).toBe(409)
  })

  it('is reopened by the team', async () => {
    const { id } = await given()
    await move('ann', id, 'completed')
    expect((await move('sam', id, 'in-progress')).body).toMatchObject({ status: 'in-progress', completedAt: null })
  })

  it('shows its history', async () => {
    const { id } = await given()
    await move('ann', id, 'in-progress')
    const { history } = (await world.ann.get(`/api/assignments/${id}`)).body
    expect(history.map((line: { action: string; actorName: string }) => [line.action, line.actorName])).toEqual([
      ['assignment.created', 'Sam Carter'],
      ['assignment.in-progress', 'Ann Keller'],
    ])
  })

  it('is rewritten by the team at the version they saw, not by the client', async () => {
    const { id } = await given()
    const put = (who: 'ann' | 'sam' | 'eve', version: number) =>
      world[who].put(`/api/assignments/${id}`, { ...task, title: 'Send both' }, { 'if-match': `"${version}"` })
    expect((await put('ann', 1)).status).toBe(403)
    expect((await put('eve', 1)).status).toBe(404)
    expect((await put('sam', 1)).body.title).toBe('Send both')
    expect((await put('sam', 1)).status).toBe(412)
  })

  it('is nobody else’s', async () => {
    const { id } = await given()
    for (const who of ['eve', 'sue'] as const) {
      expect((await world[who].get(`/api/assignments/${id}`)).status).toBe(404)
      expect((await move(who, id, 'completed')).status).toBe(404)
    }
    expect((await move('alice', id, 'completed')).status).toBe(200)
  })

  it('of two who finish it at once is finished once', async () => {
    const { id } = await given()
    const tries = await Promise.all([move('ann', id, 'completed'), move('sam', id, 'completed')])
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
