import type { SMTPServerOptions } from 'smtp-server'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dumpOf, formsOf } from '../../tests/dump.ts'
import { type MailServer, plainText, startMailServer } from '../../tests/mail-server.ts'
import { newcomerInput, tokenOf } from '../../tests/newcomers.ts'
import { requestInput } from '../../tests/architecture/request-input.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

const phishing =
  'Taylor,\n\nyour W-2 could not be delivered. Confirm your SSN within 24 hours at\nhttps://payroll-check.evil.example/w2'

/** The link in a queued invitation. */
const invitationTo = async (testApp: TestApp, email: string) => {
  const text = (await testApp.mail()).find(({ to }) => to === email)?.text ?? ''
  return /\S+\/invitation\/[\w-]{43}/.exec(text)?.[0] ?? ''
}

describe('an email with a one-time link', () => {
  let testApp: TestApp
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
    testApp = await createTestApp({
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'ProHR <portal@example.com>',
      PROVIDER_EMAIL: 'office@example.com',
      PUBLIC_URL: 'https://portal.example.com',
    })
  })
  afterAll(async () => {
    await testApp.close()
    await server.close()
  })

  it('leaves no usable link in the database, before or after it is sent', async () => {
    const input = newcomerInput()
    await testApp.alice.post('/api/users', input)
    const invitationUrl = await invitationTo(testApp, input.email)
    const token = tokenOf(invitationUrl)
    for (const form of formsOf(token)) expect((await dumpOf(testApp)).includes(form)).toBe(false)
    await testApp.runJobs()
    expect(plainText(server.received.at(-1) ?? '')).toContain(invitationUrl)
    for (const form of formsOf(token)) expect((await dumpOf(testApp)).includes(form)).toBe(false)
  })

  it('is stored without its link once it was sent, even for someone with the keys', async () => {
    const input = newcomerInput()
    await testApp.alice.post('/api/users', input)
    const invitationUrl = await invitationTo(testApp, input.email)
    await testApp.runJobs()
    const stored = (await testApp.mail()).find(({ to }) => to === input.email)
    expect(stored).toMatchObject({ status: 'sent', text: expect.stringContaining('/invitation/(hidden)') })
    expect(`${stored?.text}${stored?.html}`).not.toContain(tokenOf(invitationUrl))
  })

  it('shows no link in the email log where a mail server sends it', async () => {
    const input = newcomerInput()
    await testApp.alice.post('/api/users', input)
    const log = async () => {
      const [{ id }] = (await testApp.alice.get(`/api/outbox?q=${encodeURIComponent(input.email)}`)).body
      return (await testApp.alice.get(`/api/outbox/${id}`)).body as { status: string; text: string }
    }
    expect(await log()).toMatchObject({ status: 'queued', text: expect.stringContaining('/invitation/(hidden)') })
    await testApp.runJobs()
    expect(await log()).toMatchObject({ status: 'sent', text: expect.stringContaining('/invitation/(hidden)') })
  })

  it('encrypts the emails of earlier releases after the start, and removes the links from those that were sent', async () => {
    const link = 'https://portal.example.com/password-reset/AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefg'
    for (const status of ['sent', 'kept'])
      await testApp.db.run(sql`
        insert into emails (id, "to", subject, text, html, about, status, created_at)
        values (gen_random_uuid(), ${`${status}@earlier.example`}, 'Choose a new password', ${`Choose: ${link}`}, ${`<a href="${link}">`},
          'password-reset', ${status}, now())`)
    await testApp.db.run(sql`select graphile_worker.add_job('encrypt-stored-data')`)
    await testApp.runJobs()
    expect((await dumpOf(testApp)).includes('AbCdEfGhIjKlMnOp')).toBe(false)
    const stored = await testApp.mail()
    expect(stored.find(({ to }) => to === 'sent@earlier.example')?.text).toBe(
      'Choose: https://portal.example.com/password-reset/(hidden)',
    )
    expect(stored.find(({ to }) => to === 'kept@earlier.example')).toMatchObject({
      text: `Choose: ${link}`,
      html: `<a href="${link}">`,
    })
  })

  it('is marked as automatic, has the firm as its Reply-To, and includes the name if the address is confirmed', async () => {
    await testApp.alice.post('/api/setup-checklist/test-message')
    await testApp.runJobs()
    const email = server.received.at(-1) ?? ''
    expect(email).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(email).toMatch(/^Reply-To: office@example\.com\r$/m)
    expect(email).toMatch(/^From: ProHR <portal@example\.com>\r$/m)
    expect(email).toMatch(/^To: "?Alice .*<alice@example\.com>\r$/m)
  })
})

