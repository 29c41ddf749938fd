// Sign-in links by email, for clients. A link replaces the password but not the second factor.
import sql from 'sql-template-tag'
import { maySignInByLink, signInLinkInvalid, type SignInLinkInput } from '../../domain/session.ts'
import type { Database } from '../kit/db.ts'
import { limitRate, type RateLimit } from '../kit/rate-limit.ts'
import type { Origin } from '../kit/record.ts'
import { hashOf } from '../kit/session.ts'
import { lookAtLink } from '../passwords/actions.ts'
import { newLink, redeemLink } from '../passwords/links.ts'
import type { Browser } from './browser.ts'
import { signInLink } from './emails.ts'
import { unsafeCandidate } from './queries.ts'
import { openAfter, type SecondStep, secondStepOf, type SignedIn, type SignInConfig } from './sign-in.ts'

const linkLimit: RateLimit = {
  name: 'sign-in link',
  tries: 3,
  windowSeconds: 3600,
  sentence: 'We already sent links to this address. Check your email, or try again in an hour.',
}

/** A job looks up the address, so that the response time does not reveal whether it is known. */
export async function requestSignInLink(db: Database, origin: Origin, email: string): Promise<{ message: string }> {
  await limitRate(db, [{ limit: linkLimit, subject: hashOf(email.toLowerCase()) }])
  await db.transaction(origin, async (tx) => {
    tx.record({ action: 'session.link-requested', id: null })
    await tx.rows(sql`select graphile_worker.add_job('send-sign-in-link', json_build_object('email', ${email}::text))`)
  })
  return { message: 'If there’s a client account with this address, we’ll email it a sign-in link.' }
}

/** The job that follows: an email to a client who can sign in, otherwise nothing. */
export async function sendSignInLink(db: Database, email: string): Promise<void> {
  await db.transaction({ actorId: null, address: 'job', requestId: 'send-sign-in-link' }, async (tx) => {
    await tx.rows(sql`select id from users where lower(email) = lower(${email}) for no key update`)
    const client = await unsafeCandidate(tx, email, null)
    if (client === null || client.email.toLowerCase() !== email.toLowerCase() || !maySignInByLink(client)) return
    tx.mail(signInLink(client, await newLink(tx, client.id, 'sign-in')))
    tx.record({ action: 'session.link-sent', id: client.id })
  })
}

const noSecondStep: SecondStep = { counters: [], check: async () => 'link', failed: async () => signInLinkInvalid() }

/** The link is used up only by a sign-in, not by a wrong code. */
export async function signInWithLink(
  db: Database,
  origin: Origin,
  { token, ...proof }: SignInLinkInput,
  browser: Browser,
  config: Omit<SignInConfig, 'oidc'>,
): Promise<SignedIn> {
  const { userId, email } = await lookAtLink(db, token, 'sign-in', browser.address)
  const candidate = await unsafeCandidate(db, email ?? '', browser.secret)
  if (candidate === null || candidate.id !== userId || !maySignInByLink(candidate)) throw signInLinkInvalid()
  const person = { ...candidate, freshHash: null }
  const step = person.hasSecondFactor ? await secondStepOf(db, origin, person, proof, browser, config) : noSecondStep
  const check: SecondStep['check'] = async (tx) => {
    const how = await step.check(tx)
    if (how !== null) await redeemLink(tx, token, 'sign-in')
    return how
  }
  return openAfter(db, origin, person, { ...step, check }, browser)
}
