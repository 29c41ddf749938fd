// Two database roles: the owner creates tables, and the role that the portal connects as only works with rows. It adds to the audit
// log, and can't change it or switch off the triggers that protect it (docs/decisions/0022).
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseClient, patienceAtStart } from './database-client.ts'
import type { DatabaseAddress } from './db.ts'
import { StartError } from './start-error.ts'
import { advisoryLocks } from './advisory-lock.ts'

const embeddedRole = 'portal_app'
const appendOnly = ['audit_entries', 'audit_chain', 'audit_links']
const schemas = ['public', 'graphile_worker']

/** The embedded PostgreSQL as the portal's own role, which is created if it isn't there yet. */
export async function asAppRole(owner: DatabaseAddress): Promise<DatabaseAddress> {
  const address = { ...owner, user: embeddedRole, owner }
  const client = await connectAsOwner(address)
  try {
    if ((await hasRole(client)) && (await hasAccess(client, embeddedRole))) return address
    await takeSchemaLock(client)
    // Only Windows connects with a password.
    const password = owner.password === undefined ? '' : `password ${pg.escapeLiteral(owner.password)}`
    if (!(await hasRole(client))) await client.query(`create role ${embeddedRole} login ${password}`)
    await ensureAccess(client, embeddedRole)
  } finally {
    await client.end()
  }
  return address
}

const hasRole = async (client: pg.Client) =>
  (await client.query('select from pg_roles where rolname = $1', [embeddedRole])).rows.length > 0

export async function connectAsOwner(address: DatabaseAddress): Promise<pg.Client> {
  const client = new DatabaseClient({
    ...(address.owner ?? address),
    connectionTimeoutMillis: patienceAtStart,
    application_name: 'portal migration',
  })
  // Its loss is told by the statement that it interrupts.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The role that the portal connects as, where another one owns the tables. */
export function appRoleOf(address: DatabaseAddress): string | null {
  if (address.owner === undefined) return null
  const [role, owner] = [address, address.owner].map((each) => new DatabaseClient(each).user)
  return role === undefined || role === owner ? null : role
}

export const patienceMilliseconds = 300_000

/**
 * Another instance that starts at this moment may be doing it: whoever comes second finds nothing left to do. Asks again and again,
 * since a statement that waits would itself be waited for by the indexes that the other one builds.
 */
export async function takeSchemaLock(client: pg.Client): Promise<void> {
  for (const until = Date.now() + patienceMilliseconds; ; await pause(100)) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      advisoryLocks.schema,
    ])
    if (rows[0]?.mine) return
    if (Date.now() > until)
      throw new StartError('Another instance has been bringing the schema forward for five minutes. Please try again.')
  }
}

/** Grants `role` what it lacks, in a data folder of an earlier release or where the role is another one than before. */
export async function ensureAccess(owner: pg.Client, role: string): Promise<void> {
  if (await hasAccess(owner, role)) return
  await takeSchemaLock(owner)
  await owner.query('begin')
  await grantAccess(owner, role)
  await owner.query('commit')
}

interface PortalTable {
  name: string
  isAppendOnly: boolean
  /** graphile-worker turns on row security, so that only the owner sees rows unless a policy says otherwise. */
  lacksPolicy: boolean
  isGranted: boolean
}

async function tablesFor(owner: pg.Client, role: string): Promise<PortalTable[]> {
  const { rows } = await owner.query<PortalTable>(
    `select c.oid::regclass::text as name, c.relname = any($3) as "isAppendOnly",
       c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid and $1::regrole = any(p.polroles)) as "lacksPolicy",
       has_table_privilege($1::regrole, c.oid, 'SELECT') and has_table_privilege($1::regrole, c.oid, 'INSERT')
         and has_table_privilege($1::regrole, c.oid, 'UPDATE, DELETE') <> (c.relname = any($3)) as "isGranted"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($2) and c.relkind = 'r'`,
    [pg.escapeIdentifier(role), schemas, appendOnly],
  )
  return rows
}

const hasAccess = async (owner: pg.Client, role: string): Promise<boolean> =>
  (await tablesFor(owner, role)).every(({ isGranted, lacksPolicy }) => isGranted && !lacksPolicy)

/** Within the transaction of `owner`, so that no table is ever there without its rights. */
export async function grantAccess(owner: pg.Client, role: string): Promise<void> {
  const app = pg.escapeIdentifier(role)
  const there = await owner.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any($1)',
    [schemas],
  )
  for (const { name } of there.rows)
    await owner.query(`
      grant usage on schema ${name} to ${app};
      grant select, insert, update, delete on all tables in schema ${name} to ${app};
      grant usage, select on all sequences in schema ${name} to ${app}`)
  for (const { name, isAppendOnly, lacksPolicy } of await tablesFor(owner, role)) {
    if (isAppendOnly) await owner.query(`revoke update, delete on ${name} from ${app}`)
    if (lacksPolicy) await owner.query(`create policy ${app} on ${name} to ${app} using (true) with check (true)`)
  }
}
