// Who is signed in, in which browsers, and how sessions end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../../tests/sign-ins.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

describe('A5: signing out', () => {
  it('ends the session, deletes the cookie, and is audited', async () => {
    const sam = await signedIn(testApp, 'sam')
    const answer = await sam.post('/api/logout')
    expect([answer.status, answer.body]).toEqual([200, {}])
    expect(String(answer.headers['set-cookie'])).toContain('portal=;')
    expect((await sam.get('/api/user')).status).toBe(401)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'session.ended', actorId: testApp.people.sam.id })
    expect((await sam.post('/api/logout')).status).toBe(200)
  })

  it('succeeds for a visitor, and needs no content type', async () => {
    expect((await testApp.visitor.send({ method: 'POST', url: '/api/logout' })).status).toBe(200)
  })

  it('ends the session by address and redirects to the start page', async () => {
    const sam = await signedIn(testApp, 'sam')
    const answer = await sam.get('/api/logout', { 'sec-fetch-site': 'same-origin' })
    expect([answer.status, answer.headers.location]).toEqual([302, '/?signed-out'])
    expect((await sam.get('/api/user')).status).toBe(401)
    expect((await testApp.visitor.get('/api/logout')).headers.location).toBe('/?signed-out')
  })

  it('does nothing by address from another site, or for a HEAD request', async () => {
    const sam = await signedIn(testApp, 'sam')
    expect((await sam.get('/api/logout', { 'sec-fetch-site': 'cross-site' })).headers.location).toBe('/')
    await sam.send({ method: 'HEAD', url: '/api/logout' })
    expect((await sam.get('/api/user')).status).toBe(200)
  })
})

describe('C4: the redirect to the sign-in dialog', () => {
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
  ])('leads from /api/login%s to %s', async (query, location) => {
    const answer = await testApp.visitor.get(`/api/login${query}`)
    expect([answer.status, answer.headers.location]).toEqual([302, location])
  })
})

describe('the signed-in user', () => {
  it('is returned without a wrapper, with a version, and to no one else', async () => {
    const answer = await testApp.ann.get('/api/user')
    expect(answer.body).toMatchObject({
      id: testApp.people.ann.id,
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
      'emailBounces',
      'firstName',
      'id',
      'isActive',
      'lastName',
      'needsSecondFactor',
      'phone',
      'profileImageUrl',
      'recordedName',
      'role',
      'staffAccess',
      'updatedAt',
      'username',
      'version',
      'viewing',
    ])
    expect((await testApp.visitor.get('/api/user')).status).toBe(401)
    expect((await testApp.ivan.get('/api/user')).status).toBe(401)
  })
})

describe('A5: your own sessions', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

  it('are listed with browser and address, newest first, and hidden from others', async () => {
    const desk = await signedIn(testApp, 'eve', { userAgent: firefox, address: '192.0.2.1' })
    await signedIn(testApp, 'eve', { userAgent: iphone, address: '192.0.2.2' })
    const sessions = (await desk.get('/api/sessions')).body
    expect(sessions.slice(0, 2)).toMatchObject([
      { browser: 'Safari on iPhone', address: '192.0.2.2', current: false },
      { browser: 'Firefox on Windows', address: '192.0.2.1', current: true },
    ])
    const others = (await testApp.sue.get('/api/sessions')).body
    expect(others.some(({ id }: { id: string }) => id === sessions[0].id)).toBe(false)
    expect((await testApp.visitor.get('/api/sessions')).status).toBe(401)
  })

  it('can be ended individually, only by their owner', async () => {
    const desk = await signedIn(testApp, 'eve')
    const phone = await signedIn(testApp, 'eve')
    const { id } = (await phone.get('/api/sessions')).body.find(({ current }: { current: boolean }) => current)
    const unknown = await testApp.sue.delete('/api/sessions/01890000-0000-7000-8000-00000000dead')
    const strangers = await testApp.sue.delete(`/api/sessions/${id}`)
    expect([strangers.status, strangers.text]).toEqual([404, unknown.text])
    expect((await testApp.mona.delete(`/api/sessions/${id}`)).status).toBe(404)
    const ended = await desk.delete(`/api/sessions/${id}`)
    expect(ended.body).toMatchObject({ id, current: false })
    expect((await phone.get('/api/user')).status).toBe(401)
    expect((await desk.delete(`/api/sessions/${id}`)).status).toBe(404)
  })

  it('can all be ended except the current one', async () => {
    const desk = await signedIn(testApp, 'sue')
    const phone = await signedIn(testApp, 'sue')
    expect((await desk.delete('/api/sessions')).body.ended).toBeGreaterThanOrEqual(1)
    expect((await phone.get('/api/user')).status).toBe(401)
    expect((await desk.get('/api/sessions')).body).toHaveLength(1)
    expect((await desk.delete('/api/sessions')).body).toEqual({ ended: 0 })
  })

  it('end after an hour of only automatic reads', async () => {
    const caller = await signedIn(testApp, 'sam')
    for (let i = 0; i < 3; i++) {
      testApp.pass({ minutes: 19 })
      expect((await caller.get('/api/client-folders', { 'x-automatic-refresh': '1' })).status).toBe(200)
    }
    testApp.pass({ minutes: 4 })
    expect((await caller.get('/api/client-folders', { 'x-automatic-refresh': '1' })).status).toBe(401)
  })

  it('continue past an hour while they are used, and a write counts whatever its header says', async () => {
    const [reader, writer] = [await signedIn(testApp, 'sam'), await signedIn(testApp, 'sam')]
    for (let i = 0; i < 3; i++) {
      testApp.pass({ minutes: 31 })
      expect((await reader.get('/api/client-folders')).status).toBe(200)
      const draft = { message: `Draft ${i}` }
      const answer = await writer.patch(`/api/drafts/${testApp.folders.acme.id}`, draft, { 'x-automatic-refresh': '1' })
      expect(answer.status).toBe(200)
    }
  })

  it('A4: expire after an hour idle, 12 hours for the team, and 24 for clients', async () => {
    const idle = await signedIn(testApp, 'sam')
    testApp.pass({ minutes: 61 })
    expect((await idle.get('/api/user')).status).toBe(401)
    const [sam, eve] = [await signedIn(testApp, 'sam'), await signedIn(testApp, 'eve')]
    const use = async (hours: number) => {
      for (let i = 0; i < hours * 2; i++) {
        testApp.pass({ minutes: 30 })
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
