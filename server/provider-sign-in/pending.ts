// Sign-ins that are under way, each bound to its browser by a cookie that grants nothing alone.
import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Database, Tx } from '../kit/db.ts'
import { cookieName, cookieOptions, hashOf, newSecret } from '../kit/session.ts'
import { typed } from '../kit/row-types.ts'
import type { ProviderRequest } from './provider.ts'

const minutes = 10

const browserCookie = (publicUrl: string) => `${cookieName(publicUrl)}-provider`

export function pendingOf(request: FastifyRequest, publicUrl: string): string | null {
  const secret = request.cookies[browserCookie(publicUrl)]
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : null
}

export const setPendingCookie = (reply: FastifyReply, secret: string, publicUrl: string) =>
  void reply.setCookie(browserCookie(publicUrl), secret, { ...cookieOptions(publicUrl), maxAge: minutes * 60 })

export const takePendingCookie = (reply: FastifyReply, publicUrl: string) =>
  void reply.clearCookie(browserCookie(publicUrl), cookieOptions(publicUrl))

const expiry = (now: Date) => new Date(now.getTime() + minutes * 60_000)

/** @param sessionId the session to reauthenticate; null for a sign-in */
export async function addRequest(
  db: Database,
  { state, nonce, codeVerifier }: ProviderRequest,
  { next, sessionId }: { next: string | null; sessionId: string | null },
): Promise<string> {
  const secret = newSecret()
  await db.run(sql`
    insert into provider_sign_ins (token_hash, state, nonce, code_verifier, next, session_id, started_at, expires_at)
    values (${hashOf(secret)}, ${state}, ${nonce}, ${codeVerifier}, ${next}, ${sessionId}, ${db.now}, ${expiry(db.now)})`)
  return secret
}

const RequestRow = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string().nullable(),
  sessionId: z.string().nullable(),
  startedAt: z.date(),
  isGood: z.boolean(),
})
type RequestRow = z.infer<typeof RequestRow>

/** Consumes the request, whatever the outcome: of two concurrent replies one gets it. */
export async function takeRequest(db: Database, secret: string | null): Promise<RequestRow | null> {
  if (secret === null) return null
  const taken = await db.maybe(typed(RequestRow)`
    delete from provider_sign_ins where token_hash = ${hashOf(secret)} and user_id is null
    returning state, nonce, code_verifier as "codeVerifier", next, session_id as "sessionId",
      started_at as "startedAt", expires_at > ${db.now} as "isGood"`)
  return taken?.isGood === true ? taken : null
}

/** The provider confirmed the user; the portal's own second factor is missing. */
export async function addConfirmed(tx: Tx, userId: string): Promise<string> {
  const secret = newSecret()
  await tx.run(sql`
    insert into provider_sign_ins (token_hash, user_id, started_at, expires_at)
    values (${hashOf(secret)}, ${userId}, ${tx.now}, ${expiry(tx.now)})`)
  return secret
}

const ConfirmedRow = z.object({ email: z.string() })

/** The email address of the confirmed user, who may try several codes. */
export async function confirmedEmail(db: Database, secret: string | null): Promise<string | null> {
  if (secret === null) return null
  const row = await db.maybe(typed(ConfirmedRow)`
    select u.email from provider_sign_ins p join users u on u.id = p.user_id
    where p.token_hash = ${hashOf(secret)} and p.expires_at > ${db.now}`)
  return row?.email ?? null
}

/** Returns whether it was still there, so that it opens one session only. */
export const takeConfirmed = async (tx: Tx, secret: string): Promise<boolean> =>
  (await tx.run(
    sql`delete from provider_sign_ins where token_hash = ${hashOf(secret)} and user_id is not null and expires_at > ${tx.now}`,
  )) > 0

export const sweepProviderSignIns = (db: Database): Promise<number> =>
  db.run(sql`delete from provider_sign_ins where expires_at < ${db.now}`)
