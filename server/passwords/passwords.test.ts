import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookiesOf, elsewhere } from '../../tests/newcomers.ts'
import { castPassword, createWorld, type Answer, type Caller, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld({ PUBLIC_URL: 'https://portal.example' })))
afterAll(() => world.close())

let count = 0
const good = () => `seven kettles near window ${++count}`

const post = (url: string, body: object, { address = elsewhere(), headers = {} } = {}) =>
  world.visitor.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
    remoteAddress: address,
  })

const browserOf = (answer: Answer): Caller => world.caller(cookiesOf(answer))
const signIn = (username: string, password: string) => post('/api/login', { username, password })
const tokenIn = (text: string) => /\/(?:invitation|password-reset|set-up)\/([\w-]{43})/.exec(text)?.[1] ?? ''

async function invited(more: object = {}) {
  const email = `guest-${++count}@example.com`
  const person = { email, firstName: 'Gus', lastName: 'Guest', role: 'client', ...more }
  const { body } = await world.alice.post('/api/users', person)
  return { id: body.id as string, email, username: body.username as string, token: tokenIn(body.invitationUrl) }
}

async function forgotten(email: string) {
  const answer = await post('/api/password/forgot', { email })
  await world.runJobs()
  return { answer, token: tokenIn((await world.mail()).findLast(({ to }) => to === email)?.text ?? '') }
}

