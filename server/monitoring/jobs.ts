// The nightly verification of the audit log; its result is stored for the status page.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { verifyAuditLog } from '../audit-log/chain.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export async function verifyNightly(db: Database, keys: DataKeys): Promise<void> {
  const { whole, fault } = await verifyAuditLog(db, keys)
  await note(db, { at: db.now.toISOString(), whole: whole === true, fault })
}

const AtRow = z.object({ at: z.string() })

/** At start, if last night's run was missed. */
export async function verifyIfMissed(db: Database, keys: DataKeys): Promise<void> {
  const last = await db.maybe(
    typed(AtRow)`select value->>'at' as at from portal_facts where name = 'audit-log-verified'`,
  )
  if (last === null || db.now.getTime() - new Date(last.at).getTime() > 26 * 3_600_000) await verifyNightly(db, keys)
}

const note = (db: Database, found: { at: string; whole: boolean; fault: string | null }) =>
  db.run(sql`
    insert into portal_facts (name, value) values ('audit-log-verified', ${JSON.stringify(found)}::jsonb)
    on conflict (name) do update set value = excluded.value`)
