// Calls each endpoint as in the rights table, for checks over all of them; and detects whether data changed.
import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { endpoints } from '../../api/index.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { rights } from '../architecture/rights.ts'
import { type FolderRole, folderRoles, inRole } from '../architecture/folder-roles.ts'
import type { Answer, Caller, Headers, TestApp } from '../test-app.ts'
import { typed } from '../../server/kit/row-types.ts'

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
export const isWrite = ({ method }: Endpoint): boolean => method !== 'GET'

/** Its body is a raw file. */
export const takesFile = ({ takes, path }: Endpoint): boolean =>
  takes !== undefined || path.startsWith('/api/objects/upload/')

export interface Target {
  endpoint: Endpoint
  /** The calling role. */
  role: FolderRole
  name: string
  url: string
  body: Record<string, unknown> | undefined
}

/** Excludes streams and calls that end the session, which have their own tests. */
const fits = (endpoint: Endpoint) => {
  const row = rights[nameOf(endpoint)]
  return row?.streams !== true && row?.endsSession !== true
}

/** @param role the calling role; by default any that succeeds, administrators first */
export async function aimAll(
  testApp: TestApp,
  those: (endpoint: Endpoint) => boolean,
  role?: FolderRole,
): Promise<Target[]> {
  const targets: Target[] = []
  for (const endpoint of endpoints.filter((each) => fits(each) && those(each)))
    targets.push(await aim(testApp, endpoint, role ?? roleFor(endpoint)))
  return targets
}

const roleFor = (endpoint: Endpoint): FolderRole =>
  (['admin', 'owner', 'holder'] as const).find((role) => [200, 201].includes(answerFor(nameOf(endpoint), role))) ??
  'admin'

export const callerOf = (testApp: TestApp, { role }: Target): Caller =>
  role === 'visitor' ? testApp.visitor : testApp[inRole[role]]

export async function aim(testApp: TestApp, endpoint: Endpoint, role: FolderRole): Promise<Target> {
  await rest(testApp)
  const name = nameOf(endpoint)
  const { url = endpoint.path, body } = (await rights[name]?.aim?.(testApp, role)) ?? {}
  return { endpoint, role, name, url, body: body as Record<string, unknown> | undefined }
}

/** Moves earlier attempts and uploads to the past. */
export async function rest(testApp: TestApp): Promise<void> {
  await testApp.db.run(sql`delete from rate_limits`)
  await testApp.db.run(
    sql`update uploads set created_at = created_at - interval '2 days' where created_at > now() - interval '1 day'`,
  )
}

export const answerFor = (name: string, role: FolderRole): number =>
  rights[name]?.answers[folderRoles.indexOf(role)] ?? 0

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

/** Traces of activity rather than changes; among the facts, the progress of the audit log verification. */
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
  // A requested PDF is stored, so that it is rendered once.
  'stored_pdfs',
]

/** A hash for each table, so that a change names its table. */
export async function digestOf(testApp: TestApp, besides: string[] = []): Promise<Record<string, string>> {
  const tables = await testApp.db.rows(
    typed(
      z.object({ name: z.string() }),
    )`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const digest: Record<string, string> = {}
  for (const { name } of tables) {
    if ([...passing, ...besides].includes(name)) continue
    const [row] = await testApp.db.rows(
      typed(
        z.object({ hash: z.string() }),
      )`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${raw(`"${name}"`)} t`,
    )
    digest[name] = row?.hash ?? ''
  }
  return digest
}
