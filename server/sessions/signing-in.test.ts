// Signing in: accepted names, results, and limits on guessing.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { typed } from '../kit/row-types.ts'
import { cookiesOf, elsewhere } from '../../tests/newcomers.ts'
import { cookiesByName, signIn } from '../../tests/sign-ins.ts'
import { fixturePassword, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

describe('signing in', () => {
  it.each(['mona', 'alice', 'sam', 'sue', 'ann', 'eve'] as const)('accepts %s with the test password', async (name) => {
    const answer = await signIn(testApp, name, fixturePassword)
    expect(answer.status).toBe(200)
    expect(answer.body.user).toMatchObject({
      id: testApp.people[name].id,
      role: testApp.people[name].role,
      username: name,
    })
    expect(answer.text).not.toContain('argon2')
    const own = await testApp.caller(cookiesOf(answer)).get('/api/user')
    expect([own.status, own.body.id]).toEqual([200, testApp.people[name].id])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'session.started',
      actorId: testApp.people[name].id,
    })
  })

  it('accepts one person several times at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(testApp, 'sue', fixturePassword)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const [{ seen } = { seen: null }] = await testApp.db.rows(typed(z.object({ seen: z.date().nullable() }))`
      select last_signed_in_at as seen from users where id = ${testApp.people.sue.id}`)
    expect(seen).not.toBeNull()
  })

  it.each(['sam@example.com', 'SAM@Example.com', 'SAM', ' sam '])('accepts "%s" for Sam', async (name) => {
    expect((await signIn(testApp, name, fixturePassword)).body.user.id).toBe(testApp.people.sam.id)
  })

  it.each([
    [{ password: 'x' }, 'Username is required'],
    [{ username: '', password: 'x' }, 'Username is required'],
    [{ username: '  ', password: 'x' }, 'Username is required'],
    [{ username: 'sam' }, 'Password is required'],
    [{ username: 'sam', password: '' }, 'Password is required'],
    [{ username: 'sam', password: 7 }, 'Password is required'],
    [{ username: 'sam', password: 'x'.repeat(257) }, 'Use at most 256 characters.'],
    [{ username: 'sam\u0000', password: 'x' }, 'This contains characters that can’t be used.'],
    [{ username: 'sam', password: 'x', role: 'admin' }, 'Unknown field: "role".'],
  ])('refuses %j and says why', async (body, message) => {
    const answer = await testApp.visitor.post('/api/login', body)
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })

  it('A2: gives unknown, wrong, inactive, and not yet invited the same reply', async () => {
    await testApp.alice.post('/api/users', {
      email: 'nora@new.example',
      firstName: 'Nora',
      lastName: 'New',
      role: 'client',
    })
    const tries = [
      await signIn(testApp, 'nobody', 'a wrong pass phrase'),
      await signIn(testApp, 'sam', 'a wrong pass phrase'),
      await signIn(testApp, 'sam', `${fixturePassword} `),
      await signIn(testApp, 'sam', fixturePassword.toUpperCase()),
      await signIn(testApp, 'ivan', fixturePassword),
      await signIn(testApp, 'nora', fixturePassword),
      await signIn(testApp, "' or true --", fixturePassword),
    ]
    expect((await signIn(testApp, 'sam', fixturePassword)).status).toBe(200)
    for (const answer of tries) {
      expect([answer.status, answer.text]).toEqual([401, tries[0]?.text])
      expect(Object.keys(answer.headers)).toEqual(Object.keys(tries[0]?.headers ?? {}))
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(tries[0]?.body).toEqual({ message: 'Invalid username or password.', code: 'signed-out', issues: [] })
  })

  it('I1: audits a failure without what was typed', async () => {
    await signIn(testApp, 'hunter2 typed in the wrong field', 'another secret phrase')
    const auditLog = await testApp.auditLog()
    expect(auditLog.at(-1)).toMatchObject({ action: 'session.refused', actorId: null, entityId: null })
    await signIn(testApp, 'sam', 'another secret phrase')
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'session.refused',
      entityId: testApp.people.sam.id,
    })
    expect(JSON.stringify(await testApp.auditLog())).not.toMatch(/hunter2|secret phrase/)
    const counters = await testApp.db.rows(sql`select * from rate_limits, sign_in_failures`)
    expect(JSON.stringify(counters)).not.toMatch(/hunter2|secret phrase/)
  })

  it('A3: creates a new session each time, ends the previous one, and never adopts one', async () => {
    const planted = `portal=${'A'.repeat(43)}; portal-browser=${'B'.repeat(43)}`
    const first = await signIn(testApp, 'sue', fixturePassword, { cookie: planted })
    expect(Object.values(cookiesByName(first))).not.toContain('A'.repeat(43))
    expect(Object.values(cookiesByName(first))).not.toContain('B'.repeat(43))
    const again = await signIn(testApp, 'sue', fixturePassword, { cookie: cookiesOf(first) })
    expect(cookiesByName(again).portal).not.toBe(cookiesByName(first).portal)
    expect((await testApp.caller(cookiesOf(first)).get('/api/user')).status).toBe(401)
    expect((await testApp.caller(cookiesOf(again)).get('/api/user')).status).toBe(200)
  })

  it('A3: sets a cookie that scripts and other sites cannot read, and stores only its hash', async () => {
    const answer = await signIn(testApp, 'sam', fixturePassword)
    const [session] = answer.headers['set-cookie'] as string[]
    expect(session).toMatch(/^portal=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const stored = await testApp.db.rows(sql`select sid from sessions where sid = ${cookiesByName(answer).portal}`)
    expect(stored).toEqual([])
  })

  it('does nothing across sites', async () => {
    const answer = await testApp.visitor.post(
      '/api/login',
      { username: 'sam', password: fixturePassword },
      { origin: 'https://evil.example' },
    )
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
  })
})

describe('A1: password guessing', () => {
  it('is blocked after ten failures for a name and address, and allowed again after 15 minutes', async () => {
    const address = elsewhere()
    for (let i = 0; i < 10; i++)
      expect((await signIn(testApp, 'eve', 'guess number one of many', { address })).status).toBe(401)
    const eleventh = await signIn(testApp, 'eve', fixturePassword, { address })
    expect([eleventh.status, eleventh.body.code]).toEqual([429, 'too-many'])
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(eleventh.headers['retry-after'])).toBeLessThanOrEqual(900)
    expect((await signIn(testApp, 'eve@example.com', fixturePassword, { address })).status).toBe(429)
    expect((await signIn(testApp, 'ann', fixturePassword, { address })).status).toBe(200)
    expect((await signIn(testApp, 'eve', fixturePassword)).status).toBe(200)
    testApp.pass({ minutes: 16 })
    expect((await signIn(testApp, 'eve', fixturePassword, { address })).status).toBe(200)
  })

  it('gains nothing from concurrent attempts', async () => {
    const address = elsewhere()
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => signIn(testApp, 'eve', 'guess at the same time', { address })),
    )
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('is blocked after fifty failures from an address, whatever the names', async () => {
    const address = elsewhere()
    for (let i = 0; i < 50; i++) expect((await signIn(testApp, `nobody-${i}`, 'guess', { address })).status).toBe(401)
    expect((await signIn(testApp, 'sam', fixturePassword, { address })).status).toBe(429)
    expect((await signIn(testApp, 'sam', fixturePassword)).status).toBe(200)
  })

  it('does not include successful sign-ins', async () => {
    const address = elsewhere()
    for (let i = 0; i < 12; i++) expect((await signIn(testApp, 'sam', fixturePassword, { address })).status).toBe(200)
  })

  it('does not block a known browser, even from the same address', async () => {
    const address = elsewhere()
    const before = await signIn(testApp, 'sue', fixturePassword, { address })
    const cookie = `portal-browser=${cookiesByName(before)['portal-browser']}`
    for (let i = 0; i < 11; i++) await signIn(testApp, 'sue', 'guess', { address })
    expect((await signIn(testApp, 'sue', fixturePassword, { address })).status).toBe(429)
    expect((await signIn(testApp, 'sue', fixturePassword, { address, cookie })).status).toBe(200)
    // The browser is known for Sue only, and has its own ten attempts.
    for (let i = 0; i < 10; i++) await signIn(testApp, 'sue', 'guess', { address, cookie })
    expect((await signIn(testApp, 'sue', fixturePassword, { address, cookie })).status).toBe(429)
  })

  it('is limited over all addresses of one IPv6 network', async () => {
    for (let i = 1; i <= 10; i++)
      expect((await signIn(testApp, 'eve', 'guess', { address: `2001:db8:0:a::${i}` })).status).toBe(401)
    expect((await signIn(testApp, 'eve', 'guess', { address: '2001:db8:0:a:ffff::1' })).status).toBe(429)
    for (let i = 0; i < 40; i++) await signIn(testApp, `nobody-${i}`, 'guess', { address: `2001:db8:0:a:b::${i}` })
    expect((await signIn(testApp, 'sam', fixturePassword, { address: '2001:db8:0:a::77' })).status).toBe(429)
    expect((await signIn(testApp, 'sam', fixturePassword, { address: '2001:db8:0:b::77' })).status).toBe(200)
  })

  it('is limited to four times as many over many networks of one /48', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 42; i++)
      statuses.push((await signIn(testApp, 'eve', 'guess', { address: `2001:db8:1:${i}::1` })).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(40)
    expect(statuses.slice(40)).toEqual([429, 429])
  })
})

describe('A1: a new browser after a hundred wrong passwords in a row', () => {
  /** The state after a hundred failures by strangers; the owner has not signed in since. */
  const guessedAt = (name: 'sue' | 'alice' | 'mona') =>
    testApp.db.run(sql`
      insert into sign_in_failures (subject, consecutive_failures) values (${testApp.people[name].id}, 100)
      on conflict (subject) do update set consecutive_failures = 100`)
  const codeIn = (mail: Awaited<ReturnType<TestApp['mail']>>, to: string) =>
    /\b\d{6}\b/.exec(
      mail.findLast((email) => email.to === to && email.subject === 'Your ProHR sign-in code')?.text ?? '',
    )?.[0]

  it('notifies the owner, and accepts the password alone in a known browser', async () => {
    const before = await signIn(testApp, 'ann', fixturePassword)
    const cookie = `portal-browser=${cookiesByName(before)['portal-browser']}`
    for (let i = 0; i < 100; i++) await signIn(testApp, 'ann', 'guess', { address: `10.9.${i}.1` })
    const alerts = (await testApp.mail()).filter(({ subject }) => subject.startsWith('Repeated sign-in attempts'))
    expect(alerts).toMatchObject([{ to: 'ann@example.com' }])
    expect((await signIn(testApp, 'ann', fixturePassword, { cookie })).status).toBe(200)
    expect((await signIn(testApp, 'ann', fixturePassword)).status).toBe(200)
  })

  it('accepts the owner from a new browser with an emailed code', async () => {
    await guessedAt('sue')
    const asked = await signIn(testApp, 'sue', fixturePassword)
    expect([asked.status, asked.body.code, asked.body.message]).toEqual([
      401,
      'second-factor',
      'We emailed you a code. Enter it to sign in.',
    ])
    expect(asked.headers['set-cookie']).toBeUndefined()
    const code = codeIn(await testApp.mail(), 'sue@example.com')
    expect(code).toMatch(/^\d{6}$/)
    expect((await signIn(testApp, 'sue', 'guess', { code })).body.code).toBe('signed-out')
    const wrong = await signIn(testApp, 'sue', fixturePassword, { code: code === '000000' ? '000001' : '000000' })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([401, 'code'])
    expect((await signIn(testApp, 'sue', fixturePassword, { code })).status).toBe(200)
    expect((await signIn(testApp, 'sue', fixturePassword)).status).toBe(200)
    await guessedAt('sue')
    const again = await signIn(testApp, 'sue', fixturePassword, { code })
    expect([again.status, again.body.code]).toEqual([401, 'second-factor'])
  })

  it('refuses a code that is older than ten minutes or was replaced', async () => {
    await guessedAt('alice')
    await signIn(testApp, 'alice', fixturePassword)
    const first = codeIn(await testApp.mail(), 'alice@example.com')
    await signIn(testApp, 'alice', fixturePassword)
    const second = codeIn(await testApp.mail(), 'alice@example.com')
    if (first !== second) expect((await signIn(testApp, 'alice', fixturePassword, { code: first })).status).toBe(401)
    testApp.pass({ minutes: 11 })
    expect((await signIn(testApp, 'alice', fixturePassword, { code: second })).status).toBe(401)
  })

  it('accepts no code for fifteen minutes after five wrong ones', async () => {
    await guessedAt('mona')
    await signIn(testApp, 'mona', fixturePassword)
    const code = codeIn(await testApp.mail(), 'mona@example.com')
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++)
      expect((await signIn(testApp, 'mona', fixturePassword, { code: wrong })).status).toBe(401)
    expect((await signIn(testApp, 'mona', fixturePassword, { code })).status).toBe(429)
  })
})

it('reveals no demonstration accounts outside a demonstration', async () => {
  expect((await testApp.visitor.get('/api/demonstration')).status).toBe(404)
})
