// Adding, finding, changing, and reinviting users, and who may do it.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invited, newcomerInput, tokenOf } from '../../tests/newcomers.ts'
import { createTestApp, type Caller, type Name, unknownId, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

describe('adding a user', () => {
  it('invites them by email, with a link that the administrator may pass to them', async () => {
    const input = newcomerInput()
    const answer = await testApp.alice.post('/api/users', input)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      ...input,
      username: input.email.split('@')[0],
      isActive: true,
      profileImageUrl: null,
      createdBy: testApp.people.alice.id,
      version: 1,
      allowed: ['edit', 'deactivate', 'invite', ...(input.role === 'client' ? ['view-as'] : [])],
    })
    expect(answer.headers.etag).toBe('"1"')
    expect(answer.body.invitationUrl).toMatch(/^http:\/\/localhost:3000\/invitation\/[\w-]{43}$/)
    expect((await testApp.mail()).at(-1)).toMatchObject({ to: input.email, subject: 'ProHR invited you to its portal' })
    expect((await testApp.mail()).at(-1)?.text).toContain(answer.body.invitationUrl)
    const auditLog = (await testApp.auditLog()).slice(-2)
    expect(auditLog).toMatchObject([
      { action: 'user.created', actorId: testApp.people.alice.id, entityId: answer.body.id },
      { action: 'user.invited', entityId: answer.body.id },
    ])
    expect(JSON.stringify(await testApp.auditLog())).not.toContain(tokenOf(answer.body.invitationUrl))
    const stored = await testApp.db.rows(sql`select token_hash from one_time_links`)
    expect(JSON.stringify(stored)).not.toContain(tokenOf(answer.body.invitationUrl))
  })

  it('adds them once for two requests with one key', async () => {
    const input = newcomerInput()
    const key = { 'idempotency-key': 'add-once' }
    const first = await testApp.alice.post('/api/users', input, key)
    expect((await testApp.alice.post('/api/users', input, key)).body).toEqual(first.body)
  })

  it('assigns the next username if theirs is taken', async () => {
    const names = []
    for (const host of ['a', 'b', 'c']) names.push((await invited(testApp, { email: `Info@${host}.example` })).username)
    expect(names).toEqual(['info', 'info2', 'info3'])
    expect((await invited(testApp, { email: 'sam@elsewhere.example' })).username).toBe('sam2')
  })

  it('assigns different usernames to ten concurrent requests with one name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        testApp.alice.post('/api/users', newcomerInput({ email: `kim@host-${i}.example` })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map(({ body }) => body.username)).size).toBe(10)
  })

  it.each(['sam@example.com', 'SAM@EXAMPLE.COM', 'ivan@example.com'])('refuses the known address %s', async (email) => {
    const answer = await testApp.alice.post('/api/users', newcomerInput({ email }))
    const message = 'Someone with this email address already has an account.'
    expect([answer.status, answer.body.message]).toEqual([409, message])
    expect(answer.body.issues).toEqual([{ path: 'email', message }])
  })

  it('adds one user for five concurrent requests with one address', async () => {
    const input = newcomerInput()
    const answers = await Promise.all(Array.from({ length: 5 }, () => testApp.alice.post('/api/users', input)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  })

  it.each([
    [{ email: 'no address' }, 'email', 'Valid email is required'],
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ lastName: '' }, 'lastName', 'Last name is required'],
    [{ role: 'master-admin' }, 'role', 'Choose a role: admin, staff, or client.'],
    [{ role: 'owner' }, 'role', 'Choose a role: admin, staff, or client.'],
    [{ isActive: true }, '', 'Unknown field: "isActive".'],
    [{ password: 'chosen for somebody else' }, '', 'Unknown field: "password".'],
    [{ createdBy: unknownId }, '', 'Unknown field: "createdBy".'],
    [{ company: 'x'.repeat(201) }, 'company', 'Use at most 200 characters.'],
  ])('refuses %j', async (mistake, path, message) => {
    for (const who of ['alice', 'mona'] as const) {
      const answer = await testApp[who].post('/api/users', newcomerInput(mistake))
      expect([answer.status, answer.body.issues[0]]).toEqual([400, { path, message }])
    }
  })

  it('refuses everyone but administrators', async () => {
    expect((await testApp.sam.post('/api/users', newcomerInput())).status).toBe(403)
    expect((await testApp.ann.post('/api/users', newcomerInput())).status).toBe(403)
    expect((await testApp.ivan.post('/api/users', newcomerInput())).status).toBe(401)
    expect((await testApp.visitor.post('/api/users', newcomerInput())).status).toBe(401)
  })
})

describe('the list of users', () => {
  it('is limited to administrators, and can be searched by words and filtered by role and activity', async () => {
    const ids = async (query: string, who: Name = 'alice') =>
      (await testApp[who].get(`/api/users?limit=200&${query}`)).body.map(({ id }: { id: string }) => id)
    const { people } = testApp
    expect(await ids('q=sam%20carter')).toEqual([people.sam.id])
    expect(await ids('q=SUE@example', 'mona')).toEqual([people.sue.id])
    expect(await ids('q=%25')).toEqual([])
    expect(await ids('role=master-admin')).toEqual([people.mona.id])
    expect(await ids('isActive=false')).toContain(people.ivan.id)
    expect(await ids('isActive=true')).not.toContain(people.ivan.id)
    const first = await testApp.alice.get('/api/users?limit=1')
    const second = await testApp.alice.get(/<(.+)>/.exec(String(first.headers.link))?.[1] ?? '')
    expect(first.body[0].id > second.body[0].id).toBe(true)
    expect(JSON.stringify(first.body)).not.toMatch(/argon2|hasPassword/)
  })

  it('is refused to everyone else, and so is a single user', async () => {
    for (const who of ['sam', 'ann'] as const) {
      expect((await testApp[who].get('/api/users')).status).toBe(403)
      const known = await testApp[who].get(`/api/users/${testApp.people[who].id}`)
      const unknown = await testApp[who].get(`/api/users/${unknownId}`)
      expect([known.status, known.text]).toEqual([404, unknown.text])
    }
    expect((await testApp.visitor.get('/api/users')).status).toBe(401)
    expect((await testApp.alice.get(`/api/users/${testApp.people.sam.id}`)).body.username).toBe('sam')
    expect((await testApp.alice.get('/api/users/7')).status).toBe(404)
    expect((await testApp.alice.get('/api/users?isActive=maybe')).status).toBe(400)
  })

  it('includes totals', async () => {
    const { body } = await testApp.alice.get('/api/users/figures')
    expect(body.total).toBe(body.admins + body.staff + body.clients)
    expect(body.admins).toBeGreaterThanOrEqual(2)
    expect((await testApp.sam.get('/api/users/figures')).status).toBe(403)
  })
})

