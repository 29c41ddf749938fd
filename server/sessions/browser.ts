// The browser at sign-in: its user agent and its two cookies. One is the session; the other only marks the browser as
// known, and grants nothing (docs/decisions/0145).
import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Role } from '../../domain/actor.ts'
import { browserInWords } from '../../domain/session.ts'
import type { Tx } from '../kit/db.ts'
import { cookieName, cookieOptions, hashOf, newSecret, ownerOf, type Session } from '../kit/session.ts'
import { typed } from '../kit/row-types.ts'
import { movePushToSession } from '../push-subscriptions/end.ts'
import { unsafeUser } from '../users/queries.ts'
import { newDevice } from './emails.ts'
import { endSession, openSession, type SignInStrength } from './session-store.ts'
import { challengeOwnerIn } from '../passkeys/challenges.ts'

export interface Browser {
  userAgent: string
  address: string
  /** Its current session, which a sign-in replaces. */
  session: Session | null
  /** The secret from an earlier sign-in. */
  secret: string | null
  /** The owner of its passkey challenge. */
  challengeOwner: string | null
}

/** The cookies of a new session; they exist nowhere else. */
export interface Opened {
  session: string
  browser: string
}

const rememberedDays = 365

const browserCookie = (publicUrl: string) => `${cookieName(publicUrl)}-browser`

export function browserOf(request: FastifyRequest, session: Session | null, publicUrl: string): Browser {
  const secret = request.cookies[browserCookie(publicUrl)]
  return {
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    address: request.ip,
    session,
    secret: secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : null,
    challengeOwner: challengeOwnerIn(request, session, publicUrl),
  }
}

/** Replaces the browser's session with a new one, never an existing one, and marks the browser as known. */
export async function openSessionIn(
  tx: Tx,
  person: { id: string; role: Role },
  browser: Browser,
  strength: SignInStrength = 'usual',
): Promise<Opened> {
  const { userAgent, address } = browser
  if (await isNewDevice(tx, person.id, browser.secret))
    tx.mail(newDevice(await unsafeUser(tx, person.id), tx.now, browserInWords(userAgent)))
  const session = await openSession(tx, person, { userAgent, address }, strength)
  await movePushToSession(tx, person.id, { browserSecret: browser.secret, sessionSecret: session })
  if (browser.session !== null) await endSession(tx, ownerOf(browser.session), browser.session.sessionId)
  return { session, browser: await remember(tx, person.id, browser.secret) }
}

const IsNewRow = z.object({ isNew: z.boolean() })

/**
 * Whether this user signed in before, but never from this browser. After an invitation or a password reset no browser is
 * known, and the accounts of a demonstration are shared.
 */
async function isNewDevice(tx: Tx, userId: string, secret: string | null): Promise<boolean> {
  const { isNew } = await tx.one(typed(IsNewRow)`
    select count(*) > 0 and not coalesce(bool_or(k.token_hash = ${hashOf(secret ?? '')}), false) as "isNew"
    from known_browsers k join users u on u.id = k.user_id
    where k.user_id = ${userId} and not u.is_demonstration`)
  return isNew
}

/** A browser keeps its secret for any number of users; a secret that we did not issue is not accepted. */
async function remember(tx: Tx, userId: string, secret: string | null): Promise<string> {
  const known =
    secret !== null &&
    (await tx.maybe(sql`select from known_browsers where token_hash = ${hashOf(secret)} limit 1`)) !== null
  const token = known ? secret : newSecret()
  await tx.run(sql`
    insert into known_browsers (token_hash, user_id, seen_at) values (${hashOf(token)}, ${userId}, ${tx.now})
    on conflict (token_hash, user_id) do update set seen_at = excluded.seen_at`)
  return token
}

/** After a password reset no browser is known anymore. */
export const forgetBrowsers = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`delete from known_browsers where user_id = ${userId}`)

export function setSessionCookies(reply: FastifyReply, opened: Opened, publicUrl: string): void {
  setSessionCookie(reply, opened.session, publicUrl)
  reply.setCookie(browserCookie(publicUrl), opened.browser, {
    ...cookieOptions(publicUrl),
    maxAge: rememberedDays * 86_400,
  })
}

export const setSessionCookie = (reply: FastifyReply, session: string, publicUrl: string) =>
  void reply.setCookie(cookieName(publicUrl), session, cookieOptions(publicUrl))

export const takeSession = (reply: FastifyReply, publicUrl: string) =>
  void reply.clearCookie(cookieName(publicUrl), cookieOptions(publicUrl))