describe('A6: an invitation', () => {
  it('lets the person look, choose a password, and be signed in', async () => {
    const { id, email, username, token } = await invited()
    const looked = await post('/api/one-time-links/look', { token, purpose: 'invitation' })
    expect([looked.status, looked.body]).toEqual([200, { email, firstName: 'Gus', username }])
    const password = good()
    const answer = await post('/api/invitations/accept', { token, password })
    expect([answer.status, answer.body.user.id]).toEqual([200, id])
    expect((await browserOf(answer).get('/api/user')).body.email).toBe(email)
    expect((await signIn(email, password)).status).toBe(200)
    expect((await signIn(email, `${password} `)).status).toBe(401)
    const trail = JSON.stringify(await world.trail())
    expect(trail).toContain('invitation.accepted')
    expect(trail).not.toContain(password)
    expect(trail).not.toContain(token)
  })

  it('is good once, also of twenty at once', async () => {
    const { id, token } = await invited()
    const address = elsewhere()
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => post('/api/invitations/accept', { token, password: good() }, { address })),
    )
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of tries) expect([200, 409]).toContain(status)
    const sessions = await world.db.rows(sql`select id from sessions where user_id = ${id}`)
    expect(sessions).toHaveLength(1)
    const late = await post('/api/invitations/accept', { token, password: good() })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('used already')])
  })

  it('is not used up by a password that is refused', async () => {
    const { email, token } = await invited()
    for (const [password, words] of [
      ['too short', 'at least 15'],
      ['correct horse battery staple', 'Many people'],
      ['Gus Guest at ProHR', 'your name'],
      [email, 'your name'],
      ['x'.repeat(300), 'at most 256'],
      [`good enough but \u0000 no`, 'cannot be used'],
    ] as const) {
      const answer = await post('/api/invitations/accept', { token, password })
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'password'])
      expect(answer.body.message).toContain(words)
    }
    expect((await post('/api/invitations/accept', { token, password: `${'x y z '.repeat(42)}later` })).status).toBe(400)
    expect((await post('/api/invitations/accept', { token, password: good() })).status).toBe(200)
  })

  it('A7: takes a password of any script, blanks included, exactly as typed', async () => {
    const { email, token } = await invited()
    const password = '  Übung macht die 人事部 🦉 Meisterin '
    expect((await post('/api/invitations/accept', { token, password })).status).toBe(200)
    expect((await signIn(email, password)).status).toBe(200)
    expect((await signIn(email, password.trim())).status).toBe(401)
  })

  it('opens nobody else’s account, and is no reset link', async () => {
    const [one, two] = [await invited(), await invited()]
    const answer = await post('/api/invitations/accept', { token: one.token, password: good() })
    expect(answer.body.user.id).toBe(one.id)
    expect((await post('/api/password/reset', { token: two.token, password: good() })).status).toBe(404)
    expect((await post('/api/one-time-links/look', { token: two.token, purpose: 'password-reset' })).status).toBe(404)
    expect((await post('/api/invitations/accept', { token: 'A'.repeat(43), password: good() })).status).toBe(404)
    expect((await post('/api/invitations/accept', { token: '', password: good() })).status).toBe(400)
  })

  it('leads where the settings say, whatever host a request names', async () => {
    const answer = await world.alice.post(
      '/api/users',
      { email: 'host@example.com', firstName: 'H', lastName: 'O', role: 'client' },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    )
    expect(answer.body.invitationUrl).toMatch(/^https:\/\/portal\.example\/invitation\//)
    expect((await world.mail()).at(-1)?.text).not.toContain('evil')
  })

  it('A3: ends a session that the browser had, and comes with cookies for this host only', async () => {
    const { token } = await invited()
    const sue = browserOf(await signIn('sue', castPassword))
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

describe('A6: a forgotten password', () => {
  it('A5: is chosen anew with the link of the letter, and all sessions end', async () => {
    const before = browserOf(await signIn('eve', castPassword))
    const { answer, token } = await forgotten('eve@example.com')
    expect(answer.body).toEqual({ message: expect.stringContaining('If this address belongs to an account') })
    const password = good()
    expect((await post('/api/password/reset', { token, password })).status).toBe(200)
    expect((await before.get('/api/user')).status).toBe(401)
    expect((await signIn('eve', castPassword)).status).toBe(401)
    expect((await signIn('eve', password)).status).toBe(200)
    expect((await world.mail()).at(-1)).toMatchObject({ to: 'eve@example.com', subject: 'Your password was changed' })
    expect((await post('/api/password/reset', { token, password: good() })).status).toBe(409)
  })

  it.each(['nobody@example.com', 'ivan@example.com'])(
    'A2: of %s is answered the same, and no letter goes out',
    async (email) => {
      const known = await post('/api/password/forgot', { email: 'Sam@example.com' })
      const letters = (await world.mail()).length
      const { answer } = await forgotten(email)
      expect([answer.status, answer.text]).toEqual([known.status, known.text])
      const later = (await world.mail()).slice(letters)
      expect(later.filter(({ to }) => to === email)).toEqual([])
    },
  )

  it('asked for twice: only the newest link is good', async () => {
    const first = await forgotten('ann@example.com')
    const second = await forgotten('ann@example.com')
    expect(first.token).not.toBe(second.token)
    expect((await post('/api/password/reset', { token: first.token, password: good() })).status).toBe(404)
    expect((await post('/api/password/reset', { token: second.token, password: good() })).status).toBe(200)
  })

  it('F1: is asked for three times an hour for an address, known or not', async () => {
    for (const email of ['sue@example.com', 'unheard-of@example.com']) {
      for (let i = 0; i < 3; i++) expect((await post('/api/password/forgot', { email })).status).toBe(200)
      const fourth = await post('/api/password/forgot', { email: email.toUpperCase() })
      expect([fourth.status, Number(fourth.headers['retry-after']) > 0]).toEqual([429, true])
    }
    await world.runJobs()
  })

  it('F1: is asked for twenty times an hour from one address', async () => {
    const address = elsewhere()
    for (let i = 0; i < 20; i++)
      expect((await post('/api/password/forgot', { email: `someone-${i}@example.com` }, { address })).status).toBe(200)
    expect((await post('/api/password/forgot', { email: 'one-more@example.com' }, { address })).status).toBe(429)
  })

  it('of somebody invited and never here gives them a password as well', async () => {
    const { email, token: invitation } = await invited()
    const { token } = await forgotten(email)
    expect((await post('/api/password/reset', { token, password: good() })).status).toBe(200)
    expect((await post('/api/invitations/accept', { token: invitation, password: good() })).status).toBe(404)
  })
})

describe('A1, A6: wrong links', () => {
  it('are braked like wrong passwords, together with them', async () => {
    const address = elsewhere()
    const guess = (i: number) => ({ token: String(i).padStart(43, 'g'), purpose: 'invitation' })
    for (let i = 0; i < 50; i++)
      expect((await post('/api/one-time-links/look', guess(i), { address })).status).toBe(404)
    const { token } = await invited()
    for (const [url, body] of [
      ['/api/one-time-links/look', { token, purpose: 'invitation' }],
      ['/api/invitations/accept', { token, password: good() }],
      ['/api/password/reset', { token, password: good() }],
      ['/api/login', { username: 'sam', password: castPassword }],
    ] as const) {
      const answer = await post(url, body, { address })
      expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    }
    expect((await post('/api/invitations/accept', { token, password: good() })).status).toBe(200)
  })
})

describe('changing one’s own password', () => {
  it('A3: ends the other sessions, renews this one, and tells the owner', async () => {
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
    expect((await world.trail()).some((line) => line.action === 'password.changed' && line.entityId === id)).toBe(true)
    expect((await world.mail()).findLast(({ to }) => to === email)?.subject).toBe('Your password was changed')
  })

  it('needs the current one, which cannot be guessed forever', async () => {
    const sam = browserOf(await signIn('sam', castPassword))
    const wrong = await sam.put('/api/password', { current: 'not what it is', password: good() })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'current'])
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'password.refused', entityId: world.people.sam.id })
    for (let i = 0; i < 9; i++) await sam.put('/api/password', { current: 'not what it is', password: good() })
    expect((await sam.put('/api/password', { current: castPassword, password: good() })).status).toBe(429)
    expect((await signIn('sam', castPassword)).status).toBe(200)
  })

  it('is refused for a password that others would try, and for a visitor', async () => {
    const sue = browserOf(await signIn('sue', castPassword))
    const answer = await sue.put('/api/password', { current: castPassword, password: 'SueBennett@ProHR' })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'password'])
    expect((await sue.put('/api/password', { current: castPassword })).status).toBe(400)
    expect((await world.visitor.put('/api/password', { current: castPassword, password: good() })).status).toBe(401)
    expect((await sue.get('/api/user')).status).toBe(200)
  })
})

// Last, because it moves the clock.
describe('A6: links end by themselves', () => {
  it('an invitation after seven days, a reset link after an hour', async () => {
    const one = await invited()
    const two = await forgotten('mona@example.com')
    world.pass({ minutes: 59 })
    expect((await post('/api/one-time-links/look', { token: two.token, purpose: 'password-reset' })).status).toBe(200)
    world.pass({ minutes: 2 })
    const expired = await post('/api/password/reset', { token: two.token, password: good() })
    expect([expired.status, expired.body.message]).toEqual([409, expect.stringContaining('expired')])
    world.pass({ days: 6, hours: 22 })
    expect((await post('/api/one-time-links/look', { token: one.token, purpose: 'invitation' })).status).toBe(200)
    world.pass({ hours: 2 })
    expect((await post('/api/invitations/accept', { token: one.token, password: good() })).status).toBe(409)
  })
})
