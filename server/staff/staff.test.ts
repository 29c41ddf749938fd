import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const lee = { email: 'lee@example.com', firstName: 'Lee', lastName: 'Park' }

describe('the list of staff', () => {
  it('names active staff to the whole team, and nothing else of them', async () => {
    for (const who of ['mona', 'alice', 'sam'] as const) {
      const answer = await world[who].get('/api/staff')
      expect(answer.body).toEqual([
        { id: world.people.sue.id, firstName: 'Sue', lastName: 'Bennett', email: 'sue@example.com', role: 'staff' },
        { id: world.people.sam.id, firstName: 'Sam', lastName: 'Carter', email: 'sam@example.com', role: 'staff' },
      ])
    }
    expect((await world.sam.get('/api/staff?q=bennett')).body).toHaveLength(1)
  })

  it('is closed to clients and visitors', async () => {
    expect((await world.ann.get('/api/staff')).status).toBe(403)
    expect((await world.visitor.get('/api/staff')).status).toBe(401)
  })
})

describe('adding a staff member', () => {
  it('makes staff, whatever else is asked for', async () => {
    const answer = await world.alice.post('/api/staff', { ...lee, role: 'staff' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ ...lee, role: 'staff', createdBy: world.people.alice.id, username: 'lee' })
    expect(answer.body.invitationUrl).toContain('/invitation/')
    expect((await world.mail()).at(-1)).toMatchObject({ to: lee.email })
    expect((await world.sam.get('/api/staff?q=lee')).body).toHaveLength(1)
    const admin = await world.mona.post('/api/staff', { ...lee, email: 'lee2@example.com', role: 'admin' })
    expect([admin.status, admin.body.issues[0].path]).toEqual([400, 'role'])
    expect((await world.mona.post('/api/staff', { ...lee, role: 'master-admin' })).status).toBe(400)
  })

  it('with a known address is a conflict', async () => {
    expect((await world.alice.post('/api/staff', { ...lee, email: 'ANN@example.com' })).status).toBe(409)
  })

  it('is for administrators', async () => {
    expect((await world.sam.post('/api/staff', lee)).status).toBe(403)
    expect((await world.ann.post('/api/staff', lee)).status).toBe(403)
    expect((await world.visitor.post('/api/staff', lee)).status).toBe(401)
  })
})
