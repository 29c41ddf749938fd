import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listSessions as endpoint } from '../../api/sessions.ts'
import { notFound } from '../../domain/errors.ts'
import {
  browserInWords,
  type Demonstration,
  maxConsecutiveFailures,
  idleMinutes,
  SessionView,
} from '../../domain/session.ts'
import { Role } from '../../domain/actor.ts'
import type { Config } from '../config.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, toPage, type Page } from '../kit/page.ts'
import { hashOf, type Session } from '../kit/session.ts'
import { hasSecondFactor } from '../second-factor/queries.ts'
import { demonstrationPassword, demonstrationUsernames } from '../seed/demonstration.ts'
import { typed } from '../kit/row-types.ts'

/** Someone who tries to sign in. */
export const Candidate = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  role: Role,
  password: z.string().nullable(),
  isActive: z.boolean(),
  /** Whether they signed in from this browser before. */
  isKnownHere: z.boolean(),
  /** Too many wrong passwords in a row: from a new browser the password alone is not enough. */
  isGuessedAt: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** The second factor includes an authenticator app. */
  hasApp: z.boolean(),
})
export type Candidate = z.infer<typeof Candidate>

/** The user with this username or address, ignoring case. One statement, whether or not there is one. */
export const unsafeCandidate = (
  reader: Reader,
  name: string,
  browserSecret: string | null,
): Promise<Candidate | null> =>
  reader.maybe(typed(Candidate)`
    select u.id, u.email, u.first_name as "firstName", u.role, u.password, u.is_active as "isActive",
      exists (select from known_browsers k where k.user_id = u.id and k.token_hash = ${hashOf(browserSecret ?? '')}) as "isKnownHere",
      exists (select from sign_in_failures f where f.subject = u.id::text and f.consecutive_failures >= ${maxConsecutiveFailures}) as "isGuessedAt",
      ${hasSecondFactor(sql`u.id`)} as "hasSecondFactor",
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasApp"
    from users u where lower(u.username) = lower(${name}) or lower(u.email) = lower(${name})`)

/** The key that failures are counted under: the user's own, or one of 4,096 for unknown names. Contains no name. */
export const failureSubject = (candidate: Candidate | null, name: string): string =>
  candidate?.id ?? `unknown ${createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 3)}`

const SessionRow = SessionView.omit({ browser: true, current: true }).extend({ userAgent: z.string().nullable() })
type SessionRow = z.infer<typeof SessionRow>

const columns = sql`
  s.id, iso(s.created_at) as "createdAt", iso(s.seen_at) as "seenAt", s.sess ->> 'userAgent' as "userAgent",
  coalesce(s.sess ->> 'address', '') as address,
  exists (select from push_subscriptions p where p.session_id = s.id) as "hasNotifications"`

const viewed = ({ userAgent, ...session }: SessionRow, actor: Session): SessionView => ({
  ...session,
  current: session.id === actor.sessionId,
  browser: browserInWords(userAgent ?? ''),
})

/** The active sessions of a user: the actor's own, or those of someone they administer. */
export async function listSessions(
  reader: Reader,
  actor: Session,
  userId: string,
  query: z.output<(typeof endpoint)['query']>,
  now: Date,
): Promise<Page<SessionView>> {
  const idleSince = new Date(now.getTime() - idleMinutes * 60_000)
  const rows = await reader.rows(typed(SessionRow)`
    select ${columns} from sessions s
    where s.user_id = ${userId} and s.expire > ${now} and s.seen_at > ${idleSince} ${pageOf(sql`s.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((session) => viewed(session, actor)), next }
}

/** A session of this user; anyone else's is a 404. */
export async function sessionOfUser(reader: Reader, actor: Session, userId: string, id: string): Promise<SessionView> {
  const row = await reader.maybe(
    typed(SessionRow)`select ${columns} from sessions s where s.id = ${id} and s.user_id = ${userId}`,
  )
  if (row === null) throw notFound()
  return viewed(row, actor)
}

const DemonstrationRow = z.object({ username: z.string(), role: Role })

/**
 * The open accounts of a demonstration; throws 404 if there are none. Well-known passwords are included; others were
 * printed.
 */
export async function demonstration(
  reader: Reader,
  { isPublic }: Pick<Config, 'isPublic'>,
): Promise<z.output<typeof Demonstration>> {
  const rows = await reader.rows(typed(DemonstrationRow)`
    select username, role from users
    where is_demonstration and is_active and username = any(${demonstrationUsernames}) order by id`)
  if (rows.length === 0) throw notFound()
  const passwordOf = (username: string) => (isPublic ? null : demonstrationPassword(username))
  return { accounts: rows.map(({ username, role }) => ({ username, password: passwordOf(username), role })) }
}
