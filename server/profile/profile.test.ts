import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

let people = 0
interface Someone {
  id: string
  email: string
  caller: Caller
}

async function someone(role: 'staff' | 'client' = 'client'): Promise<Someone> {
  const email = `profile-${++people}@example.com`
  const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
  const { id } = (await alice.post('/api/users', { email, firstName: 'Noor', lastName: 'Haddad', role })).body
  return { id, email, caller: await testApp.signIn(id, role) }
}

const emailsTo = async (to: string) => (await testApp.mail()).filter((sent) => sent.to === to)
const tokenTo = async (to: string) => /email-change\/([\w-]+)/.exec((await emailsTo(to)).at(-1)?.text ?? '')?.[1]
const confirm = (token: string | undefined) => testApp.visitor.post('/api/profile/email/confirmation', { token })

describe('your own name and phone number', () => {
  it('can be changed, and nothing else with them', async () => {
    const { caller, id, email } = await someone('staff')
    const change = { firstName: 'Nora', lastName: 'Hadad', phone: '(540) 555-0142' }
    const answer = await caller.send({
      method: 'PATCH',
      url: '/api/profile',
      headers: { 'content-type': 'application/json', 'if-match': '"1"' },
      payload: JSON.stringify(change),
    })
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ ...change, email, version: 2 })])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'user.profile-changed',
      actorId: id,
      details: { fields: ['firstName', 'lastName', 'phone'] },
    })
    const stale = await caller.patch('/api/profile', { firstName: 'A', lastName: 'B' }, { 'if-match': '"1"' })
    expect(stale.status).toBe(412)
  })

  it.each([
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ lastName: 'x'.repeat(201) }, 'lastName', 'Use at most 200 characters.'],
    [{ email: 'other@example.com' }, '', 'Unknown field: "email".'],
    [{ role: 'admin' }, '', 'Unknown field: "role".'],
  ])('refuse %j', async (mistake, path, message) => {
    const { caller } = await someone()
    const answer = await caller.patch('/api/profile', { firstName: 'Noor', lastName: 'Haddad', ...mistake })
    expect([answer.status, answer.body.issues[0]]).toEqual([400, { path, message }])
  })

  it('refuse signed-out visitors', async () => {
    for (const caller of [testApp.visitor, testApp.ivan])
      expect((await caller.patch('/api/profile', { firstName: 'A', lastName: 'B' })).status).toBe(401)
  })
})

describe('your own email address', () => {
  it('changes once the link sent to the new one is opened, and the old one is notified', async () => {
    const { caller, id, email } = await someone()
    const next = `moved-${email}`
    expect((await caller.post('/api/profile/email', { email: next })).status).toBe(200)
    expect((await caller.get('/api/user')).body.email).toBe(email)
    const token = await tokenTo(next)
    const look = await testApp.visitor.post('/api/one-time-links/look', { token, purpose: 'email-change' })
    expect(look.body).toMatchObject({ email: next })
    expect((await caller.get('/api/user')).body.email).toBe(email)
    expect((await confirm(token)).status).toBe(200)
    expect((await caller.get('/api/user')).body).toMatchObject({ id, email: next, version: 2 })
    expect((await emailsTo(email)).at(-1)?.subject).toBe('The email address of your ProHR account was changed')
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'user.email-changed', entityId: id, actorId: id })
    expect((await confirm(token)).status).toBe(409)
  })

  it('is changed only by the newest link, within a day, by one of ten concurrent requests', async () => {
    const { caller, email } = await someone()
    await caller.post('/api/profile/email', { email: `one-${email}` })
    await caller.post('/api/profile/email', { email: `two-${email}` })
    expect((await confirm(await tokenTo(`one-${email}`))).status).toBe(404)
    const token = await tokenTo(`two-${email}`)
    const tries = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    await caller.post('/api/profile/email', { email: `three-${email}` })
    testApp.pass({ hours: 25 })
    expect((await confirm(await tokenTo(`three-${email}`))).status).toBe(409)
  })

  it('reveals no other account’s address, and never becomes one', async () => {
    const { caller, email } = await someone()
    const taken = await caller.post('/api/profile/email', { email: 'SUE@example.com' })
    const free = await caller.post('/api/profile/email', { email: `free-${email}` })
    expect([taken.status, taken.text]).toEqual([200, free.text])
    await caller.post('/api/profile/email', { email: 'sue@example.com' })
    const refused = await confirm(await tokenTo('sue@example.com'))
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Someone with this email address already has an account.',
    ])
    expect((await caller.get('/api/user')).body.email).toBe(email)
    expect((await caller.post('/api/profile/email', { email: email.toUpperCase() })).status).toBe(409)
  })

  it('requires reauthentication, a valid address, few attempts, and an active account', async () => {
    const { caller, id, email } = await someone()
    expect((await caller.post('/api/profile/email', { email: 'nowhere' })).body.issues[0].path).toBe('email')
    await caller.post('/api/profile/email', { email: `late-${email}` })
    const token = await tokenTo(`late-${email}`)
    for (let i = 0; i < 3; i++) await caller.post('/api/profile/email', { email: `n${i}-${email}` })
    expect((await caller.post('/api/profile/email', { email: `n9-${email}` })).status).toBe(429)
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    const last = await tokenTo(`n2-${email}`)
    await alice.delete(`/api/users/${id}`)
    expect([(await confirm(token)).status, (await confirm(last)).status]).toEqual([404, 404])
    const other = await someone()
    testApp.pass({ minutes: 11 })
    expect((await other.caller.post('/api/profile/email', { email: `x-${email}` })).body.code).toBe('step-up')
    expect((await testApp.visitor.post('/api/profile/email', { email: `x-${email}` })).status).toBe(401)
  })
})

describe('someone else’s sessions', () => {
  it('are listed and ended by administrators', async () => {
    const { id, caller } = await someone('staff')
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    const listed = (await alice.get(`/api/users/${id}/sessions`)).body
    expect(listed).toMatchObject([{ current: false, address: '127.0.0.1' }])
    expect(JSON.stringify(listed)).not.toContain('sid')
    expect((await alice.delete(`/api/users/${id}/sessions`)).body).toEqual({ ended: 1 })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'user.sessions-ended', entityId: id })
    expect((await caller.get('/api/user')).status).toBe(401)
    expect((await alice.delete(`/api/users/${id}/sessions`)).body).toEqual({ ended: 0 })
  })

  it('exclude your own, are restricted for master administrators, and are hidden from the team', async () => {
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    expect((await alice.delete(`/api/users/${testApp.people.alice.id}/sessions`)).status).toBe(409)
    expect((await alice.delete(`/api/users/${testApp.people.mona.id}/sessions`)).status).toBe(403)
    for (const [name, role] of [
      ['sam', 'staff'],
      ['ann', 'client'],
    ] as const) {
      const caller = await testApp.signIn(testApp.people[name].id, role)
      expect((await caller.get(`/api/users/${testApp.people.sue.id}/sessions`)).status).toBe(404)
      expect((await caller.delete(`/api/users/${testApp.people.sue.id}/sessions`)).status).toBe(404)
    }
    expect((await testApp.visitor.get(`/api/users/${testApp.people.sue.id}/sessions`)).status).toBe(401)
  })
})
