import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { castPassword, createWorld, type Answer, type Caller, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

let lastAddress = 0
/** Somewhere nobody has tried to sign in from yet. */
const elsewhere = () => `10.1.${++lastAddress >> 8}.${lastAddress & 255}`

const cookiesOf = (answer: Answer) => {
  const header = answer.headers['set-cookie']
  const lines = Array.isArray(header) ? header : header === undefined ? [] : [String(header)]
  return Object.fromEntries(lines.map((line) => line.split(';')[0]?.split('=') as [string, string]))
}

const cookieHeader = (answer: Answer) =>
  Object.entries(cookiesOf(answer))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

interface Try {
  address?: string
  cookie?: string
  userAgent?: string
}

const signIn = (username: unknown, password: unknown, { address = elsewhere(), cookie, userAgent }: Try = {}) =>
  world.visitor.send({
    method: 'POST',
    url: '/api/login',
    headers: {
      'content-type': 'application/json',
      ...(cookie ? { cookie } : {}),
      ...(userAgent ? { 'user-agent': userAgent } : {}),
    },
    payload: JSON.stringify({ username, password }),
    remoteAddress: address,
  })

const signedIn = async (username: string, more: Try = {}): Promise<Caller> =>
  world.caller(cookieHeader(await signIn(username, castPassword, more)))

describe('signing in', () => {
  it.each(['mona', 'alice', 'sam', 'sue', 'ann', 'eve'] as const)(
    'lets %s in with the password of the cast',
    async (name) => {
      const answer = await signIn(name, castPassword)
      expect(answer.status).toBe(200)
      expect(answer.body.user).toMatchObject({
        id: world.people[name].id,
        role: world.people[name].role,
        username: name,
      })
      expect(answer.text).not.toContain('argon2')
      const own = await world.caller(cookieHeader(answer)).get('/api/user')
      expect([own.status, own.body.id]).toEqual([200, world.people[name].id])
      expect((await world.trail()).at(-1)).toMatchObject({ action: 'session.started', actorId: world.people[name].id })
    },
  )

  it.each(['sam@example.com', 'SAM@Example.com', 'SAM', ' sam '])('takes "%s" for Sam', async (name) => {
    expect((await signIn(name, castPassword)).body.user.id).toBe(world.people.sam.id)
  })

  it.each([
    [{ password: 'x' }, 'Username is required'],
    [{ username: '', password: 'x' }, 'Username is required'],
    [{ username: '  ', password: 'x' }, 'Username is required'],
    [{ username: 'sam' }, 'Password is required'],
    [{ username: 'sam', password: '' }, 'Password is required'],
    [{ username: 'sam', password: 7 }, 'Password is required'],
    [{ username: 'sam', password: 'x'.repeat(257) }, 'Please use at most 256 characters.'],
    [{ username: 'sam\u0000', password: 'x' }, 'This contains characters that cannot be used.'],
    [{ username: 'sam', password: 'x', role: 'admin' }, 'We do not know "role" here.'],
  ])('refuses %j and says why', async (body, message) => {
    const answer = await world.visitor.post('/api/login', body)
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })

  it('answers unknown, wrong, inactive and not yet invited alike', async () => {
    await world.alice.post('/api/users', {
      email: 'nora@new.example',
      firstName: 'Nora',
      lastName: 'New',
      role: 'client',
    })
    const tries = [
      await signIn('nobody', 'a wrong pass phrase'),
      await signIn('sam', 'a wrong pass phrase'),
      await signIn('sam', `${castPassword} `),
      await signIn('sam', castPassword.toUpperCase()),
      await signIn('ivan', castPassword),
      await signIn('nora', castPassword),
      await signIn("' or true --", castPassword),
    ]
    expect((await signIn('sam', castPassword)).status).toBe(200)
    for (const answer of tries) {
      expect([answer.status, answer.text]).toEqual([401, tries[0]?.text])
      expect(Object.keys(answer.headers)).toEqual(Object.keys(tries[0]?.headers ?? {}))
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(tries[0]?.body).toEqual({ message: 'Invalid username or password.', code: 'signed-out', issues: [] })
  })

  it('leaves a wrong try in the trail, without what was typed', async () => {
    await signIn('hunter2 typed in the wrong field', 'another secret phrase')
    const trail = await world.trail()
    expect(trail.at(-1)).toMatchObject({ action: 'session.refused', actorId: null, entityId: null })
    await signIn('sam', 'another secret phrase')
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'session.refused', entityId: world.people.sam.id })
    expect(JSON.stringify(await world.trail())).not.toMatch(/hunter2|secret phrase/)
    const counters = await world.db.rows(sql`select * from brakes, sign_in_failures`)
    expect(JSON.stringify(counters)).not.toMatch(/hunter2|secret phrase/)
  })

  it('gives a new session each time, ends the one before, and adopts none', async () => {
    const planted = `portal=${'A'.repeat(43)}; portal-browser=${'B'.repeat(43)}`
    const first = await signIn('sue', castPassword, { cookie: planted })
    expect(Object.values(cookiesOf(first))).not.toContain('A'.repeat(43))
    expect(Object.values(cookiesOf(first))).not.toContain('B'.repeat(43))
    const again = await signIn('sue', castPassword, { cookie: cookieHeader(first) })
    expect(cookiesOf(again).portal).not.toBe(cookiesOf(first).portal)
    expect((await world.caller(cookieHeader(first)).get('/api/user')).status).toBe(401)
    expect((await world.caller(cookieHeader(again)).get('/api/user')).status).toBe(200)
  })

  it('sets a cookie that scripts and other sites do not get, and keeps only its hash', async () => {
    const answer = await signIn('sam', castPassword)
    const [session] = answer.headers['set-cookie'] as string[]
    expect(session).toMatch(/^portal=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const stored = await world.db.rows(sql`select sid from sessions where sid = ${cookiesOf(answer).portal}`)
    expect(stored).toEqual([])
  })

  it('does nothing across sites', async () => {
    const answer = await world.visitor.post(
      '/api/login',
      { username: 'sam', password: castPassword },
      { origin: 'https://evil.example' },
    )
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
  })
})

describe('guessing', () => {
  it('ends after ten wrong tries for a name and address, and goes on a quarter of an hour later', async () => {
    const address = elsewhere()
    for (let i = 0; i < 10; i++) expect((await signIn('eve', 'guess number one of many', { address })).status).toBe(401)
    const eleventh = await signIn('eve', castPassword, { address })
    expect([eleventh.status, eleventh.body.code]).toEqual([429, 'too-many'])
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(eleventh.headers['retry-after'])).toBeLessThanOrEqual(900)
    expect((await signIn('eve@example.com', castPassword, { address })).status).toBe(429)
    expect((await signIn('ann', castPassword, { address })).status).toBe(200)
    expect((await signIn('eve', castPassword)).status).toBe(200)
    world.pass({ minutes: 16 })
    expect((await signIn('eve', castPassword, { address })).status).toBe(200)
  })

  it('gets no further when all tries come at once', async () => {
    const address = elsewhere()
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => signIn('eve', 'guess at the same time', { address })),
    )
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('ends after fifty wrong tries from an address, whatever the names', async () => {
    const address = elsewhere()
    for (let i = 0; i < 50; i++) expect((await signIn(`nobody-${i}`, 'guess', { address })).status).toBe(401)
    expect((await signIn('sam', castPassword, { address })).status).toBe(429)
    expect((await signIn('sam', castPassword)).status).toBe(200)
  })

  it('is not what signing in rightly counts as', async () => {
    const address = elsewhere()
    for (let i = 0; i < 12; i++) expect((await signIn('sam', castPassword, { address })).status).toBe(200)
  })

  it('by strangers does not shut out a browser that was here before, even from the same address', async () => {
    const address = elsewhere()
    const before = await signIn('sue', castPassword, { address })
    const cookie = `portal-browser=${cookiesOf(before)['portal-browser']}`
    for (let i = 0; i < 11; i++) await signIn('sue', 'guess', { address })
    expect((await signIn('sue', castPassword, { address })).status).toBe(429)
    expect((await signIn('sue', castPassword, { address, cookie })).status).toBe(200)
    // It is known for Sue alone, and has its own ten tries.
    for (let i = 0; i < 10; i++) await signIn('sue', 'guess', { address, cookie })
    expect((await signIn('sue', castPassword, { address, cookie })).status).toBe(429)
  })

  it('a hundred times in a row tells the owner, and lets in only browsers that were here before', async () => {
    const before = await signIn('ann', castPassword)
    const cookie = `portal-browser=${cookiesOf(before)['portal-browser']}`
    for (let i = 0; i < 100; i++) await signIn('ann', 'guess', { address: `10.9.${i}.1` })
    const letters = (await world.mail()).filter(({ subject }) => subject.startsWith('Somebody tries'))
    expect(letters).toMatchObject([{ to: 'ann@example.com' }])
    expect((await signIn('ann', castPassword)).status).toBe(401)
    expect((await signIn('ann', castPassword, { cookie })).status).toBe(200)
    expect((await signIn('ann', castPassword)).status).toBe(200)
  })
})

