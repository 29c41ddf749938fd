// H5: a mail server that is down, never answers, or refuses. People notice nothing, and each letter arrives once.
import { createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { wish } from '../../guards/wish.ts'
import { freePort, startPortal } from '../../running-portal.ts'
import type { Probe } from '../check.ts'
import { signIn, visitor } from './client.ts'

const letters = 3

export const mailAway: Probe = async () => {
  const port = await freePort()
  const portal = await startPortal({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'office@example.com',
    DEMO: 'on',
  })
  try {
    const slowest: number[] = []
    const ask = async (name: string) => {
      for (let i = 0; i < letters; i++) {
        const reply = await visitor(portal.url).call('POST', '/api/service-requests', {
          ...wish,
          email: `${name}${i}@example.com`,
        })
        if (reply.status !== 201) throw new Error(`While the mail server is ${name}: ${reply.status} ${reply.text}`)
        slowest.push(reply.milliseconds)
      }
    }
    await ask('down')
    const silent = await listening(
      createServer(() => undefined),
      port,
    )
    await ask('silent')
    await pause(2000)
    const queued = await (await signIn(portal.url, 'admin')).call('GET', '/api/outbox')
    silent.close()
    const arrived: string[] = []
    let refusing = true
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(refusing ? new Error('Not now.') : null),
      onData(stream, session, done) {
        stream.on('end', () => {
          arrived.push(...session.envelope.rcptTo.map(({ address }) => address))
          done()
        })
        stream.resume()
      },
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    await ask('refusing')
    await pause(2000)
    refusing = false
    const wanted = letters * 3
    const ours = () => arrived.filter((to) => /^(down|silent|refusing)\d@/.test(to))
    for (const until = Date.now() + 90_000; new Set(ours()).size < wanted && Date.now() < until;) await pause(200)
    await new Promise<void>((resolve) => server.close(() => resolve()))
    const most = Math.round(Math.max(...slowest))
    return {
      passed:
        new Set(ours()).size === wanted && ours().length === wanted && most <= 2000 && queued.text.includes('queued'),
      figure: `${new Set(ours()).size} of ${wanted} letters arrived, ${ours().length - new Set(ours()).size} twice; slowest action ${most} ms; the outbox ${queued.text.includes('queued') ? 'shows them' : 'does not show them'}`,
    }
  } finally {
    await portal.stop()
  }
}

const listening = (server: Server, port: number) =>
  new Promise<Server>((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
