import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Name, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ PROVIDER_NAME: 'Ridgeline HR', PROVIDER_PHONE: '(540) 555-0100', PROVIDER_LOGO: '' })
})
afterAll(() => testApp.close())

const read = async (from: TestApp, who: Name = 'alice') => (await from[who].get('/api/setup-checklist')).body
const doneOf = async (from: TestApp, who: Name = 'alice') =>
  (await read(from, who)).steps.filter(({ done }: { done: boolean }) => done).map(({ name }: { name: string }) => name)

describe('a setup step', () => {
  it('is completed when there are staff, a rate card, and a backup; missing settings are named, without their values', async () => {
    // The test users include staff.
    expect(await doneOf(testApp)).toEqual(['staff'])
    expect(await read(testApp)).toMatchObject({
      isDismissed: false,
      missingSettings: ['PROVIDER_ADDRESS', 'PROVIDER_EMAIL', 'PROVIDER_LOGO'],
      hasMailServer: false,
      testMessage: null,
      lastBackUpAt: null,
    })
    await testApp.alice.post('/api/service-rates', {
      serviceName: 'Handbook review',
      serviceType: 'hr-operations',
      description: 'One handbook.',
      hourlyRate: 12_500,
    })
    const at = '2026-11-20T03:00:00.000Z'
    await testApp.db.run(sql`
      insert into portal_facts (name, value) values ('last-backup', jsonb_build_object('at', ${at}::text))`)
    expect(await doneOf(testApp)).toEqual(['staff', 'rate-cards', 'back-up'])
    expect((await read(testApp)).lastBackUpAt).toBe(at)
  })

  it('is not completed by another user’s second factor, or by staff who left or belong to a demonstration', async () => {
    await testApp.db.run(sql`
      insert into second_factors (user_id, secret, confirmed_at) values (${testApp.people.mona.id}, '\\x00', now())`)
    expect(await doneOf(testApp, 'mona')).toContain('second-factor')
    expect(await doneOf(testApp, 'alice')).not.toContain('second-factor')
    await testApp.db.run(sql`update users set is_demonstration = true where role = 'staff' and username is not null`)
    await testApp.db.run(sql`update users set is_active = false where role = 'staff' and not is_demonstration`)
    expect(await doneOf(testApp)).not.toContain('staff')
  })
})

describe('dismissing the setup checklist', () => {
  it('hides it for the user alone until it is shown again, and is harmless twice', async () => {
    for (const _ of [1, 2]) {
      const answer = await testApp.alice.post('/api/setup-checklist/set-aside')
      expect([answer.status, answer.body.isDismissed]).toEqual([200, true])
    }
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'first-steps.set-aside',
      actorId: testApp.people.alice.id,
    })
    expect((await read(testApp)).isDismissed).toBe(true)
    expect((await read(testApp, 'mona')).isDismissed).toBe(false)
    for (const _ of [1, 2])
      expect((await testApp.alice.delete('/api/setup-checklist/set-aside')).body.isDismissed).toBe(false)
    expect((await read(testApp)).isDismissed).toBe(false)
  })

  it('settles on one choice for ten concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => testApp.alice.post('/api/setup-checklist/set-aside')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await read(testApp)).isDismissed).toBe(true)
  })
})

describe('a test email', () => {
  it('is stored if there is no mail server, which leaves the step incomplete', async () => {
    const answer = await testApp.alice.post('/api/setup-checklist/test-message')
    expect([answer.status, answer.body]).toEqual([200, { to: 'alice@example.com' }])
    await testApp.runJobs()
    expect((await read(testApp)).testMessage).toMatchObject({ to: 'alice@example.com', status: 'kept', reason: null })
    expect(await doneOf(testApp)).not.toContain('mail')
    expect((await testApp.mail()).at(-1)).toMatchObject({ subject: 'Ridgeline HR portal test email' })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'test-message.sent' })
    // Test emails of other administrators are not shown.
    expect((await read(testApp, 'mona')).testMessage).toBeNull()
  })

  it('can only be sent to yourself, and is rate-limited', async () => {
    const other = await testApp.mona.post('/api/setup-checklist/test-message', { to: 'eve@example.com' })
    expect((await testApp.mail()).at(-1)?.to).not.toBe('eve@example.com')
    expect([200, 400]).toContain(other.status)
    for (let i = 0; i < 7; i++) await testApp.mona.post('/api/setup-checklist/test-message')
    const last = await testApp.mona.post('/api/setup-checklist/test-message')
    expect([last.status, last.body.message]).toEqual([
      429,
      'Several test emails were sent in the last ten minutes. Wait ten minutes before the next.',
    ])
  })

  it('is sent, or refused with the mail server’s error', async () => {
    let isFull = true
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(isFull ? new Error('The mailbox is full') : null),
      onData: (stream, _session, done) => void stream.on('end', () => done()).resume(),
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const { port } = server.server.address() as AddressInfo
    const withMail = await createTestApp({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'portal@example.com',
      PUBLIC_URL: 'https://portal.example.com',
    })
    try {
      await withMail.alice.post('/api/setup-checklist/test-message')
      expect((await read(withMail)).testMessage).toMatchObject({ status: 'queued', reason: null })
      await withMail.runJobs()
      expect((await read(withMail)).testMessage).toMatchObject({
        status: 'queued',
        reason: expect.stringContaining('The mailbox is full'),
        sentAt: null,
      })
      expect(await doneOf(withMail)).toEqual(['address', 'staff'])
      isFull = false
      // Turning on two-factor authentication sends such an email before the checklist is first shown.
      await withMail.alice.post('/api/password/forgot', { email: 'alice@example.com' })
      await withMail.runJobs()
      expect((await withMail.mail()).at(-1)).toMatchObject({ subject: 'Reset your ProHR password' })
      expect(await doneOf(withMail)).toEqual(['address', 'staff'])
      await withMail.alice.post('/api/setup-checklist/test-message')
      await withMail.runJobs()
      expect((await read(withMail)).testMessage).toMatchObject({ status: 'sent', reason: null })
      expect(await doneOf(withMail)).toEqual(['address', 'mail', 'staff'])
    } finally {
      await withMail.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }
  })
})