describe('signing out', () => {
  it('ends the session, takes the cookie, and is in the trail', async () => {
    const sam = await signedIn('sam')
    const answer = await sam.post('/api/logout')
    expect([answer.status, answer.body]).toEqual([200, {}])
    expect(String(answer.headers['set-cookie'])).toContain('portal=;')
    expect((await sam.get('/api/user')).status).toBe(401)
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'session.ended', actorId: world.people.sam.id })
    expect((await sam.post('/api/logout')).status).toBe(200)
  })

  it('is fine for a visitor, and needs no content type', async () => {
    expect((await world.visitor.send({ method: 'POST', url: '/api/logout' })).status).toBe(200)
  })

  it('by address ends it too, and goes to the start page', async () => {
    const sam = await signedIn('sam')
    const answer = await sam.get('/api/logout', { 'sec-fetch-site': 'same-origin' })
    expect([answer.status, answer.headers.location]).toEqual([302, '/?signed-out'])
    expect((await sam.get('/api/user')).status).toBe(401)
    expect((await world.visitor.get('/api/logout')).headers.location).toBe('/?signed-out')
  })

  it('by address does nothing when another site leads there, or only the headers are asked for', async () => {
    const sam = await signedIn('sam')
    expect((await sam.get('/api/logout', { 'sec-fetch-site': 'cross-site' })).headers.location).toBe('/')
    await sam.send({ method: 'HEAD', url: '/api/logout' })
    expect((await sam.get('/api/user')).status).toBe(200)
  })
})

