// Two database roles: the owner creates tables, and the portal connects as a role that only works with rows. That role
// can append to the audit log, but can't change it or disable the triggers that protect it (docs/decisions/0022).
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connectClient, startTimeout } from './database-client.ts'
import { z } from 'zod'
import type { DatabaseAddress } from './db.ts'
import { typed } from './row-types.ts'
import { StartError } from './start-error.ts'
import { advisoryLocks } from './advisory-lock.ts'
import { statementsOn } from './unit-of-work.ts'

const embeddedRole = 'portal_app'
const appendOnly = ['audit_entries', 'audit_chain', 'audit_links']
const schemas = ['public', 'graphile_worker']

/** The embedded PostgreSQL with the portal's own role, which is created if it doesn't exist. */
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
  return connectClient({
    ...(address.owner ?? address),
    connectionTimeoutMillis: startTimeout,
    application_name: 'portal migration',
  })
}

/** The role that the portal connects as, if a different role owns the tables. */
export function appRoleOf(address: DatabaseAddress): string | null {
  if (address.owner === undefined) return null
  const [role, owner] = [address, address.owner].map((each) => new pg.Client(each).user)
  return role === undefined || role === owner ? null : role
}

const LockRow = z.object({ mine: z.boolean() })

const SchemaRow = z.object({ name: z.string() })

export const lockTimeoutMilliseconds = 300_000

/**
 * Instances that start together take turns. Polls, because a waiting statement would block the concurrent index builds
 * of the other instance.
 */
export async function takeSchemaLock(client: pg.Client): Promise<void> {
  for (const until = Date.now() + lockTimeoutMilliseconds; ; await pause(100)) {
    const { mine } = await statementsOn(client).one(
      typed(LockRow)`select pg_try_advisory_lock(${advisoryLocks.schema}) as mine`,
    )
    if (mine) return
    if (Date.now() > until)
      throw new StartError('Another instance has been upgrading the database for five minutes. Try again.')
  }
}

/** Grants `role` missing rights, in a data folder of an earlier release or if the role was changed. */
export async function ensureAccess(owner: pg.Client, role: string): Promise<void> {
  if (await hasAccess(owner, role)) return
  await takeSchemaLock(owner)
  await owner.query('begin')
  await grantAccess(owner, role)
  await owner.query('commit')
}

const PortalTable = z.object({
  name: z.string(),
  isAppendOnly: z.boolean(),
  /** graphile-worker enables row security, so only the owner sees rows unless there is a policy. */
  lacksPolicy: z.boolean(),
  isGranted: z.boolean(),
})
type PortalTable = z.infer<typeof PortalTable>

function tablesFor(owner: pg.Client, role: string): Promise<PortalTable[]> {
  const user = pg.escapeIdentifier(role)
  return statementsOn(owner).rows(typed(PortalTable)`
     select c.oid::regclass::text as name, c.relname = any(${appendOnly}) as "isAppendOnly",
       c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid and ${user}::regrole = any(p.polroles)) as "lacksPolicy",
       has_table_privilege(${user}::regrole, c.oid, 'SELECT') and has_table_privilege(${user}::regrole, c.oid, 'INSERT')
         and has_table_privilege(${user}::regrole, c.oid, 'UPDATE, DELETE') <> (c.relname = any(${appendOnly})) as "isGranted"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any(${schemas}) and c.relkind = 'r'`)
}

const hasAccess = async (owner: pg.Client, role: string): Promise<boolean> =>
  (await tablesFor(owner, role)).every(({ isGranted, lacksPolicy }) => isGranted && !lacksPolicy)

/** Runs in the transaction of `owner`, so that no table ever exists without its rights. */
export async function grantAccess(owner: pg.Client, role: string): Promise<void> {
  const app = pg.escapeIdentifier(role)
  const there = await statementsOn(owner).rows(
    typed(SchemaRow)`select nspname as name from pg_namespace where nspname = any(${schemas})`,
  )
  for (const { name } of there)
    await owner.query(`
      grant usage on schema ${name} to ${app};
      grant select, insert, update, delete on all tables in schema ${name} to ${app};
      grant usage, select on all sequences in schema ${name} to ${app}`)
  for (const { name, isAppendOnly, lacksPolicy } of await tablesFor(owner, role)) {
    if (isAppendOnly) await owner.query(`revoke update, delete on ${name} from ${app}`)
    if (lacksPolicy) await owner.query(`create policy ${app} on ${name} to ${app} using (true) with check (true)`)
  }
}
