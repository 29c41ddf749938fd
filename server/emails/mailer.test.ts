import type { SMTPServerOptions } from 'smtp-server'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dumpOf, formsOf } from '../../tests/dump.ts'
import { type MailServer, plainText, startMailServer } from '../../tests/mail-server.ts'
import { newcomerInput, tokenOf } from '../../tests/newcomers.ts'
import { wish } from '../../tests/guards/wish.ts'
import { createWorld, type World } from '../../tests/world.ts'

const phishing =
  'Taylor,\n\nyour W-2 could not be delivered. Confirm your SSN within 24 hours at\nhttps://payroll-check.evil.example/w2'

/** The link of the invitation that waits to be sent. */
const invitationTo = async (world: World, email: string) => {
  const text = (await world.mail()).find(({ to }) => to === email)?.text ?? ''
  return /\S+\/invitation\/[\w-]{43}/.exec(text)?.[0] ?? ''
}

describe('an email with a one-time link', () => {
  let world: World
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
    world = await createWorld({
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'ProHR <portal@example.com>',
      PROVIDER_EMAIL: 'office@example.com',
      PUBLIC_URL: 'https://portal.example.com',
    })
  })
  afterAll(async () => {
    await world.close()
    await server.close()
  })

  it('leaves no usable link in the database, neither before it is sent nor after', async () => {
    const input = newcomerInput()
    await world.alice.post('/api/users', input)
    const invitationUrl = await invitationTo(world, input.email)
    const token = tokenOf(invitationUrl)
    for (const form of formsOf(token)) expect((await dumpOf(world)).includes(form)).toBe(false)
    await world.runJobs()
    expect(plainText(server.received.at(-1) ?? '')).toContain(invitationUrl)
    for (const form of formsOf(token)) expect((await dumpOf(world)).includes(form)).toBe(false)
  })

  it('is stored without its link once it was sent, even for someone with the keys', async () => {
    const input = newcomerInput()
    await world.alice.post('/api/users', input)
    const invitationUrl = await invitationTo(world, input.email)
    await world.runJobs()
    const stored = (await world.mail()).find(({ to }) => to === input.email)
    expect(stored).toMatchObject({ status: 'sent', text: expect.stringContaining('/invitation/(hidden)') })
    expect(`${stored?.text}${stored?.html}`).not.toContain(tokenOf(invitationUrl))
  })

  it('shows no link in the email log where a mail server sends it', async () => {
    const input = newcomerInput()
    await world.alice.post('/api/users', input)
    const log = async () => {
      const [{ id }] = (await world.alice.get(`/api/outbox?q=${encodeURIComponent(input.email)}`)).body
      return (await world.alice.get(`/api/outbox/${id}`)).body as { status: string; text: string }
    }
    expect(await log()).toMatchObject({ status: 'queued', text: expect.stringContaining('/invitation/(hidden)') })
    await world.runJobs()
    expect(await log()).toMatchObject({ status: 'sent', text: expect.stringContaining('/invitation/(hidden)') })
  })

  it('encrypts the emails of earlier releases after the start, and takes the links out of those that were sent', async () => {
    const link = 'https://portal.example.com/password-reset/AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefg'
    for (const status of ['sent', 'kept'])
      await world.db.run(sql`
        insert into emails (id, "to", subject, text, html, about, status, created_at)
        values (gen_random_uuid(), ${`${status}@earlier.example`}, 'Choose a new password', ${`Choose: ${link}`}, ${`<a href="${link}">`},
          'password-reset', ${status}, now())`)
    await world.db.run(sql`select graphile_worker.add_job('encrypt-what-is-kept')`)
    await world.runJobs()
    expect((await dumpOf(world)).includes('AbCdEfGhIjKlMnOp')).toBe(false)
    const stored = await world.mail()
    expect(stored.find(({ to }) => to === 'sent@earlier.example')?.text).toBe(
      'Choose: https://portal.example.com/password-reset/(hidden)',
    )
    expect(stored.find(({ to }) => to === 'kept@earlier.example')).toMatchObject({
      text: `Choose: ${link}`,
      html: `<a href="${link}">`,
    })
  })

  it('is marked as automatic, answered to the firm, and addressed by name where the address is confirmed', async () => {
    await world.alice.post('/api/first-steps/test-message')
    await world.runJobs()
    const email = server.received.at(-1) ?? ''
    expect(email).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(email).toMatch(/^Reply-To: office@example\.com\r$/m)
    expect(email).toMatch(/^From: ProHR <portal@example\.com>\r$/m)
    expect(email).toMatch(/^To: "?Alice .*<alice@example\.com>\r$/m)
  })
})

