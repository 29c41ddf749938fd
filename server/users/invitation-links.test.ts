// With a mail server, an invitation link is sent only by email; and administrators are notified of each new
// administrator.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newcomerInput } from '../../tests/newcomers.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let withMail: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  withMail = await createTestApp({
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'portal@example.com',
    TRUST_PROXY: '1',
  })
})
afterAll(async () => {
  await testApp.close()
  await withMail.close()
})

describe('an invitation with a mail server', () => {
  it('replies that it was sent, without the link', async () => {
    const staff = await withMail.alice.post('/api/staff', {
      email: 'lee@example.com',
      firstName: 'Lee',
      lastName: 'Park',
    })
    expect([staff.status, staff.body.invitationUrl, staff.body.invitationSent]).toEqual([201, null, true])
    const again = await withMail.alice.post(`/api/users/${staff.body.id}/invitation`)
    expect([again.status, again.body.invitationUrl, again.body.invitationSent]).toEqual([201, null, true])
    expect(`${staff.text}${again.text}`).not.toContain('/invitation/')
    const emails = (await withMail.mail()).filter(({ to }) => to === 'lee@example.com')
    expect(emails).toHaveLength(2)
    for (const { text } of emails) expect(text).toMatch(/\/invitation\/[\w-]{43}/)
  })

  it('requires reauthentication for the team, but not for a client', async () => {
    const alice = await withMail.signIn(withMail.people.alice.id, 'admin')
    withMail.pass({ minutes: 11 })
    expect((await alice.post('/api/users', newcomerInput({ role: 'client' }))).status).toBe(201)
    expect((await alice.post('/api/users', newcomerInput({ role: 'staff' }))).body.code).toBe('step-up')
    expect((await alice.post('/api/users', newcomerInput({ role: 'admin' }))).body.code).toBe('step-up')
  })
})

describe('the link of an invitation', () => {
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }

  it('begins with the public address in the reply, whatever host the caller names', async () => {
    const { body } = await testApp.alice.post('/api/users', newcomerInput({ role: 'client' }), forged)
    expect(body.invitationUrl).toMatch(new RegExp(`^${testApp.config.publicUrl}/invitation/`))
  })

  it('begins with the public address in the email behind a trusted proxy', async () => {
    const input = newcomerInput({ role: 'client' })
    expect((await withMail.alice.post('/api/users', input, forged)).status).toBe(201)
    const email = (await withMail.mail()).find(({ to }) => to === input.email)
    expect(email?.text).toContain(`${withMail.config.publicUrl}/invitation/`)
    expect(`${email?.text}${email?.html}`).not.toContain('evil.example')
  })
})

describe('the notification of all administrators', () => {
  const recipients = async () =>
    (await testApp.mail()).filter(({ subject }) => subject.includes('administrator was added')).map(({ to }) => to)

  it('is sent when one is added, reactivated, or promoted, and not for staff or clients', async () => {
    await testApp.alice.post('/api/users', newcomerInput({ role: 'staff' }))
    await testApp.alice.post('/api/users', newcomerInput({ role: 'client' }))
    expect(await recipients()).toEqual([])
    const input = newcomerInput({ role: 'admin' })
    const { id } = (await testApp.alice.post('/api/users', input)).body
    expect((await recipients()).toSorted()).toEqual(['alice@example.com', 'mona@example.com'])
    await testApp.alice.put(`/api/users/${id}`, { ...input, isActive: false })
    expect(await recipients()).toHaveLength(2)
    await testApp.alice.put(`/api/users/${id}`, { ...input, isActive: true })
    expect(await recipients()).toHaveLength(4)
    await testApp.alice.put(`/api/users/${id}`, { ...input, firstName: 'Other' })
    await testApp.alice.put(`/api/users/${id}`, { ...input, role: 'staff' })
    expect(await recipients()).toHaveLength(4)
    await testApp.alice.put(`/api/users/${id}`, { ...input, role: 'admin' })
    expect(await recipients()).toHaveLength(6)
    const email = (await testApp.mail()).find(({ subject }) => subject.includes('administrator was added'))
    expect(email?.text).not.toContain(input.firstName)
    expect(email?.text).toContain('/user-management')
  })

  it('is not sent when one is reactivated as staff', async () => {
    const input = newcomerInput({ role: 'staff' })
    const { id } = (await testApp.alice.post('/api/users', input)).body
    const before = (await recipients()).length
    await testApp.alice.put(`/api/users/${id}`, { ...input, isActive: false })
    await testApp.alice.put(`/api/users/${id}`, { ...input, isActive: true })
    expect(await recipients()).toHaveLength(before)
    expect(await testApp.db.rows(sql`select id from users where id = ${id} and is_active`)).toHaveLength(1)
  })
})

// It moves the clock, which ends the sessions of the others.
describe('an invitation beyond the daily limit', () => {
  it('is not sent to an address that got three emails today, and says when it can be', async () => {
    const sentTo = async (email: string) => (await withMail.mail()).filter(({ to }) => to === email)
    const input = newcomerInput({ role: 'client' })
    const { id } = (await withMail.alice.post('/api/users', input)).body
    const again = () => withMail.alice.post(`/api/users/${id}/invitation`)
    for (let sent = 1; sent < 3; sent++) expect((await again()).status).toBe(201)
    const last = (await sentTo(input.email)).at(-1)?.text
    const sentence = expect.stringMatching(
      /^No email was sent: someone who hasn’t set up their account gets at most 3 emails a day\. Try again after [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d\s[AP]M ET\.$/,
    )
    const refused = await again()
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([429, 'too-many', sentence])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000)
    expect(await sentTo(input.email)).toHaveLength(3)
    // The link in the last email still works.
    const token = /\/invitation\/([\w-]{43})/.exec(last ?? '')?.[1]
    expect((await withMail.visitor.post('/api/one-time-links/look', { token, purpose: 'invitation' })).status).toBe(200)
    await withMail.db.run(sql`update users set email = ${`earlier-${input.email}`} where id = ${id}`)
    const created = await withMail.alice.post('/api/users', input)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ invitationUrl: null, invitationSent: false, invitationProblem: sentence })
    expect(await sentTo(input.email)).toHaveLength(3)
    withMail.pass({ hours: 24 })
    const alice = await withMail.signIn(withMail.people.alice.id, 'admin')
    const later = await alice.post(`/api/users/${created.body.id}/invitation`)
    expect([later.status, later.body.invitationSent, later.body.invitationProblem]).toEqual([201, true, null])
    expect(await sentTo(input.email)).toHaveLength(4)
  })
})
