// A mail server that is down, silent, or refusing: no user is affected, and each email arrives once.
import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it, onTestFinished } from 'vitest'
import { requestInput } from '../../architecture/request-input.ts'
import { freePort, startPortal } from '../../running-portal.ts'
import { measured } from '../measured.ts'
import { signIn, visitor } from './client.ts'

it(
  'H5: while the mail server is down, silent, or refusing, actions succeed, and each email arrives once afterward',
  { timeout: 180_000 },
  async (test) => {
    const port = await freePort()
    const portal = await startPortal({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'office@example.com',
      DEMO: 'on',
    })
    onTestFinished(() => portal.stop())
    const request = async (name: string) => {
      const reply = await visitor(portal.url).call('POST', '/api/service-requests', {
        ...requestInput,
        email: `${name}@example.com`,
      })
      expect(reply.status).toBe(201)
      expect(reply.milliseconds).toBeLessThan(9000)
    }
    await request('down')
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
    await request('silent')
    const admin = await signIn(portal.url, 'admin')
    await expect.poll(async () => (await admin.call('GET', '/api/outbox')).text).toContain('queued')
    silent.close()

    const arrived: string[] = []
    let refused = 0
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(refused++ < 2 ? new Error('Not now.') : null),
      onData(stream, session, done) {
        stream.on('end', () => {
          arrived.push(...session.envelope.rcptTo.map(({ address }) => address))
          done()
        })
        stream.resume()
      },
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    await request('refusing')
    const ours = () => arrived.filter((to) => /^(down|silent|refusing)@/.test(to)).toSorted()
    await expect
      .poll(ours, { timeout: 120_000, interval: 200 })
      .toEqual(['down', 'refusing', 'silent'].map((name) => `${name}@example.com`))
    measured(test, `${refused} tries for ${arrived.length} emails`)
  },
)
