// Many concurrent requests on one item: one succeeds, the others get a clear refusal, and nothing is half done or done
// twice.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, createTestApp, type TestApp } from '../test-app.ts'
import { requestInput } from './rights.ts'
import { typed } from '../../server/kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))
const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b)
const numberOf = async (statement: ReturnType<typeof sql>) =>
  (await testApp.db.one(typed(z.object({ n: z.number() }))`${statement}`)).n

const folder = async () => {
  const given = { name: 'Race', services: 'x', assignedStaffId: testApp.people.sam.id, clientId: testApp.people.ann.id }
  return (await testApp.alice.post('/api/client-folders', given)).body.id as string
}

describe('G4: concurrent requests', () => {
  it('G1: one key fifty times, and again afterward, creates one message', async () => {
    const path = `/api/client-folders/${testApp.folders.acme.id}/messages`
    const send = () => testApp.ann.post(path, { content: 'Only once' }, { 'idempotency-key': 'fifty' })
    const answers = await times(50, send)
    const good = answers.filter(({ status }) => status === 201)
    expect(good.length).toBeGreaterThan(0)
    expect(new Set(good.map(({ text }) => text)).size).toBe(1)
    // One session has at most thirty requests in work.
    const refusals = ['running', 'unavailable']
    expect(answers.every(({ status, body }) => status === 201 || refusals.includes(body.code))).toBe(true)
    expect((await send()).text).toBe(good[0]?.text)
    expect(await numberOf(sql`select count(*) as n from messages where content = 'Only once'`)).toBe(1)
  })

  it('ten folders from one request create one folder and one invited client', async () => {
    const email = 'race@tidewater.example'
    const { id } = (await testApp.visitor.post('/api/service-requests', { ...requestInput, email })).body
    await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    const body = { name: requestInput.businessName, services: 'x', serviceRequestId: id }
    const answers = await times(10, () => testApp.sam.post('/api/client-folders', body))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.every(({ status }) => [201, 400, 409].includes(status))).toBe(true)
    expect(await numberOf(sql`select count(*) as n from client_folders where service_request_id = ${id}`)).toBe(1)
    expect(await numberOf(sql`select count(*) as n from users where email = ${email}`)).toBe(1)
    expect(await numberOf(sql`select count(*) as n from emails where "to" = ${email} and about = 'invitation'`)).toBe(1)
  })

  it('no folder is created from a request that was just cancelled', async () => {
    for (let i = 0; i < 10; i++) {
      const email = `race-${i}@tidewater.example`
      const { id } = (await testApp.visitor.post('/api/service-requests', { ...requestInput, email })).body
      await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
      const [opened, cancelled] = await Promise.all([
        testApp.sam.post('/api/client-folders', { name: 'x', services: 'x', serviceRequestId: id }),
        testApp.alice.patch(`/api/service-requests/${id}/status`, { status: 'cancelled' }),
      ])
      expect(cancelled.status).toBe(200)
      // Cancelling afterward is allowed, so the audit log shows which came first.
      const order = (await testApp.auditLog())
        .map(({ action, entityId }) => `${action} ${entityId}`)
        .filter((line) => line.endsWith(id) || line.endsWith(opened.body.id))
        .filter((line) => /folder\.created|cancelled/.test(line))
      if (opened.status === 201)
        expect(order).toEqual([`client-folder.created ${opened.body.id}`, `service-request.cancelled ${id}`])
      expect([201, 400]).toContain(opened.status)
    }
  })

  it('no message is posted to a folder after it is archived', async () => {
    for (let i = 0; i < 8; i++) {
      const id = await folder()
      const path = `/api/client-folders/${id}`
      const archive = testApp.alice.patch(path, { status: 'archived' }).then(async (answer) => ({
        answer,
        seen: (await testApp.sam.get(`${path}/messages`)).body.length as number,
      }))
      const messages = times(8, (n) =>
        (n % 2 ? testApp.ann : testApp.sam).post(`${path}/messages`, { content: `${n}` }),
      )
      const tasks = times(4, () => testApp.sam.post(`${path}/assignments`, { title: 'x', description: 'x' }))
      const [{ answer, seen }, sent, given] = await Promise.all([archive, messages, tasks])
      expect(answer.status).toBe(200)
      for (const each of [...sent, ...given]) expect([201, 409]).toContain(each.status)
      expect((await testApp.sam.get(`${path}/messages`)).body, 'what was there when it was archived').toHaveLength(seen)
    }
  })

  it('B5: of two administrators who deactivate each other, one remains', async () => {
    for (let i = 0; i < 5; i++) {
      const adds = async (n: number) => {
        const input = { email: `duel-${i}-${n}@example.com`, firstName: 'Du', lastName: 'El', role: 'admin' }
        const { id } = (await testApp.mona.post('/api/users', input)).body
        return { id: id as string, caller: await testApp.signIn(id, 'admin') }
      }
      const [a, b] = await Promise.all([adds(1), adds(2)])
      const answers = await Promise.all([a.caller.delete(`/api/users/${b.id}`), b.caller.delete(`/api/users/${a.id}`)])
      expect(statuses(answers)).toEqual([200, 401])
      const left = sql`select count(*) as n from users where id in (${a.id}, ${b.id}) and is_active`
      expect(await numberOf(left)).toBe(1)
      await testApp.mona.delete(`/api/users/${a.id}`)
      await testApp.mona.delete(`/api/users/${b.id}`)
    }
  })

  it('G2: of twenty edits of one version one succeeds', async () => {
    const { body } = await testApp.alice.get(`/api/users/${testApp.people.ivan.id}`)
    const { email, firstName, lastName, role } = body
    const edit = (i: number) =>
      (i % 2 ? testApp.alice : testApp.mona).put(
        `/api/users/${body.id}`,
        { email, firstName, lastName, role, phone: `${i}` },
        { 'if-match': `"${body.version}"` },
      )
    const answers = await times(20, edit)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(statuses(answers)).toEqual([200, 412])
    expect((await testApp.alice.get(`/api/users/${body.id}`)).body.version).toBe(body.version + 1)
  })

  it('no inactive person is signed in when an invitation is accepted while its person is deactivated', async () => {
    for (let i = 0; i < 5; i++) {
      const input = { email: `both-${i}@example.com`, firstName: 'Bo', lastName: 'Th', role: 'staff' }
      const { id, invitationUrl } = (await testApp.alice.post('/api/users', input)).body
      const token = invitationUrl.split('/').at(-1)
      const [accepted, gone] = await Promise.all([
        testApp.visitor.post('/api/invitations/accept', { token, password: 'seven kettles near a window' }),
        testApp.alice.delete(`/api/users/${id}`),
      ])
      expect(gone.status, gone.text).toBe(200)
      expect([200, 404], accepted.text).toContain(accepted.status)
      expect(await numberOf(sql`select count(*) as n from sessions where user_id = ${id}`)).toBe(0)
    }
  })

  it('one invitation is accepted once', async () => {
    const input = { email: 'once@example.com', firstName: 'On', lastName: 'Ce', role: 'staff' }
    const { id, invitationUrl } = (await testApp.alice.post('/api/users', input)).body
    const token = invitationUrl.split('/').at(-1)
    const accept = () =>
      testApp.visitor.post('/api/invitations/accept', { token, password: 'seven kettles near a window' })
    const answers = await times(10, accept)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(statuses(answers)).toEqual([200, 409])
    expect(await numberOf(sql`select count(*) as n from sessions where user_id = ${id}`)).toBe(1)
  })

  it('thirty people with one name get thirty different usernames', async () => {
    const answers = await times(30, (i) =>
      testApp.alice.post('/api/users', {
        email: `robin@${i}.example.com`,
        firstName: 'Robin',
        lastName: 'Hale',
        role: 'client',
      }),
    )
    expect(statuses(answers)).toEqual([201])
    expect(new Set(answers.map(({ body }) => body.username)).size).toBe(30)
  })
})
