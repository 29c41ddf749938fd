// Sessions in the database, which stores only the hash of each cookie.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { isAdministrator, type Role } from '../../domain/actor.ts'
import { idleMinutes, lifetimeHours } from '../../domain/session.ts'
import { coversOf, isInEffect } from '../client-folders/folder-staff.ts'
import type { Database, Reader, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { hashOf, newSecret, Session } from '../kit/session.ts'
import { typed, IdRow } from '../kit/row-types.ts'
import { endPushOfSession, endPushOfUser } from '../push-subscriptions/end.ts'

const SessionRow = Session.omit({ covers: true, viewer: true }).extend({ coversOrViews: z.boolean() })
type SessionRow = Omit<z.infer<typeof SessionRow>, 'coversOrViews'>

/**
 * The active session of a cookie; null if it is unknown, idle too long, expired, or its user is inactive. Each request
 * reads it, and PostgreSQL takes longer to start a statement on many tables than to execute it, so covers and
 * impersonation are read separately by the few who have them.
 */
export async function sessionOf(db: Database, cookie: string | undefined): Promise<Session | null> {
  if (cookie === undefined || cookie.length > 100) return null
  const { now } = db
  const idleSince = new Date(now.getTime() - idleMinutes * 60_000)
  const row = await db.maybe(typed(SessionRow)`
    select u.id, u.role, u.first_name as "firstName", u.last_name as "lastName", u.staff_access as "staffAccess",
      s.id as "sessionId", s.seen_at as "seenAt", s.reauthenticated_at as "reauthenticatedAt",
      ${needsSecondFactor(sql`s.has_provider_mfa`)} as "needsSecondFactor",
      exists (select from staff_covers c where c.colleague_id = u.id and ${isInEffect(now)})
        or exists (select from impersonations v where v.session_id = s.id and v.ended_at is null) as "coversOrViews"
    from sessions s join users u on u.id = s.user_id
    where s.sid = ${hashOf(cookie)} and s.expire > ${now} and s.seen_at > ${idleSince} and u.is_active`)
  if (row === null) return null
  const { coversOrViews, ...session } = row
  return coversOrViews ? withCoversAndView(db, session) : { ...session, covers: [], viewer: null }
}

const CoversAndViewRow = Session.pick({ covers: true }).extend({
  client: Session.pick({ id: true, role: true, firstName: true, lastName: true })
    .extend({ until: z.string() })
    .nullable(),
})

/** The people for whom the user covers now, and the client as whom an administrator views. */
async function withCoversAndView(db: Database, session: SessionRow): Promise<Session> {
  const { now } = db
  const { covers, client } = await db.one(typed(CoversAndViewRow)`
    select ${coversOf(sql`${session.id}`, now)} as covers,
      (select jsonb_build_object('id', c.id, 'role', c.role, 'firstName', c.first_name, 'lastName', c.last_name, 'until', iso(v.expires_at))
        from impersonations v join users c on c.id = v.user_id and c.role = 'client' and c.is_active
        where v.session_id = ${session.sessionId} and v.ended_at is null and v.expires_at > ${now}) as client`)
  if (client === null || !isAdministrator(session)) return { ...session, covers, viewer: null }
  const { until, ...person } = client
  const { id, firstName, lastName } = session
  return { ...session, ...person, covers, viewer: { id, firstName, lastName, until } }
}

/** Whether user `u` must set up a second factor first. @param hasProviderMfa the provider checked one at this sign-in */
export const needsSecondFactor = (hasProviderMfa: Sql): Sql => sql`
  (u.role <> 'client' and not ${hasProviderMfa} and exists (select from portal_facts where name = 'second-factor-required')
    and not exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
    and not exists (select from passkeys p where p.user_id = u.id))`

/**
 * Deletes a session that was reported as ended, so that setting the clock back does not revive it. If the deletion
 * fails, the session is still invalid.
 */
export async function deleteExpiredSession(db: Database, cookie: string | undefined): Promise<void> {
  if (cookie === undefined || cookie.length > 100) return
  await db.run(sql`delete from sessions where sid = ${hashOf(cookie)} and ${isDead(db.now)}`).catch(() => {})
}

export const isDead = (now: Date) =>
  sql`(expire <= ${now} or seen_at <= ${new Date(now.getTime() - idleMinutes * 60_000)})`

/** Which of these sessions are still active. */
export async function liveSessions(reader: Reader, ids: string[], now: Date): Promise<Set<string>> {
  const idleSince = new Date(now.getTime() - idleMinutes * 60_000)
  const rows = await reader.rows(
    typed(IdRow)`select id from sessions where id = any(${ids}::uuid[]) and expire > ${now} and seen_at > ${idleSince}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Recorded at most once a minute, so that not every read causes a write. */
export async function recordLastSeen(db: Database, session: Session): Promise<void> {
  if (db.now.getTime() - session.seenAt.getTime() < 60_000) return
  await db.run(sql`update sessions set seen_at = ${db.now} where id = ${session.sessionId} and seen_at < ${db.now}`)
}

/**
 * What was checked at a sign-in.
 *
 * - `providerMfa`: the OpenID Connect provider checked a second factor, so the portal requires none of its own
 * - `emailOnly`: calls that require recent authentication ask for the password or a passkey
 */
export type SignInStrength = 'usual' | 'providerMfa' | 'emailOnly'

/** Opens a session and returns the cookie's value, which exists nowhere else. */
export async function openSession(
  tx: Tx,
  person: { id: string; role: Role },
  client: { userAgent: string; address: string },
  strength: SignInStrength = 'usual',
): Promise<string> {
  const secret = newSecret()
  const reauthenticatedAt = strength === 'emailOnly' ? new Date(0) : tx.now
  const expire = new Date(tx.now.getTime() + lifetimeHours(person.role) * 3_600_000)
  await tx.run(sql`
    insert into sessions (sid, id, user_id, sess, created_at, seen_at, reauthenticated_at, expire, has_provider_mfa)
    values (${hashOf(secret)}, ${newId()}, ${person.id}, ${JSON.stringify(client)}::jsonb, ${tx.now}, ${tx.now}, ${reauthenticatedAt}, ${expire}, ${strength === 'providerMfa'})`)
  await recordSignIn(tx, person.id)
  return secret
}

/** To the minute, and without waiting: sign-ins of one person at the same time all lock the row, and would wait for each other. */
const recordSignIn = (tx: Tx, userId: string) =>
  tx.run(sql`
    update users set last_signed_in_at = ${tx.now} where id = (
      select id from users where id = ${userId}
        and coalesce(last_signed_in_at < ${new Date(tx.now.getTime() - 60_000)}, true) for no key update skip locked)`)

/**
 * Ends a user's sessions, all but `except` if given, and returns how many; their streams are closed on every instance.
 */
export async function endSessions(tx: Tx, userId: string, except: string | null = null): Promise<number> {
  await endPushOfUser(tx, userId, except)
  const ended = await tx.rows(typed(IdRow)`
    delete from sessions where user_id = ${userId} and (${except}::uuid is null or id <> ${except}::uuid) returning id`)
  for (const { id } of ended) noteEnded(tx, userId, id)
  return ended.length
}

/** Ends a session of the user; returns whether there was one. */
export async function endSession(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  await endPushOfSession(tx, userId, sessionId)
  const ended = await tx.run(sql`delete from sessions where id = ${sessionId} and user_id = ${userId}`)
  if (ended > 0) noteEnded(tx, userId, sessionId)
  return ended > 0
}

/** Continues the session with a new secret, which is returned; the previous one is invalid. */
export async function renewSession(tx: Tx, session: Session, { proved }: { proved: boolean }): Promise<string> {
  const secret = newSecret()
  await tx.run(sql`
    update sessions set sid = ${hashOf(secret)}, reauthenticated_at = ${proved ? tx.now : session.reauthenticatedAt} where id = ${session.sessionId}`)
  return secret
}

const noteEnded = (tx: Tx, userId: string, sessionId: string) =>
  tx.publish({ type: 'session-ended', id: sessionId, userIds: [userId] })
