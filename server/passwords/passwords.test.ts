import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookiesOf, elsewhere } from '../../tests/newcomers.ts'
import { fixturePassword, createTestApp, type Answer, type Caller, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ PUBLIC_URL: 'https://portal.example' })))
afterAll(() => testApp.close())

let count = 0
const good = () => `seven kettles near window ${++count}`

const post = (url: string, body: object, { address = elsewhere(), headers = {} } = {}) =>
  testApp.visitor.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
    remoteAddress: address,
  })

const browserOf = (answer: Answer): Caller => testApp.caller(cookiesOf(answer))
const signIn = (username: string, password: string) => post('/api/login', { username, password })
const tokenIn = (text: string) => /\/(?:invitation|password-reset|set-up)\/([\w-]{43})/.exec(text)?.[1] ?? ''

async function invited(more: object = {}) {
  const email = `guest-${++count}@example.com`
  const person = { email, firstName: 'Gus', lastName: 'Guest', role: 'client', ...more }
  const { body } = await testApp.alice.post('/api/users', person)
  return { id: body.id as string, email, username: body.username as string, token: tokenIn(body.invitationUrl) }
}

async function forgotten(email: string) {
  const answer = await post('/api/password/forgot', { email })
  await testApp.runJobs()
  return { answer, token: tokenIn((await testApp.mail()).findLast(({ to }) => to === email)?.text ?? '') }
}

describe('A6: an invitation', () => {
  it('shows its recipient, sets a password, and signs them in', async () => {
    const { id, email, username, token } = await invited()
    const looked = await post('/api/one-time-links/look', { token, purpose: 'invitation' })
    expect([looked.status, looked.body]).toEqual([200, { email, firstName: 'Gus', username }])
    const password = good()
    const answer = await post('/api/invitations/accept', { token, password })
    expect([answer.status, answer.body.user.id]).toEqual([200, id])
    expect((await browserOf(answer).get('/api/user')).body.email).toBe(email)
    expect((await signIn(email, password)).status).toBe(200)
    expect((await signIn(email, `${password} `)).status).toBe(401)
    const auditLog = JSON.stringify(await testApp.auditLog())
    expect(auditLog).toContain('invitation.accepted')
    expect(auditLog).not.toContain(password)
    expect(auditLog).not.toContain(token)
  })

  it('works once, even for twenty concurrent requests', async () => {
    const { id, token } = await invited()
    const address = elsewhere()
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => post('/api/invitations/accept', { token, password: good() }, { address })),
    )
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of tries) expect([200, 409]).toContain(status)
    const sessions = await testApp.db.rows(sql`select id from sessions where user_id = ${id}`)
    expect(sessions).toHaveLength(1)
    const late = await post('/api/invitations/accept', { token, password: good() })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('already used')])
  })

  it('is not consumed by a refused password', async () => {
    const { email, token } = await invited()
    for (const [password, words] of [
      ['too short', 'at least 15'],
      ['correct horse battery staple', 'Many people'],
      ['Gus Guest at ProHR', 'your name'],
      [email, 'your name'],
      ['x'.repeat(300), 'at most 256'],
      [`good enough but \u0000 no`, 'can’t be used'],
    ] as const) {
      const answer = await post('/api/invitations/accept', { token, password })
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'password'])
      expect(answer.body.message).toContain(words)
    }
    expect((await post('/api/invitations/accept', { token, password: `${'x y z '.repeat(42)}later` })).status).toBe(400)
    expect((await post('/api/invitations/accept', { token, password: good() })).status).toBe(200)
  })

  it('A7: accepts a password in any script, including spaces, exactly as typed', async () => {
    const { email, token } = await invited()
    const password = '  Übung macht die 人事部 🦉 Meisterin '
    expect((await post('/api/invitations/accept', { token, password })).status).toBe(200)
    expect((await signIn(email, password)).status).toBe(200)
    expect((await signIn(email, password.trim())).status).toBe(401)
  })

  it('opens no other account, and is not a reset link', async () => {
    const [one, two] = [await invited(), await invited()]
    const answer = await post('/api/invitations/accept', { token: one.token, password: good() })
    expect(answer.body.user.id).toBe(one.id)
    expect((await post('/api/password/reset', { token: two.token, password: good() })).status).toBe(404)
    expect((await post('/api/one-time-links/look', { token: two.token, purpose: 'password-reset' })).status).toBe(404)
    expect((await post('/api/invitations/accept', { token: 'A'.repeat(43), password: good() })).status).toBe(404)
    expect((await post('/api/invitations/accept', { token: '', password: good() })).status).toBe(400)
  })

  it('points to the configured address, whatever host a request names', async () => {
    const answer = await testApp.alice.post(
      '/api/users',
      { email: 'host@example.com', firstName: 'H', lastName: 'O', role: 'client' },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    )
    expect(answer.body.invitationUrl).toMatch(/^https:\/\/portal\.example\/invitation\//)
    expect((await testApp.mail()).at(-1)?.text).not.toContain('evil')
  })

  it('A3: ends the browser’s previous session, and sets cookies for this host only', async () => {
    const { token } = await invited()
    const sue = browserOf(await signIn('sue', fixturePassword))
    const answer = await post(
      '/api/invitations/accept',
      { token, password: good() },
      { headers: { cookie: sue.cookie ?? '' } },
    )
    expect((await sue.get('/api/user')).status).toBe(401)
    for (const line of answer.headers['set-cookie'] as string[])
      expect(line).toMatch(
        /^__Host-portal(-browser)?=[\w-]{43}; (Max-Age=\d+; )?Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
  })
})

