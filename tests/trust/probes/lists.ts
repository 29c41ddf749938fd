// F2: every answer of the API in the large office, asked for as much as it will give.
import { endpoints } from '../../../api/index.ts'
import type { Endpoint } from '../../../api/kit/endpoint.ts'
import { readersOf } from '../../../bench/large-office-calls.ts'
import { startPortal } from '../../../bench/portal.ts'
import { freePort } from '../../running-portal.ts'
import type { Probe } from '../check.ts'
import { type Client, visitor } from './client.ts'
import { inLargeOffice } from './large-office.ts'

const [mostRows, mostBytes] = [200, 1_000_000]
/** The office is large enough for so many lists to be longer than a page. */
const fewestFull = 10

/** Signs out; the one that reads the whole trail; and parts of uploads, which are no data. */
const besides = /^\/api\/(logout|audit\/verification|companion\/.+)$/
/** What stands in an address for what is no row. */
const words: Record<string, string> = { kind: 'invoices', number: '1' }
const asked: Record<string, string> = { '/api/search': 'q=handbook', '/api/hr-assistant/passages': 'q=overtime' }

interface Seen {
  path: string
  rows: number
  bytes: number
  goesOn: boolean
}

export const fullLists: Probe = async ({ long }) =>
  inLargeOffice(long, async (databaseUrl) => {
    const portal = await startPortal(databaseUrl, await freePort())
    try {
      const { readers, largest } = await readersOf(portal.base)
      const reads = endpoints.filter(
        ({ method, path, reply }) => method === 'GET' && reply !== null && !besides.test(path),
      )
      const lists = reads.filter(({ list }) => list).map(({ path }): string => path)
      const seen: Seen[] = []
      for (const { cookie } of readers)
        for (const endpoint of reads) {
          const answer = await look(visitor(portal.base, cookie), endpoint, largest)
          if (answer !== null) seen.push(answer)
        }
      const full = new Set(seen.filter(({ rows, goesOn }) => rows === mostRows && goesOn).map(({ path }) => path))
      const unseen = lists.filter((path) => !seen.some((each) => each.path === path))
      const odd = seen.filter(({ rows, bytes }) => rows > mostRows || bytes > mostBytes)
      const told = [
        ...odd.map(({ path, rows, bytes }) => `${path}: ${rows} rows, ${bytes} bytes`),
        ...unseen.map((path) => `nobody saw ${path}`),
      ]
      const longest = seen.toSorted((a, b) => b.bytes - a.bytes)[0]
      return {
        passed: told.length === 0 && full.size >= fewestFull,
        figure: `${lists.length} lists and ${reads.length - lists.length} other answers, for ${readers.length} people: ${full.size} lists stop at ${mostRows} rows and go on behind a cursor, the longest answer has ${longest?.bytes} bytes (${longest?.path})${told.length > 0 ? `; ${told.slice(0, 5).join(', ')}` : ''}`,
      }
    } finally {
      await portal.stop()
    }
  })

/** As much as it gives; null where this person is given nothing. */
async function look(client: Client, endpoint: Endpoint, folder: string): Promise<Seen | null> {
  const { path, list } = endpoint
  const address = await addressOf(client, path, folder)
  if (address === null) return null
  const query = list ? 'limit=1000000' : (asked[path] ?? '')
  const { status, text, body, headers } = await client.call('GET', `${address}?${query}`)
  if (status >= 500) throw new Error(`${address} was answered with ${status}`)
  if (status !== 200) return null
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return { path, rows: longestIn(body), bytes: Buffer.byteLength(text), goesOn: await goesOn(client, next, text) }
}

/** The next page is another one. */
async function goesOn(client: Client, next: string | undefined, before: string): Promise<boolean> {
  if (next === undefined) return false
  const { status, body, text } = await client.call('GET', next)
  return status === 200 && body.length > 0 && text !== before
}

/** With rows that are there, as this person sees them. */
async function addressOf(client: Client, path: string, folder: string): Promise<string | null> {
  let address = path.replace('/client-folders/:id', `/client-folders/${folder}`).replace(':folder', folder)
  for (const [parameter, name = ''] of address.matchAll(/:(\w+)/g)) {
    const before = path.slice(0, path.indexOf(`/${parameter}`))
    const value = words[name] ?? (await firstOf(client, before, folder))
    if (value === null) return null
    address = address.replace(parameter, value)
  }
  return address
}

async function firstOf(client: Client, list: string, folder: string): Promise<string | null> {
  for (const address of [list, list.replace('/api/', `/api/client-folders/${folder}/`)]) {
    const { status, body } = await client.call('GET', `${address}?limit=1`)
    if (status === 200 && body?.[0] !== undefined) return String(body[0].id)
  }
  return null
}

/** Of whatever lists stand in an answer, in a list or in a thing of a list. */
function longestIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const within = Math.max(0, ...Object.values(value).map(longestIn))
  return Array.isArray(value) ? Math.max(value.length, within) : within
}
