// Signing in: with what, to what end, and how guessing ends.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookiesOf, elsewhere } from '../../tests/newcomers.ts'
import { cookiesByName, signIn } from '../../tests/sign-ins.ts'
import { castPassword, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

describe('signing in', () => {
  it.each(['mona', 'alice', 'sam', 'sue', 'ann', 'eve'] as const)(
    'lets %s in with the password of the cast',
    async (name) => {
      const answer = await signIn(world, name, castPassword)
      expect(answer.status).toBe(200)
      expect(answer.body.user).toMatchObject({
        id: world.people[name].id,
        role: world.people[name].role,
        username: name,
      })
      expect(answer.text).not.toContain('argon2')
      const own = await world.caller(cookiesOf(answer)).get('/api/user')
      expect([own.status, own.body.id]).toEqual([200, world.people[name].id])
      expect((await world.trail()).at(-1)).toMatchObject({ action: 'session.started', actorId: world.people[name].id })
    },
  )

  it.each(['sam@example.com', 'SAM@Example.com', 'SAM', ' sam '])('takes "%s" for Sam', async (name) => {
    expect((await signIn(world, name, castPassword)).body.user.id).toBe(world.people.sam.id)
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

  it('A2: answers unknown, wrong, inactive and not yet invited alike', async () => {
    await world.alice.post('/api/users', {
      email: 'nora@new.example',
      firstName: 'Nora',
      lastName: 'New',
      role: 'client',
    })
    const tries = [
      await signIn(world, 'nobody', 'a wrong pass phrase'),
      await signIn(world, 'sam', 'a wrong pass phrase'),
      await signIn(world, 'sam', `${castPassword} `),
      await signIn(world, 'sam', castPassword.toUpperCase()),
      await signIn(world, 'ivan', castPassword),
      await signIn(world, 'nora', castPassword),
      await signIn(world, "' or true --", castPassword),
    ]
    expect((await signIn(world, 'sam', castPassword)).status).toBe(200)
    for (const answer of tries) {
      expect([answer.status, answer.text]).toEqual([401, tries[0]?.text])
      expect(Object.keys(answer.headers)).toEqual(Object.keys(tries[0]?.headers ?? {}))
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(tries[0]?.body).toEqual({ message: 'Invalid username or password.', code: 'signed-out', issues: [] })
  })

  it('I1: leaves a wrong try in the trail, without what was typed', async () => {
    await signIn(world, 'hunter2 typed in the wrong field', 'another secret phrase')
    const trail = await world.trail()
    expect(trail.at(-1)).toMatchObject({ action: 'session.refused', actorId: null, entityId: null })
    await signIn(world, 'sam', 'another secret phrase')
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'session.refused', entityId: world.people.sam.id })
    expect(JSON.stringify(await world.trail())).not.toMatch(/hunter2|secret phrase/)
    const counters = await world.db.rows(sql`select * from rate_limits, sign_in_failures`)
    expect(JSON.stringify(counters)).not.toMatch(/hunter2|secret phrase/)
  })

  it('A3: gives a new session each time, ends the one before, and adopts none', async () => {
    const planted = `portal=${'A'.repeat(43)}; portal-browser=${'B'.repeat(43)}`
    const first = await signIn(world, 'sue', castPassword, { cookie: planted })
    expect(Object.values(cookiesByName(first))).not.toContain('A'.repeat(43))
    expect(Object.values(cookiesByName(first))).not.toContain('B'.repeat(43))
    const again = await signIn(world, 'sue', castPassword, { cookie: cookiesOf(first) })
    expect(cookiesByName(again).portal).not.toBe(cookiesByName(first).portal)
    expect((await world.caller(cookiesOf(first)).get('/api/user')).status).toBe(401)
    expect((await world.caller(cookiesOf(again)).get('/api/user')).status).toBe(200)
  })

  it('A3: sets a cookie that scripts and other sites do not get, and keeps only its hash', async () => {
    const answer = await signIn(world, 'sam', castPassword)
    const [session] = answer.headers['set-cookie'] as string[]
    expect(session).toMatch(/^portal=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const stored = await world.db.rows(sql`select sid from sessions where sid = ${cookiesByName(answer).portal}`)
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

describe('A1: guessing', () => {
  it('ends after ten wrong tries for a name and address, and goes on a quarter of an hour later', async () => {
    const address = elsewhere()
    for (let i = 0; i < 10; i++)
      expect((await signIn(world, 'eve', 'guess number one of many', { address })).status).toBe(401)
    const eleventh = await signIn(world, 'eve', castPassword, { address })
    expect([eleventh.status, eleventh.body.code]).toEqual([429, 'too-many'])
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(eleventh.headers['retry-after'])).toBeLessThanOrEqual(900)
    expect((await signIn(world, 'eve@example.com', castPassword, { address })).status).toBe(429)
    expect((await signIn(world, 'ann', castPassword, { address })).status).toBe(200)
    expect((await signIn(world, 'eve', castPassword)).status).toBe(200)
    world.pass({ minutes: 16 })
    expect((await signIn(world, 'eve', castPassword, { address })).status).toBe(200)
  })

  it('gets no further when all tries come at once', async () => {
    const address = elsewhere()
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => signIn(world, 'eve', 'guess at the same time', { address })),
    )
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('ends after fifty wrong tries from an address, whatever the names', async () => {
    const address = elsewhere()
    for (let i = 0; i < 50; i++) expect((await signIn(world, `nobody-${i}`, 'guess', { address })).status).toBe(401)
    expect((await signIn(world, 'sam', castPassword, { address })).status).toBe(429)
    expect((await signIn(world, 'sam', castPassword)).status).toBe(200)
  })

  it('is not what signing in rightly counts as', async () => {
    const address = elsewhere()
    for (let i = 0; i < 12; i++) expect((await signIn(world, 'sam', castPassword, { address })).status).toBe(200)
  })

  it('by strangers does not shut out a browser that was here before, even from the same address', async () => {
    const address = elsewhere()
    const before = await signIn(world, 'sue', castPassword, { address })
    const cookie = `portal-browser=${cookiesByName(before)['portal-browser']}`
    for (let i = 0; i < 11; i++) await signIn(world, 'sue', 'guess', { address })
    expect((await signIn(world, 'sue', castPassword, { address })).status).toBe(429)
    expect((await signIn(world, 'sue', castPassword, { address, cookie })).status).toBe(200)
    // It is known for Sue alone, and has its own ten tries.
    for (let i = 0; i < 10; i++) await signIn(world, 'sue', 'guess', { address, cookie })
    expect((await signIn(world, 'sue', castPassword, { address, cookie })).status).toBe(429)
  })

  it('from one IPv6 network is limited however many addresses of it are used', async () => {
    for (let i = 1; i <= 10; i++)
      expect((await signIn(world, 'eve', 'guess', { address: `2001:db8:0:a::${i}` })).status).toBe(401)
    expect((await signIn(world, 'eve', 'guess', { address: '2001:db8:0:a:ffff::1' })).status).toBe(429)
    for (let i = 0; i < 40; i++) await signIn(world, `nobody-${i}`, 'guess', { address: `2001:db8:0:a:b::${i}` })
    expect((await signIn(world, 'sam', castPassword, { address: '2001:db8:0:a::77' })).status).toBe(429)
    expect((await signIn(world, 'sam', castPassword, { address: '2001:db8:0:b::77' })).status).toBe(200)
  })

  it('from many networks of one /48 is limited to four times as many', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 42; i++)
      statuses.push((await signIn(world, 'eve', 'guess', { address: `2001:db8:1:${i}::1` })).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(40)
    expect(statuses.slice(40)).toEqual([429, 429])
  })
})

describe('A1: after a hundred wrong passwords in a row', () => {
  /** As after a hundred strangers guessed; the owner has not signed in since. */
  const guessedAt = (name: 'sue' | 'alice' | 'mona') =>
    world.db.run(sql`
      insert into sign_in_failures (subject, in_a_row) values (${world.people[name].id}, 100)
      on conflict (subject) do update set in_a_row = 100`)
  const codeIn = (mail: Awaited<ReturnType<World['mail']>>, to: string) =>
    /\b\d{6}\b/.exec(
      mail.findLast((email) => email.to === to && email.subject === 'Your sign-in code')?.text ?? '',
    )?.[0]

  it('tells the owner, and lets in a browser that was used before with the password alone', async () => {
    const before = await signIn(world, 'ann', castPassword)
    const cookie = `portal-browser=${cookiesByName(before)['portal-browser']}`
    for (let i = 0; i < 100; i++) await signIn(world, 'ann', 'guess', { address: `10.9.${i}.1` })
    const alerts = (await world.mail()).filter(({ subject }) => subject.startsWith('Someone is trying'))
    expect(alerts).toMatchObject([{ to: 'ann@example.com' }])
    expect((await signIn(world, 'ann', castPassword, { cookie })).status).toBe(200)
    expect((await signIn(world, 'ann', castPassword)).status).toBe(200)
  })

  it('lets the owner in from a new browser with a code that is emailed', async () => {
    await guessedAt('sue')
    const asked = await signIn(world, 'sue', castPassword)
    expect([asked.status, asked.body.code, asked.body.message]).toEqual([
      401,
      'second-factor',
      'We emailed you a code. Enter it to sign in.',
    ])
    expect(asked.headers['set-cookie']).toBeUndefined()
    const code = codeIn(await world.mail(), 'sue@example.com')
    expect(code).toMatch(/^\d{6}$/)
    expect((await signIn(world, 'sue', 'guess', { code })).body.code).toBe('signed-out')
    const wrong = await signIn(world, 'sue', castPassword, { code: code === '000000' ? '000001' : '000000' })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([401, 'code'])
    const tries = await Promise.all([1, 2, 3].map(() => signIn(world, 'sue', castPassword, { code })))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await signIn(world, 'sue', castPassword)).status).toBe(200)
  })

  it('refuses a code that is older than ten minutes, or replaced by a newer one', async () => {
    await guessedAt('alice')
    await signIn(world, 'alice', castPassword)
    const first = codeIn(await world.mail(), 'alice@example.com')
    await signIn(world, 'alice', castPassword)
    const second = codeIn(await world.mail(), 'alice@example.com')
    if (first !== second) expect((await signIn(world, 'alice', castPassword, { code: first })).status).toBe(401)
    world.pass({ minutes: 11 })
    expect((await signIn(world, 'alice', castPassword, { code: second })).status).toBe(401)
  })

  it('takes five wrong codes, then none for fifteen minutes', async () => {
    await guessedAt('mona')
    await signIn(world, 'mona', castPassword)
    const code = codeIn(await world.mail(), 'mona@example.com')
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++) expect((await signIn(world, 'mona', castPassword, { code: wrong })).status).toBe(401)
    expect((await signIn(world, 'mona', castPassword, { code })).status).toBe(429)
  })
})

it('without a demonstration nothing is told of its accounts', async () => {
  expect((await world.visitor.get('/api/demonstration')).status).toBe(404)
})
