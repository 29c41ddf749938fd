// Who is added, found, changed and invited again, by whom.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invited, newcomerInput, tokenOf } from '../../tests/newcomers.ts'
import { createWorld, type Caller, type Name, unknownId, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

describe('an administrator adds somebody', () => {
  it('who is invited by letter, and whose link the administrator may hand on', async () => {
    const input = newcomerInput()
    const answer = await world.alice.post('/api/users', input)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      ...input,
      username: input.email.split('@')[0],
      isActive: true,
      profileImageUrl: null,
      createdBy: world.people.alice.id,
      version: 1,
      allowed: ['edit', 'deactivate', 'invite', ...(input.role === 'client' ? ['view-as'] : [])],
    })
    expect(answer.headers.etag).toBe('"1"')
    expect(answer.body.invitationUrl).toMatch(/^http:\/\/localhost:3000\/invitation\/[\w-]{43}$/)
    expect((await world.mail()).at(-1)).toMatchObject({ to: input.email, subject: 'Your account is ready' })
    expect((await world.mail()).at(-1)?.text).toContain(answer.body.invitationUrl)
    const trail = (await world.trail()).slice(-2)
    expect(trail).toMatchObject([
      { action: 'user.created', actorId: world.people.alice.id, entityId: answer.body.id },
      { action: 'user.invited', entityId: answer.body.id },
    ])
    expect(JSON.stringify(await world.trail())).not.toContain(tokenOf(answer.body.invitationUrl))
    const stored = await world.db.rows(sql`select token_hash from one_time_links`)
    expect(JSON.stringify(stored)).not.toContain(tokenOf(answer.body.invitationUrl))
  })

  it('twice with one key, and adds them once', async () => {
    const input = newcomerInput()
    const key = { 'idempotency-key': 'add-once' }
    const first = await world.alice.post('/api/users', input, key)
    expect((await world.alice.post('/api/users', input, key)).body).toEqual(first.body)
  })

  it('whose username is taken, and they get the next one', async () => {
    const names = []
    for (const host of ['a', 'b', 'c']) names.push((await invited(world, { email: `Info@${host}.example` })).username)
    expect(names).toEqual(['info', 'info2', 'info3'])
    expect((await invited(world, { email: 'sam@elsewhere.example' })).username).toBe('sam2')
  })

  it('in ten requests at once with one name, and all usernames differ', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        world.alice.post('/api/users', newcomerInput({ email: `kim@host-${i}.example` })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map(({ body }) => body.username)).size).toBe(10)
  })

  it.each(['sam@example.com', 'SAM@EXAMPLE.COM', 'ivan@example.com'])(
    'but not with the known address %s',
    async (email) => {
      const answer = await world.alice.post('/api/users', newcomerInput({ email }))
      const message = 'Someone with this email address already has an account.'
      expect([answer.status, answer.body.message]).toEqual([409, message])
      expect(answer.body.issues).toEqual([{ path: 'email', message }])
    },
  )

  it('but of five at once with one address only one', async () => {
    const input = newcomerInput()
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.alice.post('/api/users', input)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  })

  it.each([
    [{ email: 'no address' }, 'email', 'Valid email is required'],
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ lastName: '' }, 'lastName', 'Last name is required'],
    [{ role: 'master-admin' }, 'role', 'Please choose a role: admin, staff or client.'],
    [{ role: 'owner' }, 'role', 'Please choose a role: admin, staff or client.'],
    [{ isActive: true }, '', 'We do not know "isActive" here.'],
    [{ password: 'chosen for somebody else' }, '', 'We do not know "password" here.'],
    [{ createdBy: unknownId }, '', 'We do not know "createdBy" here.'],
    [{ company: 'x'.repeat(201) }, 'company', 'Please use at most 200 characters.'],
  ])('but not with %j', async (mistake, path, message) => {
    for (const who of ['alice', 'mona'] as const) {
      const answer = await world[who].post('/api/users', newcomerInput(mistake))
      expect([answer.status, answer.body.issues[0]]).toEqual([400, { path, message }])
    }
  })

  it('and nobody else does', async () => {
    expect((await world.sam.post('/api/users', newcomerInput())).status).toBe(403)
    expect((await world.ann.post('/api/users', newcomerInput())).status).toBe(403)
    expect((await world.ivan.post('/api/users', newcomerInput())).status).toBe(401)
    expect((await world.visitor.post('/api/users', newcomerInput())).status).toBe(401)
  })
})

describe('the list of users', () => {
  it('is for administrators, and finds by words, role and activity', async () => {
    const ids = async (query: string, who: Name = 'alice') =>
      (await world[who].get(`/api/users?limit=200&${query}`)).body.map(({ id }: { id: string }) => id)
    const { people } = world
    expect(await ids('q=sam%20carter')).toEqual([people.sam.id])
    expect(await ids('q=SUE@example', 'mona')).toEqual([people.sue.id])
    expect(await ids('q=%25')).toEqual([])
    expect(await ids('role=master-admin')).toEqual([people.mona.id])
    expect(await ids('isActive=false')).toContain(people.ivan.id)
    expect(await ids('isActive=true')).not.toContain(people.ivan.id)
    const first = await world.alice.get('/api/users?limit=1')
    const second = await world.alice.get(/<(.+)>/.exec(String(first.headers.link))?.[1] ?? '')
    expect(first.body[0].id > second.body[0].id).toBe(true)
    expect(JSON.stringify(first.body)).not.toMatch(/argon2|hasPassword/)
  })

  it('is no one else’s, and neither is a single user', async () => {
    for (const who of ['sam', 'ann'] as const) {
      expect((await world[who].get('/api/users')).status).toBe(403)
      const known = await world[who].get(`/api/users/${world.people[who].id}`)
      const unknown = await world[who].get(`/api/users/${unknownId}`)
      expect([known.status, known.text]).toEqual([404, unknown.text])
    }
    expect((await world.visitor.get('/api/users')).status).toBe(401)
    expect((await world.alice.get(`/api/users/${world.people.sam.id}`)).body.username).toBe('sam')
    expect((await world.alice.get('/api/users/7')).status).toBe(404)
    expect((await world.alice.get('/api/users?isActive=maybe')).status).toBe(400)
  })

  it('comes with figures', async () => {
    const { body } = await world.alice.get('/api/users/figures')
    expect(body.total).toBe(body.admins + body.staff + body.clients)
    expect(body.admins).toBeGreaterThanOrEqual(2)
    expect((await world.sam.get('/api/users/figures')).status).toBe(403)
  })
})