describe('an unconfirmed address', () => {
  let testApp: TestApp
  beforeAll(async () => void (testApp = await createTestApp()))
  afterAll(() => testApp.close())
  const emailsTo = async (address: string) => (await testApp.mail()).filter(({ to }) => to === address)

  it('refuses a name with several lines or a web address, so that a stranger cannot send text by email', async () => {
    for (const firstName of [phishing, 'Taylor\r\nyour W-2', 'Your-account-is-suspended:https://evil.example/login']) {
      const answer = await testApp.visitor.post('/api/service-requests', {
        ...requestInput,
        email: 'victim@example.com',
        firstName,
      })
      expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, 'firstName'])
    }
    expect(await emailsTo('victim@example.com')).toEqual([])
  })

  it('gets emails without a name', async () => {
    const answer = await testApp.visitor.post('/api/service-requests', {
      ...requestInput,
      email: 'visitor@example.com',
      firstName: 'Call 900 555 0100 now',
    })
    expect(answer.status).toBe(201)
    const [email] = await emailsTo('visitor@example.com')
    expect(email?.text).toMatch(/^Hello,\n/)
    expect(`${email?.subject}${email?.text}${email?.html}`).not.toContain('900 555')
  })

  it('gets an invitation without a name, and later emails with the name', async () => {
    const input = newcomerInput({ firstName: 'Suspended account' })
    const { invitationUrl } = (await testApp.alice.post('/api/users', input)).body
    expect((await emailsTo(input.email)).at(-1)?.text).toMatch(/^Hello,\n/)
    const password = 'a fine long pass phrase of mine'
    await testApp.visitor.post('/api/invitations/accept', { token: tokenOf(invitationUrl), password })
    await testApp.visitor.post('/api/password/forgot', { email: input.email })
    await testApp.runJobs()
    expect((await emailsTo(input.email)).at(-1)?.text).toMatch(/^Hi Suspended account,/)
  })

  it('gets at most three emails a day, and the sender is not informed', async () => {
    const ask = () => testApp.visitor.post('/api/service-requests', { ...requestInput, email: 'often@example.com' })
    const statuses = []
    for (let i = 0; i < 5; i++) statuses.push((await ask()).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201])
    expect(await emailsTo('often@example.com')).toHaveLength(3)
    testApp.pass({ hours: 25 })
    expect((await ask()).status).toBe(201)
    expect(await emailsTo('often@example.com')).toHaveLength(4)
  })

  it('gets at most three emails from twenty concurrent requests, however the address is spelled', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        testApp.visitor.post('/api/service-requests', {
          ...requestInput,
          email: i % 2 ? 'Burst@example.com' : 'burst@example.com',
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    const sent = [...(await emailsTo('burst@example.com')), ...(await emailsTo('Burst@example.com'))]
    expect(sent).toHaveLength(3)
  })

  it('a confirmed address is not limited', async () => {
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    for (let i = 0; i < 5; i++) await alice.post('/api/setup-checklist/test-message')
    const tests = (await emailsTo('alice@example.com')).filter(({ subject }) => subject === 'ProHR portal test email')
    expect(tests).toHaveLength(5)
  })
})

describe('the connection to the mail server', () => {
  const open: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.close()
  })

  /** 0.0.0.0 reaches this machine but is not a loopback address, so the portal treats it as a remote server. */
  async function portalWith(server: MailServer, settings: NodeJS.ProcessEnv = {}) {
    const testApp = await createTestApp({
      SMTP_URL: `smtp://office:${'a-secret-word'}@0.0.0.0:${server.port}`,
      MAIL_FROM: 'portal@example.com',
      ...settings,
    })
    open.push(server, testApp)
    await testApp.alice.post('/api/setup-checklist/test-message')
    await testApp.runJobs()
    return (await testApp.alice.get('/api/setup-checklist')).body.testMessage
  }

  it('sends nothing, not even the password, to a server without TLS', async () => {
    const server = await startMailServer({ disabledCommands: ['STARTTLS'] })
    expect(await portalWith(server)).toMatchObject({ status: 'queued', reason: expect.stringMatching(/STARTTLS|TLS/) })
    expect([server.signIns, server.received]).toEqual([[], []])
  })

  it('sends to a server without TLS if SMTP_TLS=off', async () => {
    const server = await startMailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
    expect(await portalWith(server, { SMTP_TLS: 'off' })).toMatchObject({ status: 'sent' })
    expect(server.signIns).toEqual([{ username: 'office', password: 'a-secret-word' }])
  })

  it('refuses a server that supports only TLS 1.1 and older', async () => {
    const server = await startMailServer({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as SMTPServerOptions)
    expect(await portalWith(server)).toMatchObject({ status: 'queued' })
    expect([server.signIns, server.received]).toEqual([[], []])
  })
})
