// Challenges that passkeys sign: 256 random bits, valid once, for five minutes, in the browser that requested them. A
// session is identified by its id; a signed-out browser gets a cookie that grants nothing else.
import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { challengeMinutes } from '../../domain/passkey.ts'
import type { Database, Reader } from '../kit/db.ts'
import { cookieName, cookieOptions, hashOf, newSecret, type Session } from '../kit/session.ts'
import { typed } from '../kit/row-types.ts'

type Kind = 'creation' | 'request'

export const challengeOwnerOf = (session: Session): string => `session ${session.sessionId}`

const browserCookie = (publicUrl: string) => `${cookieName(publicUrl)}-passkey`

/** The owner of a request's challenge; null for a browser that requested none. */
export function challengeOwnerIn(request: FastifyRequest, session: Session | null, publicUrl: string): string | null {
  if (session !== null) return challengeOwnerOf(session)
  const secret = request.cookies[browserCookie(publicUrl)]
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? `browser ${hashOf(secret)}` : null
}

/** The owner of the next challenge; a signed-out browser gets a new id. */
export function challengeOwnerFor(reply: FastifyReply, session: Session | null, publicUrl: string): string {
  if (session !== null) return challengeOwnerOf(session)
  const secret = newSecret()
  reply.setCookie(browserCookie(publicUrl), secret, { ...cookieOptions(publicUrl), maxAge: challengeMinutes * 60 })
  return `browser ${hashOf(secret)}`
}

export async function newChallenge(db: Database, owner: string, kind: Kind): Promise<string> {
  const challenge = newSecret()
  const expiresAt = new Date(db.now.getTime() + challengeMinutes * 60_000)
  await db.run(sql`
    insert into passkey_challenges (owner, kind, challenge, expires_at) values (${owner}, ${kind}, ${challenge}, ${expiresAt})
    on conflict (owner, kind) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`)
  return challenge
}

export type DatedReader = Reader & { readonly now: Date }

const ChallengeRow = z.object({ challenge: z.string(), isGood: z.boolean() })

/**
 * Consumes the challenge, whatever the outcome: of two concurrent replies one gets it. Null if there is none or it has
 * expired.
 */
export async function takeChallenge(db: DatedReader, owner: string | null, kind: Kind): Promise<string | null> {
  if (owner === null) return null
  const taken = await db.maybe(typed(ChallengeRow)`
    delete from passkey_challenges where owner = ${owner} and kind = ${kind}
    returning challenge, expires_at > ${db.now} as "isGood"`)
  return taken?.isGood === true ? taken.challenge : null
}

export const sweepChallenges = (db: Database): Promise<number> =>
  db.run(sql`delete from passkey_challenges where expires_at < ${db.now}`)