describe('the way to the sign-in dialog', () => {
  it.each([
    ['', '/?signin'],
    ['?next=/contracts', '/?signin&next=%2Fcontracts'],
    ['?next=%2Fclient-folders%2F7%3Ftab%3Dmessages', '/?signin&next=%2Fclient-folders%2F7%3Ftab%3Dmessages'],
    ['?next=//evil.example', '/?signin'],
    ['?next=/%5Cevil.example', '/?signin'],
    ['?next=/%09/evil.example', '/?signin'],
    ['?next=https://evil.example', '/?signin'],
    ['?next=javascript:alert(1)', '/?signin'],
    ['?next=contracts', '/?signin'],
    ['?next=/api/logout', '/?signin'],
    ['?next=/%0d%0aset-cookie:a=b', '/?signin'],
  ])('from /api/login%s leads to %s', async (query, location) => {
    const answer = await world.visitor.get(`/api/login${query}`)
    expect([answer.status, answer.headers.location]).toEqual([302, location])
  })
})

describe('who is signed in', () => {
  it('is said bare, with a version, and to nobody else', async () => {
    const answer = await world.ann.get('/api/user')
    expect(answer.body).toMatchObject({
      id: world.people.ann.id,
      username: 'ann',
      role: 'client',
      isActive: true,
      allowed: [],
    })
    expect(answer.headers.etag).toBe('"1"')
    expect(Object.keys(answer.body).toSorted()).toEqual([
      'allowed',
      'company',
      'createdAt',
      'createdBy',
      'email',
      'firstName',
      'id',
      'isActive',
      'lastName',
      'needsSecondFactor',
      'phone',
      'profileImageUrl',
      'role',
      'updatedAt',
      'username',
      'version',
      'viewing',
    ])
    expect((await world.visitor.get('/api/user')).status).toBe(401)
    expect((await world.ivan.get('/api/user')).status).toBe(401)
  })
})