describe('A6: resetting a password', () => {
  it('A5: sets a new one with the emailed link, and ends all sessions', async () => {
    const before = browserOf(await signIn('eve', fixturePassword))
    const { answer, token } = await forgotten('eve@example.com')
    expect(answer.body).toEqual({ message: expect.stringContaining('If there’s an account with this address') })
    const password = good()
    expect((await post('/api/password/reset', { token, password })).status).toBe(200)
    expect((await before.get('/api/user')).status).toBe(401)
    expect((await signIn('eve', fixturePassword)).status).toBe(401)
    expect((await signIn('eve', password)).status).toBe(200)
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'eve@example.com',
      subject: 'Your ProHR password was changed',
    })
    expect((await post('/api/password/reset', { token, password: good() })).status).toBe(409)
  })

  it.each(['nobody@example.com', 'ivan@example.com'])(
    'A2: gets the same reply for %s, and sends no email',
    async (email) => {
      const known = await post('/api/password/forgot', { email: 'Sam@example.com' })
      const emails = (await testApp.mail()).length
      const { answer } = await forgotten(email)
      expect([answer.status, answer.text]).toEqual([known.status, known.text])
      const later = (await testApp.mail()).slice(emails)
      expect(later.filter(({ to }) => to === email)).toEqual([])
    },
  )

  it('invalidates the earlier link when a newer one is requested', async () => {
    const first = await forgotten('ann@example.com')
    const second = await forgotten('ann@example.com')
    expect(first.token).not.toBe(second.token)
    expect((await post('/api/password/reset', { token: first.token, password: good() })).status).toBe(404)
    expect((await post('/api/password/reset', { token: second.token, password: good() })).status).toBe(200)
  })

  it('F1: is limited to three requests an hour per address, known or not', async () => {
    for (const email of ['sue@example.com', 'unheard-of@example.com']) {
      for (let i = 0; i < 3; i++) expect((await post('/api/password/forgot', { email })).status).toBe(200)
      const fourth = await post('/api/password/forgot', { email: email.toUpperCase() })
      expect([fourth.status, Number(fourth.headers['retry-after']) > 0]).toEqual([429, true])
    }
    await testApp.runJobs()
  })

  it('F1: is limited to twenty requests an hour per network address', async () => {
    const address = elsewhere()
    for (let i = 0; i < 20; i++)
      expect((await post('/api/password/forgot', { email: `someone-${i}@example.com` }, { address })).status).toBe(200)
    expect((await post('/api/password/forgot', { email: 'one-more@example.com' }, { address })).status).toBe(429)
  })

  it('works for someone who never accepted their invitation', async () => {
    const { email, token: invitation } = await invited()
    const { token } = await forgotten(email)
    expect((await post('/api/password/reset', { token, password: good() })).status).toBe(200)
    expect((await post('/api/invitations/accept', { token: invitation, password: good() })).status).toBe(404)
  })
})

