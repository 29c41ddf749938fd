import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appHolder, shown } from '../../tests/authenticator-apps.ts'
import { cookiesOf, invited, newcomer, postFromElsewhere } from '../../tests/newcomers.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const request = (email: string) => postFromElsewhere(testApp, '/api/sign-in-links', { email })
const follow = (token: string, more: object = {}) => postFromElsewhere(testApp, '/api/login/link', { token, ...more })

const emailsTo = async (email: string) =>
  (await testApp.mail()).filter(({ to, subject }) => to === email && subject === 'Your ProHR sign-in link')

/** The token of the newest link that was sent to this address; empty if there was none. */
async function linkFor(email: string): Promise<string> {
  expect((await request(email)).status).toBe(200)
  await testApp.runJobs()
  return /\/sign-in\/([\w-]{43})/.exec((await emailsTo(email)).at(-1)?.text ?? '')?.[1] ?? ''
}

describe('a sign-in link', () => {
  it('signs a client in once, without the password', async () => {
    const { id, email } = await newcomer(testApp, 'client')
    const token = await linkFor(email)
    const looked = await postFromElsewhere(testApp, '/api/one-time-links/look', { token, purpose: 'sign-in' })
    expect([looked.status, looked.body]).toMatchObject([200, { email, firstName: 'Noor' }])
    const answer = await follow(token)
    expect([answer.status, answer.body.user.id]).toEqual([200, id])
    expect((await testApp.caller(cookiesOf(answer)).get('/api/user')).body.email).toBe(email)
    expect([(await follow(token)).status, (await follow(token)).body.message]).toEqual([
      409,
      'This link was already used. Request a new one, or sign in with your password.',
    ])
    const auditLog = JSON.stringify(await testApp.auditLog())
    expect(auditLog).toContain('session.link-sent')
    expect(auditLog).not.toContain(token)
  })

  it('does not count as a recent authentication', async () => {
    const { email } = await newcomer(testApp, 'client')
    const caller = testApp.caller(cookiesOf(await follow(await linkFor(email))))
    const answer = await caller.get('/api/sessions/proof')
    expect([answer.status, answer.body.code]).toEqual([403, 'step-up'])
  })

  it('works once, even for twenty concurrent requests', async () => {
    const { email } = await newcomer(testApp, 'client')
    const token = await linkFor(email)
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => follow(token)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
  })

  it('is replaced by a newer one', async () => {
    const { email } = await newcomer(testApp, 'client')
    const first = await linkFor(email)
    const second = await linkFor(email)
    expect([(await follow(first)).status, (await follow(second)).status]).toEqual([404, 200])
  })

  it('is not sent to staff, inactive, or unknown people, nor before an invitation is accepted, with the same reply', async () => {
    const staff = await newcomer(testApp, 'staff')
    const inactive = await newcomer(testApp, 'client')
    await testApp.db.run(sql`update users set is_active = false where id = ${inactive.id}`)
    const { email: guest } = await invited(testApp)
    const known = await request((await newcomer(testApp, 'client')).email)
    for (const email of [staff.email, inactive.email, guest, 'stranger@example.com']) {
      const answer = await request(email)
      expect([answer.status, answer.text]).toEqual([known.status, known.text])
      await testApp.runJobs()
      expect(await emailsTo(email)).toEqual([])
    }
  })

  it('is refused after its owner was deactivated or joined the team, or chose a new password', async () => {
    const tokenAfter = async (change: (id: string) => Promise<unknown>) => {
      const { id, email } = await newcomer(testApp, 'client')
      const token = await linkFor(email)
      await change(id)
      return (await follow(token)).status
    }
    const deactivated = await tokenAfter((id) =>
      testApp.db.run(sql`update users set is_active = false where id = ${id}`),
    )
    const promoted = await tokenAfter((id) => testApp.db.run(sql`update users set role = 'staff' where id = ${id}`))
    const { email, caller } = await newcomer(testApp, 'client')
    const token = await linkFor(email)
    const reset = await postFromElsewhere(testApp, '/api/password/forgot', { email })
    await testApp.runJobs()
    const resetToken = /password-reset\/([\w-]{43})/.exec(
      (await testApp.mail()).findLast(({ to }) => to === email)?.text ?? '',
    )?.[1]
    const password = 'seven kettles near a window'
    await postFromElsewhere(testApp, '/api/password/reset', { token: resetToken, password })
    expect([reset.status, (await caller.get('/api/user')).status]).toEqual([200, 401])
    expect([deactivated, promoted, (await follow(token)).status]).toEqual([404, 404, 404])
  })

  it('requires the second factor, and stays valid after a wrong code', async () => {
    const { email, secret } = await appHolder(testApp, 'client')
    const token = await linkFor(email)
    const without = await follow(token)
    expect([without.status, without.body.code]).toEqual([401, 'second-factor'])
    expect((await follow(token, { code: '000000' })).status).toBe(401)
    expect((await follow(token, { code: shown(testApp, secret) })).status).toBe(200)
    expect((await follow(token, { code: shown(testApp, secret, 1) })).status).toBe(409)
  })

  it('is neither a link for a password nor one of another kind', async () => {
    const { email } = await newcomer(testApp, 'client')
    const token = await linkFor(email)
    const password = 'seven kettles near a window'
    expect((await postFromElsewhere(testApp, '/api/password/reset', { token, password })).status).toBe(404)
    expect((await postFromElsewhere(testApp, '/api/invitations/accept', { token, password })).status).toBe(404)
    const { invitationUrl } = await invited(testApp)
    expect((await follow(invitationUrl.split('/').at(-1) as string)).status).toBe(404)
    for (const wrong of ['', 'A'.repeat(201)]) expect((await follow(wrong)).status).toBe(400)
    expect((await follow(token)).status).toBe(200)
  })

  it('can be requested three times an hour for an address', async () => {
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await request('often@example.com')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    for (const email of ['', 'no address', 7]) expect((await request(email as string)).status).toBe(400)
  })

  it('cannot be guessed: wrong links count like wrong passwords', async () => {
    const statuses = []
    for (let n = 0; n < 51; n++)
      statuses.push((await testApp.visitor.post('/api/login/link', { token: `${n}`.padStart(43, 'A') })).status)
    expect([statuses.slice(0, 50).every((status) => status === 404), statuses[50]]).toEqual([true, 429])
  })

  it('expires after 15 minutes', async () => {
    const { email } = await newcomer(testApp, 'client')
    const token = await linkFor(email)
    testApp.pass({ minutes: 16 })
    const expired = await follow(token)
    expect([expired.status, expired.body.message]).toEqual([
      409,
      'This link has expired. Request a new one, or sign in with your password.',
    ])
  })
})
