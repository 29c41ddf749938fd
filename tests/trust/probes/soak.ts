// H10: half an hour at the peak of a day. Whatever grows shows: memory, open files and lines, delay of the event loop.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Call, openLoop } from '../../../bench/open-loop.ts'
import { startPortal } from '../../running-portal.ts'
import { Missing, type Probe } from '../check.ts'
import { folderOf, signIn, visitor } from './client.ts'

const [minutes, shortMinutes] = [30, 3]
const perSecond = 60
/** A program grows to its size in the first minutes; what counts is whether it grows on. */
const [warmSeconds, shortWarmSeconds] = [300, 60]
const token = 'a-token-for-the-soak-of-the-trust-page'

export const soak: Probe = async ({ long }) => {
  const portal = await startPortal({ DEMO: 'on', METRICS: token, LOG_LEVEL: 'error', CALLS_PER_MINUTE: 'off' })
  try {
    const choose = await callsOf(portal.url)
    await openLoop(portal.url, perSecond, long ? warmSeconds : shortWarmSeconds, choose)
    await loopDelay(portal.url)
    const handles = handlesOf(portal.pid)
    const samples: [minutes: number, megabytes: number][] = []
    const seconds = (long ? minutes : shortMinutes) * 60
    const work = { goesOn: true }
    const began = performance.now()
    const watching = (async () => {
      while (work.goesOn) {
        samples.push([(performance.now() - began) / 60_000, memoryOf(portal.pid)])
        await pause(10_000)
      }
    })()
    const { errors } = await openLoop(portal.url, perSecond, seconds, choose)
    const late = await loopDelay(portal.url)
    work.goesOn = false
    await watching
    // Lines that are kept open between calls end after twenty seconds.
    await pause(25_000)
    const left = handlesOf(portal.pid) - handles
    const slope = slopeOf(samples)
    const figure = `${seconds / 60} minutes at ${perSecond}/s: ${errors.length} errors${errors[0] === undefined ? '' : ` (${errors[0]})`}, memory ${samples.at(-1)?.[1].toFixed(0)} MB and ${slope.toFixed(2)} MB more each minute, ${left} handles more, loop p99 ${late.toFixed(0)} ms`
    if (!long) throw new Missing(`${figure}; half an hour is npm run trust -- H10 --long`)
    return { passed: errors.length === 0 && slope < 1 && left <= 10 && late <= 50, figure }
  } finally {
    await portal.stop()
  }
}

/** Of ten calls eight read; one writes a message, one looks for something. */
async function callsOf(url: string): Promise<() => Call> {
  const people = await Promise.all((['admin', 'staff', 'client'] as const).map((name) => signIn(url, name)))
  const [admin, staff, client] = people.map(({ cookie }) => cookie)
  const folder = await folderOf(people[2] as (typeof people)[number])
  const messages = `/api/client-folders/${folder}/messages`
  const calls: Call[] = [
    ...[admin, staff, client].flatMap((cookie) =>
      ['/api/client-folders', messages].map((path) => ({ name: path, path, cookie: cookie ?? '' })),
    ),
    { name: 'pages', path: '/' },
    { name: 'requests', path: '/api/service-requests', cookie: admin ?? '' },
    { name: 'search', path: '/api/search?q=acme', cookie: admin ?? '' },
    { name: 'write', path: messages, cookie: client ?? '', body: () => ({ content: `At ${performance.now()}` }) },
  ]
  let turn = 0
  return () => calls[turn++ % calls.length] as Call
}

const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const handlesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

/** The 99th of a hundred since it was last asked, in milliseconds. */
async function loopDelay(url: string): Promise<number> {
  const { text } = await visitor(url).call('GET', '/metrics', undefined, { authorization: `Bearer ${token}` })
  return Number(/portal_event_loop_delay_seconds\{quantile="0.99"\} (\S+)/.exec(text)?.[1]) * 1000
}

/** Of the line that fits best. */
function slopeOf(samples: [number, number][]): number {
  const mean = (at: 0 | 1) => samples.reduce((sum, each) => sum + each[at], 0) / samples.length
  const [x, y] = [mean(0), mean(1)]
  const over = samples.reduce((sum, each) => sum + (each[0] - x) * (each[1] - y), 0)
  return over / samples.reduce((sum, each) => sum + (each[0] - x) ** 2, 0)
}
