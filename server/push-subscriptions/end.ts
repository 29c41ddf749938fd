// Subscriptions end with the session in which they were turned on. A session that only expired doesn't end them, because
// people want to be notified of a message while the portal isn't open.
import sql from 'sql-template-tag'
import { pushSubscriptionDays } from '../../domain/push-subscription.ts'
import type { Database, Tx } from '../kit/db.ts'
import { hashOf } from '../kit/session.ts'

/** Those of one session that is ended. */
export const endPushOfSession = (tx: Tx, userId: string, sessionId: string): Promise<number> =>
  tx.run(sql`delete from push_subscriptions where user_id = ${userId} and session_id = ${sessionId}`)

/** All of a user's but those of one session, including those whose session has expired. */
export const endPushOfUser = (tx: Tx, userId: string, exceptSession: string | null): Promise<number> =>
  tx.run(sql`
    delete from push_subscriptions
    where user_id = ${userId} and (${exceptSession}::uuid is null or session_id is distinct from ${exceptSession}::uuid)`)

/**
 * After a sign-in, the browser's subscription belongs to the new session. One that someone else turned on in this
 * browser ends.
 */
export async function movePushToSession(
  tx: Tx,
  userId: string,
  { browserSecret, sessionSecret }: { browserSecret: string | null; sessionSecret: string },
): Promise<void> {
  if (browserSecret === null) return
  const browserHash = hashOf(browserSecret)
  await tx.run(sql`delete from push_subscriptions where browser_hash = ${browserHash} and user_id <> ${userId}`)
  await tx.run(sql`
    update push_subscriptions set seen_at = ${tx.now},
      session_id = (select id from sessions where sid = ${hashOf(sessionSecret)})
    where browser_hash = ${browserHash} and user_id = ${userId}`)
}

export const sweepPushSubscriptions = (db: Database): Promise<number> =>
  db.run(sql`
    delete from push_subscriptions
    where seen_at < ${new Date(db.now.getTime() - pushSubscriptionDays * 86_400_000)}`)
