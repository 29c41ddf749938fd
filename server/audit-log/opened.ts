import sql from 'sql-template-tag'
import type { Database, Tx } from '../kit/db.ts'
import type { Range } from '../file-storage/file-store.ts'
import type { Entry, Origin } from '../kit/record.ts'

/**
 * Audits that someone opened a file. Range requests of one viewer within ten minutes count as one opening.
 * @param before in the same transaction; if it fails, nothing may be sent
 */
export async function recordOpened(
  db: Database,
  origin: Origin,
  entry: Entry & { details?: { sha256?: string } },
  range: Range | null,
  before?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const continues = range !== null && range.start > 0
  if (continues && (await isRecorded(db, origin, entry))) return
  await db.transaction(origin, async (tx) => {
    await before?.(tx)
    tx.record(entry)
  })
}

const isRecorded = async (db: Database, { actorId }: Origin, { action, id, details }: Entry): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 from audit_entries
    where entity_id = ${id} and action = ${action} and actor_id = ${actorId}
      and details->>'sha256' is not distinct from ${details?.sha256 ?? null}::text
      and at > ${db.now}::timestamptz - interval '10 minutes' limit 1`)) !== null