describe('an address that nobody confirmed', () => {
  let world: World
  beforeAll(async () => void (world = await createWorld()))
  afterAll(() => world.close())
  const emailsTo = async (address: string) => (await world.mail()).filter(({ to }) => to === address)

  it('is refused a name of several lines or with a web address, so that no text of a stranger is sent', async () => {
    for (const firstName of [phishing, 'Taylor\r\nyour W-2', 'Your-account-is-suspended:https://evil.example/login']) {
      const answer = await world.visitor.post('/api/service-requests', {
        ...wish,
        email: 'victim@example.com',
        firstName,
      })
      expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, 'firstName'])
    }
    expect(await emailsTo('victim@example.com')).toEqual([])
  })

  it('is greeted without a name', async () => {
    const answer = await world.visitor.post('/api/service-requests', {
      ...wish,
      email: 'visitor@example.com',
      firstName: 'Call 900 555 0100 now',
    })
    expect(answer.status).toBe(201)
    const [email] = await emailsTo('visitor@example.com')
    expect(email?.text).toMatch(/^Hello,\n/)
    expect(`${email?.subject}${email?.text}${email?.html}`).not.toContain('900 555')
  })

  it('is greeted without a name in an invitation, and by name once it was accepted', async () => {
    const input = newcomerInput({ firstName: 'Suspended account' })
    const { invitationUrl } = (await world.alice.post('/api/users', input)).body
    expect((await emailsTo(input.email)).at(-1)?.text).toMatch(/^Hello,\n/)
    const password = 'a fine long pass phrase of mine'
    await world.visitor.post('/api/invitations/accept', { token: tokenOf(invitationUrl), password })
    await world.visitor.post('/api/password/forgot', { email: input.email })
    await world.runJobs()
    expect((await emailsTo(input.email)).at(-1)?.text).toMatch(/^Hello Suspended account/)
  })

  it('is sent at most three emails a day, and the sender is not told', async () => {
    const ask = () => world.visitor.post('/api/service-requests', { ...wish, email: 'often@example.com' })
    const statuses = []
    for (let i = 0; i < 5; i++) statuses.push((await ask()).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201])
    expect(await emailsTo('often@example.com')).toHaveLength(3)
    world.pass({ hours: 25 })
    expect((await ask()).status).toBe(201)
    expect(await emailsTo('often@example.com')).toHaveLength(4)
  })

  it('is sent at most three emails when twenty are asked for at once, however the address is spelled', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        world.visitor.post('/api/service-requests', {
          ...wish,
          email: i % 2 ? 'Burst@example.com' : 'burst@example.com',
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    const sent = [...(await emailsTo('burst@example.com')), ...(await emailsTo('Burst@example.com'))]
    expect(sent).toHaveLength(3)
  })

  it('does not limit emails to someone who has confirmed their address', async () => {
    const alice = await world.signIn(world.people.alice.id, 'admin')
    for (let i = 0; i < 5; i++) await alice.post('/api/first-steps/test-message')
    const tests = (await emailsTo('alice@example.com')).filter(({ subject }) => subject.startsWith('A test message'))
    expect(tests).toHaveLength(5)
  })
})

describe('the connection to the mail server', () => {
  const open: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.close()
  })

  /** 0.0.0.0 reaches this machine and is no loopback address, so the portal treats it as a server elsewhere. */
  async function portalWith(server: MailServer, settings: NodeJS.ProcessEnv = {}) {
    const world = await createWorld({
      SMTP_URL: `smtp://office:${'a-secret-word'}@0.0.0.0:${server.port}`,
      MAIL_FROM: 'portal@example.com',
      ...settings,
    })
    open.push(server, world)
    await world.alice.post('/api/first-steps/test-message')
    await world.runJobs()
    return (await world.alice.get('/api/first-steps')).body.testMessage
  }

  it('sends nothing, not even the password, to a server that offers no TLS', async () => {
    const server = await startMailServer({ disabledCommands: ['STARTTLS'] })
    expect(await portalWith(server)).toMatchObject({ status: 'queued', reason: expect.stringMatching(/STARTTLS|TLS/) })
    expect([server.signIns, server.received]).toEqual([[], []])
  })

  it('sends to a server without TLS where SMTP_TLS=off says so', async () => {
    const server = await startMailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
    expect(await portalWith(server, { SMTP_TLS: 'off' })).toMatchObject({ status: 'sent' })
    expect(server.signIns).toEqual([{ username: 'office', password: 'a-secret-word' }])
  })

  it('refuses a server that speaks nothing newer than TLS 1.1', async () => {
    const server = await startMailServer({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as SMTPServerOptions)
    expect(await portalWith(server)).toMatchObject({ status: 'queued' })
    expect([server.signIns, server.received]).toEqual([[], []])
  })
})
