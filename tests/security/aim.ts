// Each endpoint aimed as in the rights table, for what is asked of all of them; and whether the data changed meanwhile.
import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { endpoints } from '../../api/index.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { rights } from '../guards/rights.ts'
import { type Seat, seated, seats } from '../guards/seats.ts'
import type { Answer, Caller, Headers, World } from '../world.ts'
import { typed } from '../../server/kit/row-types.ts'

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
export const isWrite = ({ method }: Endpoint): boolean => method !== 'GET'

/** Its body is a file, as it is. */
export const takesFile = ({ takes, path }: Endpoint): boolean =>
  takes !== undefined || path.startsWith('/api/objects/upload/')

export interface Target {
  endpoint: Endpoint
  /** Who is meant to call. */
  seat: Seat
  name: string
  url: string
  body: Record<string, unknown> | undefined
}

/** What only waits or ends the session that asks is left out: it is told of in stories of its own. */
const fits = (endpoint: Endpoint) => {
  const row = rights[nameOf(endpoint)]
  return row?.streams !== true && row?.endsSession !== true
}

/** @param seat who is to call; unless said, whoever may, an administrator before others */
export async function aimAll(world: World, those: (endpoint: Endpoint) => boolean, seat?: Seat): Promise<Target[]> {
  const targets: Target[] = []
  for (const endpoint of endpoints.filter((each) => fits(each) && those(each)))
    targets.push(await aim(world, endpoint, seat ?? seatFor(endpoint)))
  return targets
}

const seatFor = (endpoint: Endpoint): Seat =>
  (['admin', 'owner', 'holder'] as const).find((seat) => [200, 201].includes(answerFor(nameOf(endpoint), seat))) ??
  'admin'

export const callerOf = (world: World, { seat }: Target): Caller =>
  seat === 'visitor' ? world.visitor : world[seated[seat]]

export async function aim(world: World, endpoint: Endpoint, seat: Seat): Promise<Target> {
  await rest(world)
  const name = nameOf(endpoint)
  const { url = endpoint.path, body } = (await rights[name]?.aim?.(world, seat)) ?? {}
  return { endpoint, seat, name, url, body: body as Record<string, unknown> | undefined }
}

/** Earlier tries and uploads count as long past. */
export async function rest(world: World): Promise<void> {
  await world.db.run(sql`delete from rate_limits`)
  await world.db.run(
    sql`update uploads set created_at = created_at - interval '2 days' where created_at > now() - interval '1 day'`,
  )
}

export const answerFor = (name: string, seat: Seat): number => rights[name]?.answers[seats.indexOf(seat)] ?? 0

export const send = (
  caller: Caller,
  { endpoint, url }: Pick<Target, 'endpoint' | 'url'>,
  body: unknown,
  headers: Headers = {},
): Promise<Answer> =>
  caller.send({
    method: endpoint.method,
    url,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })

/** What notes that somebody was here, rather than what they did; among the facts, how far the trail was verified. */
const passing = [
  'audit_entries',
  'audit_pending',
  'audit_chain',
  'audit_links',
  'audit_marks',
  'sessions',
  'rate_limits',
  'live_events',
  'portal_facts',
  // A PDF that was asked for is stored, so that it is printed once.
  'stored_pdfs',
]

/** A hash for each table, so that a change says where it is. */
export async function digestOf(world: World, besides: string[] = []): Promise<Record<string, string>> {
  const tables = await world.db.rows(
    typed(
      z.object({ name: z.string() }),
    )`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const digest: Record<string, string> = {}
  for (const { name } of tables) {
    if ([...passing, ...besides].includes(name)) continue
    const [row] = await world.db.rows(
      typed(
        z.object({ hash: z.string() }),
      )`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${raw(`"${name}"`)} t`,
    )
    digest[name] = row?.hash ?? ''
  }
  return digest
}
