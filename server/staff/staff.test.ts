import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const lee = { email: 'lee@example.com', firstName: 'Lee', lastName: 'Park' }

describe('the list of staff', () => {
  it('shows the names of active staff to the team, and nothing else', async () => {
    for (const who of ['mona', 'alice', 'sam'] as const) {
      const answer = await testApp[who].get('/api/staff')
      expect(answer.body).toEqual([
        { id: testApp.people.sue.id, firstName: 'Sue', lastName: 'Bennett', email: 'sue@example.com', role: 'staff' },
        { id: testApp.people.sam.id, firstName: 'Sam', lastName: 'Carter', email: 'sam@example.com', role: 'staff' },
      ])
    }
    expect((await testApp.sam.get('/api/staff?q=bennett')).body).toHaveLength(1)
  })

  it('refuses clients and visitors', async () => {
    expect((await testApp.ann.get('/api/staff')).status).toBe(403)
    expect((await testApp.visitor.get('/api/staff')).status).toBe(401)
  })
})

describe('adding a staff member', () => {
  it('creates staff, whatever role is requested', async () => {
    const answer = await testApp.alice.post('/api/staff', { ...lee, role: 'staff' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ ...lee, role: 'staff', createdBy: testApp.people.alice.id, username: 'lee' })
    expect(answer.body.invitationUrl).toContain('/invitation/')
    expect((await testApp.mail()).at(-1)).toMatchObject({ to: lee.email })
    expect((await testApp.sam.get('/api/staff?q=lee')).body).toHaveLength(1)
    const admin = await testApp.mona.post('/api/staff', { ...lee, email: 'lee2@example.com', role: 'admin' })
    expect([admin.status, admin.body.issues[0].path]).toEqual([400, 'role'])
    expect((await testApp.mona.post('/api/staff', { ...lee, role: 'master-admin' })).status).toBe(400)
  })

  it('refuses a known address', async () => {
    expect((await testApp.alice.post('/api/staff', { ...lee, email: 'ANN@example.com' })).status).toBe(409)
  })

  it('refuses everyone but administrators', async () => {
    expect((await testApp.sam.post('/api/staff', lee)).status).toBe(403)
    expect((await testApp.ann.post('/api/staff', lee)).status).toBe(403)
    expect((await testApp.visitor.post('/api/staff', lee)).status).toBe(401)
  })
})