describe("one's own sessions", () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

  it('are listed with browser and address, newest first, and nobody else sees them', async () => {
    const desk = await signedIn('eve', { userAgent: firefox, address: '192.0.2.1' })
    await signedIn('eve', { userAgent: iphone, address: '192.0.2.2' })
    const sessions = (await desk.get('/api/sessions')).body
    expect(sessions.slice(0, 2)).toMatchObject([
      { browser: 'Safari on iPhone', address: '192.0.2.2', current: false },
      { browser: 'Firefox on Windows', address: '192.0.2.1', current: true },
    ])
    const others = (await world.sue.get('/api/sessions')).body
    expect(others.some(({ id }: { id: string }) => id === sessions[0].id)).toBe(false)
    expect((await world.visitor.get('/api/sessions')).status).toBe(401)
  })

  it('can be ended one by one, by their owner only', async () => {
    const desk = await signedIn('eve')
    const phone = await signedIn('eve')
    const { id } = (await phone.get('/api/sessions')).body.find(({ current }: { current: boolean }) => current)
    const unknown = await world.sue.delete('/api/sessions/01890000-0000-7000-8000-00000000dead')
    const strangers = await world.sue.delete(`/api/sessions/${id}`)
    expect([strangers.status, strangers.text]).toEqual([404, unknown.text])
    expect((await world.mona.delete(`/api/sessions/${id}`)).status).toBe(404)
    const ended = await desk.delete(`/api/sessions/${id}`)
    expect(ended.body).toMatchObject({ id, current: false })
    expect((await phone.get('/api/user')).status).toBe(401)
    expect((await desk.delete(`/api/sessions/${id}`)).status).toBe(404)
  })

  it('end all at once but this one', async () => {
    const desk = await signedIn('sue')
    const phone = await signedIn('sue')
    expect((await desk.delete('/api/sessions')).body.ended).toBeGreaterThanOrEqual(1)
    expect((await phone.get('/api/user')).status).toBe(401)
    expect((await desk.get('/api/sessions')).body).toHaveLength(1)
    expect((await desk.delete('/api/sessions')).body).toEqual({ ended: 0 })
  })

  it('end by themselves: an hour idle, 12 hours for the team, 24 for clients', async () => {
    const idle = await signedIn('sam')
    world.pass({ minutes: 61 })
    expect((await idle.get('/api/user')).status).toBe(401)
    const [sam, eve] = [await signedIn('sam'), await signedIn('eve')]
    const use = async (hours: number) => {
      for (let i = 0; i < hours * 2; i++) {
        world.pass({ minutes: 30 })
        await Promise.all([sam.get('/api/user'), eve.get('/api/user')])
      }
    }
    await use(11.5)
    expect((await sam.get('/api/user')).status).toBe(200)
    await use(1)
    expect([(await sam.get('/api/user')).status, (await eve.get('/api/user')).status]).toEqual([401, 200])
    await use(12)
    expect((await eve.get('/api/user')).status).toBe(401)
  })
})

it('without a demonstration nothing is told of its accounts', async () => {
  expect((await world.visitor.get('/api/demonstration')).status).toBe(404)
})