describe('editing a user', () => {
  let person: { id: string; email: string; role: string; version: number }
  let theirs: Caller
  beforeEach(async () => {
    person = await invited(testApp, { role: 'staff' })
    theirs = await testApp.signIn(person.id, 'staff')
  })
  const saved = (who: Name, more: object = {}, headers = {}) => {
    const { email, role } = person
    return testApp[who].put(
      `/api/users/${person.id}`,
      { email, firstName: 'New', lastName: 'Comer', role, ...more },
      headers,
    )
  }

  it('leaves them signed in after a change of name', async () => {
    const answer = await saved('alice', { firstName: 'Nell', phone: '' }, { 'if-match': '"1"' })
    expect(answer.body).toMatchObject({ firstName: 'Nell', phone: null, company: null, version: 2 })
    expect((await theirs.get('/api/user')).body.firstName).toBe('Nell')
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'user.changed', entityId: person.id })
    expect(JSON.stringify((await testApp.auditLog()).at(-1))).not.toContain('Nell')
  })

  it('A5: applies a new role right away and signs them out', async () => {
    expect((await theirs.get('/api/staff')).status).toBe(200)
    expect((await saved('alice', { role: 'client' })).body.role).toBe('client')
    expect((await theirs.get('/api/user')).status).toBe(401)
  })

  it('signs them out after a change of address, ends the sent link, and invites them again', async () => {
    const { invitationUrl, id } = await invited(testApp)
    const email = `moved-${id}@example.com`
    const theirs = await testApp.signIn(id, 'client')
    await testApp.alice.put(`/api/users/${id}`, { email, firstName: 'New', lastName: 'Comer', role: 'client' })
    expect((await theirs.get('/api/user')).status).toBe(401)
    const look = { token: tokenOf(invitationUrl), purpose: 'invitation' }
    expect((await testApp.visitor.post('/api/one-time-links/look', look)).status).toBe(404)
    expect((await testApp.mail()).at(-1)).toMatchObject({ to: email, subject: 'ProHR invited you to its portal' })
  })

  it('does not sign you out after changing your own address', async () => {
    const admin = await invited(testApp, { role: 'admin' })
    const theirs = await testApp.signIn(admin.id, 'admin')
    const own = { email: `own-${admin.id}@example.com`, firstName: 'Ada', lastName: 'Min', role: 'admin' }
    expect((await theirs.put(`/api/users/${admin.id}`, own)).status).toBe(200)
    expect((await theirs.get('/api/user')).body.email).toBe(own.email)
  })

  it('refuses someone else’s address', async () => {
    expect((await saved('alice', { email: 'Sue@example.com' })).status).toBe(409)
  })

  it('refuses an outdated version, without changes', async () => {
    await saved('alice', { firstName: 'First' })
    expect((await saved('mona', { firstName: 'Second' }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await testApp.alice.get(`/api/users/${person.id}`)).body.firstName).toBe('First')
    await saved('alice', { firstName: 'Third' })
    expect((await testApp.auditLog()).at(-1)?.details).toMatchObject({ withoutVersion: true })
  })

  it('is limited to administrators', async () => {
    for (const who of ['sam', 'ann'] as const) expect((await saved(who)).status).toBe(404)
    expect((await saved('visitor' as Name)).status).toBe(401)
    expect((await testApp.alice.put(`/api/users/${unknownId}`, newcomerInput())).status).toBe(404)
  })

  it('can reactivate someone', async () => {
    expect((await saved('alice', { isActive: false })).body).toMatchObject({
      isActive: false,
      allowed: ['edit', 'activate'],
    })
    expect((await saved('alice')).body.isActive).toBe(false)
    expect((await saved('alice', { isActive: true })).body.isActive).toBe(true)
  })
})

describe('A6: reinviting a user', () => {
  it('sends a new link and ends the earlier one', async () => {
    const { id, invitationUrl } = await invited(testApp)
    const answer = await testApp.alice.post(`/api/users/${id}/invitation`)
    expect([answer.status, answer.body.id]).toEqual([201, id])
    const look = (url: string) =>
      testApp.visitor.post('/api/one-time-links/look', { token: tokenOf(url), purpose: 'invitation' })
    expect([(await look(invitationUrl)).status, (await look(answer.body.invitationUrl)).status]).toEqual([404, 200])
  })

  it('is refused for someone with a password, and to everyone but administrators', async () => {
    const { id } = await invited(testApp)
    expect((await testApp.alice.post(`/api/users/${testApp.people.sam.id}/invitation`)).status).toBe(409)
    expect((await testApp.sam.post(`/api/users/${id}/invitation`)).status).toBe(404)
    expect((await testApp.visitor.post(`/api/users/${id}/invitation`)).status).toBe(401)
  })
})
