// F3: a thousand connections that send or read as slowly as they can, of each kind. Meanwhile the health check, the first page and a
// signed-in read are answered as ever.
import { spawn } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Portal, startPortal } from '../../running-portal.ts'
import type { Finding, Probe } from '../check.ts'
import { percentile, signIn, visitor } from './client.ts'
import { need } from './tools.ts'

const many = 1000
/** How many must be seen open at once, so that the attack was one. Of unfinished bodies the portal holds 20 for each address. */
const fewest = 200
const fewestBodies = 20
const mostSeconds = 30

export const slow: Probe = async () => {
  need('slowhttptest')
  const portal = await startPortal({ LOG_LEVEL: 'error' })
  try {
    const large = `${portal.url}${await largestPart(portal)}`
    const kinds = {
      headers: ['-H', '-i', '5', '-u', `${portal.url}/healthz`],
      bodies: ['-B', '-i', '5', '-u', `${portal.url}/api/login`, '-s', '8192', '-f', 'application/json'],
      'readers of nothing': ['-X', '-u', large, '-w', '1', '-y', '2', '-n', '5', '-z', '1', '-k', '3'],
      'readers of a little': ['-X', '-u', large, '-w', '512', '-y', '1024', '-n', '1', '-z', '32', '-k', '3'],
    }
    const findings: Finding[] = []
    for (const [kind, options] of Object.entries(kinds))
      findings.push(await attack(portal, kind, options, kind === 'bodies' ? fewestBodies : fewest))
    return {
      passed: findings.every(({ passed }) => passed),
      figure: findings.map(({ figure }) => figure).join('; '),
    }
  } finally {
    await portal.stop()
  }
}

/** The largest script of the first page: more than the system takes for a reader who does not read. */
async function largestPart({ url }: Portal): Promise<string> {
  const { text } = await visitor(url).call('GET', '/')
  const sizes = await Promise.all(
    [...text.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(async ([, path = '']) => ({
      path,
      size: (await visitor(url).call('GET', path)).text.length,
    })),
  )
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.path ?? '/'
}

/** Looks at the portal and not at who attacks it: what counts is what the portal still holds. */
async function attack(portal: Portal, kind: string, options: string[], fewestHeld: number): Promise<Finding> {
  const person = await signIn(portal.url, 'staff')
  const before = socketsOf(portal.pid)
  const args = [...options, '-c', String(many), '-r', '500', '-l', '90', '-p', '5']
  const attacker = spawn('slowhttptest', args, { stdio: 'ignore' })
  const ended = new Promise((resolve) => attacker.once('close', resolve))
  const times: number[] = []
  let [most, lastSeen] = [0, 0]
  const began = performance.now()
  let full = 0
  const seconds = () => (performance.now() - began) / 1000
  // Gone is gone for two seconds; whoever opens lines late has them counted from when the last was opened.
  while (seconds() < 80 && (seconds() < 10 || most < fewestHeld || seconds() - lastSeen < 2)) {
    const answers = [
      visitor(portal.url).call('GET', '/healthz'),
      visitor(portal.url).call('GET', '/'),
      person.call('GET', '/api/client-folders'),
    ]
    for (const answer of answers)
      times.push(
        await answer.then(({ status, milliseconds }) => (status === 200 ? milliseconds : 99_999)).catch(() => 99_999),
      )
    const held = socketsOf(portal.pid) - before
    if (held > most) [most, full] = [held, seconds()]
    if (held > many / 20) lastSeen = seconds()
    await pause(100)
  }
  attacker.kill('SIGKILL')
  await ended
  const goneAfter = lastSeen - full
  const p99 = percentile(times, 0.99)
  return {
    passed: most >= fewestHeld && goneAfter <= mostSeconds && seconds() < 80 && p99 <= 500,
    figure: `${kind}: ${most} held, gone ${goneAfter.toFixed(0)} s after, p99 of the health check, the first page and a signed-in read ${p99} ms`,
  }
}

function socketsOf(pid: number): number {
  const isSocket = (name: string) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`).startsWith('socket:')
    } catch {
      return false // closed meanwhile
    }
  }
  return readdirSync(`/proc/${pid}/fd`).filter(isSocket).length
}