describe('an edit', () => {
  let person: { id: string; email: string; role: string; version: number }
  let theirs: Caller
  beforeEach(async () => {
    person = await invited(world, { role: 'staff' })
    theirs = await world.signIn(person.id, 'staff')
  })
  const saved = (who: Name, more: object = {}, headers = {}) => {
    const { email, role } = person
    return world[who].put(
      `/api/users/${person.id}`,
      { email, firstName: 'New', lastName: 'Comer', role, ...more },
      headers,
    )
  }

  it('of a name keeps the person signed in', async () => {
    const answer = await saved('alice', { firstName: 'Nell', phone: '' }, { 'if-match': '"1"' })
    expect(answer.body).toMatchObject({ firstName: 'Nell', phone: null, company: null, version: 2 })
    expect((await theirs.get('/api/user')).body.firstName).toBe('Nell')
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'user.changed', entityId: person.id })
    expect(JSON.stringify((await world.trail()).at(-1))).not.toContain('Nell')
  })

  it('A5: of the role works at once and signs the person out', async () => {
    expect((await theirs.get('/api/staff')).status).toBe(200)
    expect((await saved('alice', { role: 'client' })).body.role).toBe('client')
    expect((await theirs.get('/api/user')).status).toBe(401)
  })

  it('of the address signs the person out, ends the link that was sent, and invites again', async () => {
    const { invitationUrl, id } = await invited(world)
    const email = `moved-${id}@example.com`
    const theirs = await world.signIn(id, 'client')
    await world.alice.put(`/api/users/${id}`, { email, firstName: 'New', lastName: 'Comer', role: 'client' })
    expect((await theirs.get('/api/user')).status).toBe(401)
    const look = { token: tokenOf(invitationUrl), purpose: 'invitation' }
    expect((await world.visitor.post('/api/one-time-links/look', look)).status).toBe(404)
    expect((await world.mail()).at(-1)).toMatchObject({ to: email, subject: 'Your account is ready' })
  })

  it('of one’s own address does not sign one out', async () => {
    const admin = await invited(world, { role: 'admin' })
    const theirs = await world.signIn(admin.id, 'admin')
    const own = { email: `own-${admin.id}@example.com`, firstName: 'Ada', lastName: 'Min', role: 'admin' }
    expect((await theirs.put(`/api/users/${admin.id}`, own)).status).toBe(200)
    expect((await theirs.get('/api/user')).body.email).toBe(own.email)
  })

  it('to somebody else’s address is refused', async () => {
    expect((await saved('alice', { email: 'Sue@example.com' })).status).toBe(409)
  })

  it('of somebody who saw an older version is refused, and nothing changes', async () => {
    await saved('alice', { firstName: 'First' })
    expect((await saved('mona', { firstName: 'Second' }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await world.alice.get(`/api/users/${person.id}`)).body.firstName).toBe('First')
    await saved('alice', { firstName: 'Third' })
    expect((await world.trail()).at(-1)?.details).toMatchObject({ withoutVersion: true })
  })

  it('is for administrators', async () => {
    for (const who of ['sam', 'ann'] as const) expect((await saved(who)).status).toBe(404)
    expect((await saved('visitor' as Name)).status).toBe(401)
    expect((await world.alice.put(`/api/users/${unknownId}`, newcomerInput())).status).toBe(404)
  })

  it('sets somebody back to active', async () => {
    expect((await saved('alice', { isActive: false })).body).toMatchObject({
      isActive: false,
      allowed: ['edit', 'activate'],
    })
    expect((await saved('alice')).body.isActive).toBe(false)
    expect((await saved('alice', { isActive: true })).body.isActive).toBe(true)
  })
})

describe('A6: inviting again', () => {
  it('sends a new link and ends the earlier one', async () => {
    const { id, invitationUrl } = await invited(world)
    const answer = await world.alice.post(`/api/users/${id}/invitation`)
    expect([answer.status, answer.body.id]).toEqual([201, id])
    const look = (url: string) =>
      world.visitor.post('/api/one-time-links/look', { token: tokenOf(url), purpose: 'invitation' })
    expect([(await look(invitationUrl)).status, (await look(answer.body.invitationUrl)).status]).toEqual([404, 200])
  })

  it('is not for somebody with a password, nor for others to do', async () => {
    const { id } = await invited(world)
    expect((await world.alice.post(`/api/users/${world.people.sam.id}/invitation`)).status).toBe(409)
    expect((await world.sam.post(`/api/users/${id}/invitation`)).status).toBe(404)
    expect((await world.visitor.post(`/api/users/${id}/invitation`)).status).toBe(401)
  })
})