describe('A1, A6: invalid links', () => {
  it('are rate-limited together with wrong passwords', async () => {
    const address = elsewhere()
    const guess = (i: number) => ({ token: String(i).padStart(43, 'g'), purpose: 'invitation' })
    for (let i = 0; i < 50; i++)
      expect((await post('/api/one-time-links/look', guess(i), { address })).status).toBe(404)
    const { token } = await invited()
    for (const [url, body] of [
      ['/api/one-time-links/look', { token, purpose: 'invitation' }],
      ['/api/invitations/accept', { token, password: good() }],
      ['/api/password/reset', { token, password: good() }],
      ['/api/login', { username: 'sam', password: fixturePassword }],
    ] as const) {
      const answer = await post(url, body, { address })
      expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    }
    expect((await post('/api/invitations/accept', { token, password: good() })).status).toBe(200)
  })
})

describe('changing your own password', () => {
  it('A3: ends other sessions, renews this one, and notifies the owner', async () => {
    const { id, email, token } = await invited()
    const first = good()
    const desk = browserOf(await post('/api/invitations/accept', { token, password: first }))
    const phone = browserOf(await signIn(email, first))
    const next = good()
    const answer = await desk.put('/api/password', { current: first, password: next })
    expect(answer.status).toBe(200)
    expect((await phone.get('/api/user')).status).toBe(401)
    expect((await desk.get('/api/user')).status).toBe(401)
    expect((await browserOf(answer).get('/api/user')).body.id).toBe(id)
    expect([(await signIn(email, first)).status, (await signIn(email, next)).status]).toEqual([401, 200])
    expect((await testApp.auditLog()).some((line) => line.action === 'password.changed' && line.entityId === id)).toBe(
      true,
    )
    const emails = (await testApp.mail()).filter(({ to }) => to === email)
    expect(emails.map(({ subject }) => subject)).toContain('Your ProHR password was changed')
  })

  it('requires the current password, with limited attempts', async () => {
    const sam = browserOf(await signIn('sam', fixturePassword))
    const wrong = await sam.put('/api/password', { current: 'not what it is', password: good() })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'current'])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'password.refused',
      entityId: testApp.people.sam.id,
    })
    for (let i = 0; i < 9; i++) await sam.put('/api/password', { current: 'not what it is', password: good() })
    expect((await sam.put('/api/password', { current: fixturePassword, password: good() })).status).toBe(429)
    expect((await signIn('sam', fixturePassword)).status).toBe(200)
  })

  it('refuses a password that is easy to guess, and signed-out visitors', async () => {
    const sue = browserOf(await signIn('sue', fixturePassword))
    const answer = await sue.put('/api/password', { current: fixturePassword, password: 'SueBennett@ProHR' })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'password'])
    expect((await sue.put('/api/password', { current: fixturePassword })).status).toBe(400)
    expect((await testApp.visitor.put('/api/password', { current: fixturePassword, password: good() })).status).toBe(
      401,
    )
    expect((await sue.get('/api/user')).status).toBe(200)
  })
})

// Last, because it moves the clock.
describe('A6: a link', () => {
  it('expires after seven days as an invitation, and after an hour for a new password', async () => {
    const one = await invited()
    const two = await forgotten('mona@example.com')
    testApp.pass({ minutes: 59 })
    expect((await post('/api/one-time-links/look', { token: two.token, purpose: 'password-reset' })).status).toBe(200)
    testApp.pass({ minutes: 2 })
    const expired = await post('/api/password/reset', { token: two.token, password: good() })
    expect([expired.status, expired.body.message]).toEqual([409, expect.stringContaining('expired')])
    testApp.pass({ days: 6, hours: 22 })
    expect((await post('/api/one-time-links/look', { token: one.token, purpose: 'invitation' })).status).toBe(200)
    testApp.pass({ hours: 2 })
    expect((await post('/api/invitations/accept', { token: one.token, password: good() })).status).toBe(409)
  })
})
