// A4 and G6: the clock of a running portal is moved, by hours and back. Only libfaketime can do that to a process; it reads the time
// that it tells from a file.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPortal } from '../../running-portal.ts'
import { Missing, type Probe } from '../check.ts'
import { type Client, folderOf, signIn, visitor } from './client.ts'

const libraries = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`)

/** Less than the hour after which an idle session is over. */
const stepMinutes = 50
const dayMinutes = 24 * 60

export const movedClock: Probe = async () => {
  const library = libraries.find(existsSync)
  if (library === undefined) throw new Missing('libfaketime is not installed: apt-get install faketime')
  const folder = mkdtempSync(join(tmpdir(), 'portal-clock-'))
  const file = join(folder, 'time')
  writeFileSync(file, '+0\n')
  const portal = await startPortal({
    DEMO: 'on',
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  try {
    const clock = {
      minutes: 0,
      async to(minutes: number) {
        clock.minutes = minutes
        writeFileSync(file, `${minutes < 0 ? '-' : '+'}${Math.abs(minutes) * 60}\n`)
        await isTold(portal.url, minutes)
      },
    }
    const odd = [
      ...(await idleSession(portal.url, clock)),
      ...(await longestSession(portal.url, clock, 'staff', dayMinutes / 2)),
      ...(await longestSession(portal.url, clock, 'client', dayMinutes)),
      ...(await orderOfMessages(portal.url, clock)),
    ]
    const ready = (await visitor(portal.url).call('GET', '/readyz')).status
    return {
      passed: odd.length === 0 && ready === 200,
      figure: `under libfaketime: ${odd.join(', ') || 'over after an idle hour, also when the clock is set back, and after 12 and 24 hours in use; messages in the order in which they were sent'}; ready ${ready}`,
    }
  } finally {
    await portal.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Clock {
  minutes: number
  /** Answers when the portal tells the new time. */
  to(minutes: number): Promise<void>
}

async function isTold(url: string, minutes: number): Promise<void> {
  for (const until = Date.now() + 20_000; Date.now() < until; await pause(100)) {
    const { headers } = await visitor(url).call('GET', '/healthz')
    const off = Date.parse(headers.get('date') ?? '') - Date.now() - minutes * 60_000
    if (Math.abs(off) < 5_000) return
  }
  throw new Error(`The portal does not tell the time that it was given (${minutes} minutes from now).`)
}

const statusOf = async (client: Client) => (await client.call('GET', '/api/user')).status

async function idleSession(url: string, clock: Clock): Promise<string[]> {
  const staff = await signIn(url, 'staff')
  await clock.to(61)
  const after = await statusOf(staff)
  await clock.to(0)
  const back = await statusOf(staff)
  return after === 401 && back === 401
    ? []
    : [`an idle session answers ${after}, and ${back} when the clock is set back`]
}

/** In use throughout, it is good to the last step before its longest, and no further. */
async function longestSession(url: string, clock: Clock, who: 'staff' | 'client', longest: number): Promise<string[]> {
  const session = await signIn(url, who)
  const began = clock.minutes
  for (let minutes = stepMinutes; minutes < longest; minutes += stepMinutes) {
    await clock.to(began + minutes)
    const status = await statusOf(session)
    if (status !== 200) return [`a session of ${who} in use answers ${status} after ${minutes} minutes`]
  }
  await clock.to(began + longest + 1)
  const after = await statusOf(session)
  return after === 401 ? [] : [`a session of ${who} answers ${after} after ${longest + 1} minutes`]
}

async function orderOfMessages(url: string, clock: Clock): Promise<string[]> {
  const client = await signIn(url, 'client')
  const path = `/api/client-folders/${await folderOf(client)}/messages`
  const sent = ['Before the clock was set back', 'After it']
  for (const content of sent) {
    await client.call('POST', path, { content })
    await clock.to(clock.minutes - 60)
  }
  const { body } = await client.call('GET', path)
  const there = (body as { content: string }[]).map(({ content }) => content).filter((each) => sent.includes(each))
  return there.join() === sent.join() ? [] : [`messages stand as ${there.join(', ')}`]
}
