// F4: the large office, asked five times as much as at its peak for a minute.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openMix } from '../../../bench/load-mix.ts'
import { type Figures, openLoop } from '../../../bench/open-loop.ts'
import { memoryOf, type RunningPortal, signIn, startPortal } from '../../../bench/portal.ts'
import { freePort } from '../../running-portal.ts'
import type { Probe } from '../check.ts'
import { type Client, percentile, type Reply, visitor } from './client.ts'
import { inLargeOffice } from './large-office.ts'

const [peakPerSecond, times, seconds] = [60, 5, 60]
const secondsToRecover = 10
const mostMegabytes = 512
/** How often the two who watch have to be answered for it to tell something. */
const fewestSeen = 20
/** The bar of a normal peak. On a machine that has no rest it is what the peak took before. */
const normalMilliseconds = 150

export const overload: Probe = async ({ long }) =>
  inLargeOffice(long, async (databaseUrl) => {
    const portal = await startPortal(databaseUrl, await freePort())
    const database = new pg.Client({ connectionString: databaseUrl })
    await database.connect()
    try {
      const { choose } = await openMix(portal.base)
      const peak = (forSeconds: number) => openLoop(portal.base, peakPerSecond, forSeconds, () => choose(peakPerSecond))
      await peak(20)
      const before = await peak(20)
      const [messages, watching] = [await messagesIn(database), await startWatching(portal)]
      const fivefold = await openLoop(portal.base, peakPerSecond * times, seconds, () => choose(peakPerSecond * times))
      const seen = await watching.stop()
      const settling = await peak(secondsToRecover)
      const after = await peak(20)
      const written = (await messagesIn(database)) - messages
      const told = [fivefold, settling, after].reduce((sum, figures) => sum + writtenIn(figures), 0)
      const [usual, again] = [p99Of(before), p99Of(after)]
      const wrong = [fivefold, settling, after].flatMap(({ errors }) => errors).concat(seen.wrong)
      return {
        passed:
          wrong.length === 0 &&
          written === told &&
          seen.calls >= fewestSeen &&
          again <= Math.max(normalMilliseconds, usual * 1.5) &&
          seen.megabytes <= mostMegabytes,
        figure: `${peakPerSecond * times}/s for ${seconds} s: ${countOf(fivefold)} answered, p99 ${p99Of(fivefold)} ms, ${fivefold.shed} turned away with 503, ${wrong.length} wrong${wrong[0] === undefined ? '' : ` (${wrong[0]})`}; ${written} of ${told} messages kept; at most ${seen.megabytes.toFixed(0)} MB; p99 at ${peakPerSecond}/s ${usual} ms before, ${again} ms after ${secondsToRecover} s`,
      }
    } finally {
      await database.end()
      await portal.stop()
    }
  })

const messagesIn = async (database: pg.Client): Promise<number> =>
  (await database.query<{ count: number }>('select count(*)::int as count from messages')).rows[0]?.count ?? 0

const countOf = ({ times: all }: Figures) => [...all.values()].flat().length
const p99Of = ({ times: all }: Figures) => percentile([...all.values()].flat(), 0.99)
const writtenIn = ({ times: all }: Figures) => all.get('messages written')?.length ?? 0

/** Two clients ask for their own papers throughout: each is shown these, byte for byte, or is turned away in a proper way. */
async function startWatching({ base, pid }: RunningPortal) {
  const clients = await Promise.all(
    ['client2000', 'client3000'].map(async (name) => visitor(base, await signIn(base, name))),
  )
  const papers = (client: Client) => client.call('GET', '/api/invoices')
  const own = await Promise.all(clients.map(async (client) => (await papers(client)).text))
  if (own[0] === own[1]) throw new Error('Both clients have the same papers: nothing would be told from them.')
  const seen = { calls: 0, wrong: [] as string[], megabytes: 0 }
  const work = { goesOn: true }
  const watching = (async () => {
    while (work.goesOn) {
      for (const [n, client] of clients.entries()) {
        seen.calls++
        const odd = await papers(client).then((answer) => oddityOf(answer, own[n]), String)
        if (odd !== null) seen.wrong.push(odd)
      }
      seen.megabytes = Math.max(seen.megabytes, await memoryOf(pid))
      await pause(100)
    }
  })()
  return {
    async stop() {
      work.goesOn = false
      await watching
      return seen
    },
  }
}

function oddityOf({ status, text, headers }: Reply, own: string | undefined): string | null {
  if (status === 200) return text === own ? null : 'papers that are not their own'
  return status === 503 && headers.has('retry-after') ? null : `${status} ${text.slice(0, 60)}`
}
