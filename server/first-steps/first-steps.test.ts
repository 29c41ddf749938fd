import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type Name, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ PROVIDER_NAME: 'Ridgeline HR', PROVIDER_PHONE: '(540) 555-0100', PROVIDER_LOGO: '' })
})
afterAll(() => world.close())

const read = async (from: World, who: Name = 'alice') => (await from[who].get('/api/first-steps')).body
const doneOf = async (from: World, who: Name = 'alice') =>
  (await read(from, who)).steps.filter(({ done }: { done: boolean }) => done).map(({ name }: { name: string }) => name)

describe('a step is done by itself', () => {
  it('once there are staff, a rate card and a back-up; what is not set is named, and no value of a setting', async () => {
    // The cast has staff.
    expect(await doneOf(world)).toEqual(['staff'])
    expect(await read(world)).toMatchObject({
      isSetAside: false,
      missingSettings: ['PROVIDER_ADDRESS', 'PROVIDER_EMAIL', 'PROVIDER_LOGO'],
      hasMailServer: false,
      testMessage: null,
      lastBackUpAt: null,
    })
    await world.alice.post('/api/service-rates', {
      serviceName: 'Handbook review',
      serviceType: 'hr-operations',
      description: 'One handbook.',
      hourlyRate: 12_500,
    })
    const at = '2026-11-20T03:00:00.000Z'
    await world.db.run(sql`
      insert into portal_facts (name, value) values ('last-backup', jsonb_build_object('at', ${at}::text))`)
    expect(await doneOf(world)).toEqual(['staff', 'rate-cards', 'back-up'])
    expect((await read(world)).lastBackUpAt).toBe(at)
  })

  it('but not by somebody else’s second factor, nor by staff of a demonstration or who left', async () => {
    await world.db.run(sql`
      insert into second_factors (user_id, secret, confirmed_at) values (${world.people.mona.id}, '\\x00', now())`)
    expect(await doneOf(world, 'mona')).toContain('second-factor')
    expect(await doneOf(world, 'alice')).not.toContain('second-factor')
    await world.db.run(sql`update users set is_demonstration = true where role = 'staff' and username is not null`)
    await world.db.run(sql`update users set is_active = false where role = 'staff' and not is_demonstration`)
    expect(await doneOf(world)).not.toContain('staff')
  })
})

describe('put away', () => {
  it('they stay away for oneself alone until they are taken out again, twice as well as once', async () => {
    for (const _ of [1, 2]) {
      const answer = await world.alice.post('/api/first-steps/set-aside')
      expect([answer.status, answer.body.isSetAside]).toEqual([200, true])
    }
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'first-steps.set-aside',
      actorId: world.people.alice.id,
    })
    expect((await read(world)).isSetAside).toBe(true)
    expect((await read(world, 'mona')).isSetAside).toBe(false)
    for (const _ of [1, 2]) expect((await world.alice.delete('/api/first-steps/set-aside')).body.isSetAside).toBe(false)
    expect((await read(world)).isSetAside).toBe(false)
  })

  it('ten at once settle on one choice', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.alice.post('/api/first-steps/set-aside')))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await read(world)).isSetAside).toBe(true)
  })
})

describe('a test message', () => {
  it('is kept where there is no mail server, which leaves the step undone', async () => {
    const answer = await world.alice.post('/api/first-steps/test-message')
    expect([answer.status, answer.body]).toEqual([200, { to: 'alice@example.com' }])
    await world.runJobs()
    expect((await read(world)).testMessage).toMatchObject({ to: 'alice@example.com', status: 'kept', reason: null })
    expect(await doneOf(world)).not.toContain('mail')
    expect((await world.mail()).at(-1)).toMatchObject({ subject: 'A test message from your portal' })
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'test-message.sent' })
    // Nobody reads of another’s.
    expect((await read(world, 'mona')).testMessage).toBeNull()
  })

  it('names nobody else to write to, and comes to an end', async () => {
    const other = await world.mona.post('/api/first-steps/test-message', { to: 'eve@example.com' })
    expect((await world.mail()).at(-1)?.to).not.toBe('eve@example.com')
    expect([200, 400]).toContain(other.status)
    for (let i = 0; i < 7; i++) await world.mona.post('/api/first-steps/test-message')
    const last = await world.mona.post('/api/first-steps/test-message')
    expect([last.status, last.body.message]).toEqual([
      429,
      'Several test messages were sent just now. Please wait ten minutes before the next.',
    ])
  })

  it('is sent, or refused in the words of the mail server', async () => {
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
    const withMail = await createWorld({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'portal@example.com',
      PUBLIC_URL: 'https://portal.example.com',
    })
    try {
      await withMail.alice.post('/api/first-steps/test-message')
      expect((await read(withMail)).testMessage).toMatchObject({ status: 'queued', reason: null })
      await withMail.runJobs()
      expect((await read(withMail)).testMessage).toMatchObject({
        status: 'queued',
        reason: expect.stringContaining('The mailbox is full'),
        sentAt: null,
      })
      expect(await doneOf(withMail)).toEqual(['address', 'staff'])
      isFull = false
      await withMail.alice.post('/api/first-steps/test-message')
      await withMail.runJobs()
      expect((await read(withMail)).testMessage).toMatchObject({ status: 'sent', reason: null })
      expect(await doneOf(withMail)).toEqual(['address', 'mail', 'staff'])
    } finally {
      await withMail.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }
  })
})
