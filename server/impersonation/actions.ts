import sql from 'sql-template-tag'
import { z } from 'zod'
import { assertCanImpersonate, notImpersonating, impersonationMinutes } from '../../domain/impersonation.ts'
import type { Database, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { Session } from '../kit/session.ts'
import { unsafeUserOrNull } from '../users/queries.ts'
import { typed } from '../kit/row-types.ts'

export async function startImpersonation(tx: Tx, actor: Session, userId: string): Promise<{ until: string }> {
  assertCanImpersonate(await unsafeUserOrNull(tx, userId), actor)
  const until = new Date(tx.now.getTime() + impersonationMinutes * 60_000)
  await endImpersonations(tx, sql`session_id = ${actor.sessionId}`)
  await tx.run(sql`
    insert into impersonations (id, session_id, admin_id, user_id, started_at, expires_at)
    values (${newId()}, ${actor.sessionId}, ${actor.id}, ${userId}, ${tx.now}, ${until})`)
  tx.record({ action: 'viewing.started', id: userId })
  return { until: until.toISOString() }
}

export async function stopImpersonation(tx: Tx, actor: Session): Promise<Record<never, never>> {
  if ((await endImpersonations(tx, sql`session_id = ${actor.sessionId}`)) === 0) throw notImpersonating()
  return {}
}

/** Audits impersonations that ended by timeout or with their session. */
export const endPastImpersonations = (db: Database): Promise<void> =>
  db.transaction({ actorId: null, address: 'job', requestId: 'end-impersonations' }, async (tx) => {
    await endImpersonations(
      tx,
      sql`(expires_at <= ${tx.now} or not exists (select from sessions s where s.id = session_id and s.expire > ${tx.now}))`,
    )
  })

const EndedViewingRow = z.object({ adminId: z.string(), userId: z.string() })

async function endImpersonations(tx: Tx, which: ReturnType<typeof sql>): Promise<number> {
  const ended = await tx.rows(typed(EndedViewingRow)`
    update impersonations set ended_at = least(expires_at, ${tx.now}) where ended_at is null and ${which}
    returning admin_id as "adminId", user_id as "userId"`)
  for (const { adminId, userId } of ended) tx.record({ action: 'viewing.ended', id: userId, actorId: adminId })
  return ended.length
}
