import { randomBytes } from 'node:crypto'
import { DomainError } from '../../domain/errors.ts'
import { codeRequiredError } from '../../domain/second-factor.ts'
import type { ProviderCodeInput, ProviderOutcome } from '../../domain/session.ts'
import type { AppContext } from '../app-context.ts'
import type { Config, Oidc } from '../config.ts'
import type { Database } from '../kit/db.ts'
import { withoutData } from '../kit/log.ts'
import { limitFailures } from '../kit/rate-limit.ts'
import type { Origin } from '../kit/record.ts'
import { newSecret, type Session } from '../kit/session.ts'
import type { Browser, Opened } from '../sessions/browser.ts'
import { type Candidate, unsafeCandidate } from '../sessions/queries.ts'
import { openAfter, secondStepOf, type SecondStep, type SignedIn } from '../sessions/sign-in.ts'
import { countersForName, countersForSignInAddress } from '../sessions/sign-in-limits.ts'
import { renewSession } from '../sessions/session-store.ts'
import { addConfirmed, addRequest, confirmedEmail, takeConfirmed, takeRequest } from './pending.ts'
import { type Identity, identityFrom, type ProviderRequest, providerUrl } from './provider.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'log' | 'masterKey'>

export const redirectUriOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl}/api/login/provider/callback`

const refused = () => new DomainError('signed-out', 'We couldn’t sign you in.')

/** Where to send the browser, and the secret of its cookie; null if the provider can't be reached. */
export async function startAtProvider(
  { config, db, log }: Context,
  oidc: Oidc,
  { next, session, again }: { next: string | null; session: Session | null; again: boolean },
): Promise<{ url: string; secret: string } | null> {
  const request: ProviderRequest = {
    state: newSecret(),
    nonce: newSecret(),
    codeVerifier: randomBytes(32).toString('base64url'),
  }
  try {
    const url = await providerUrl(oidc, redirectUriOf(config), request, again)
    return { url, secret: await addRequest(db, request, { next, sessionId: session?.sessionId ?? null }) }
  } catch (error) {
    log.warn({ error: withoutData(error) }, 'the OpenID Connect provider can’t be reached')
    return null
  }
}

interface Returned {
  outcome: ProviderOutcome
  next: string | null
  /** The browser had asked to reauthenticate its session. */
  isReauthentication: boolean
  opened?: Opened
  /** The renewed secret of the session that was reauthenticated. */
  session?: string
  /** The browser's next cookie, if a second factor is missing. */
  pending?: string
}

/**
 * The browser came back from the provider. Every failure has the same outcome for every account; the
 * reason is in the log only.
 */
export async function returnFromProvider(
  context: Context,
  oidc: Oidc,
  origin: Origin,
  returned: { search: string; pending: string | null; actor: Session | null },
  browser: Browser,
): Promise<Returned> {
  const { config, db, log } = context
  const request = await takeRequest(db, returned.pending)
  const about = { next: request?.next ?? null, isReauthentication: (request?.sessionId ?? null) !== null }
  const { actor } = returned
  const counters =
    about.isReauthentication && actor !== null
      ? countersForName(actor.id, browser.address)
      : countersForSignInAddress(browser.address)
  try {
    return await limitFailures(db, counters, async (countFailure): Promise<Returned> => {
      const url = new URL(`${redirectUriOf(config)}${returned.search}`)
      const identity = request === null ? null : await identityOrNull(context, oidc, url, request)
      if (request !== null && identity !== null) {
        if (request.sessionId === null) {
          const done = await signInAs(context, origin, identity, browser)
          if (done !== null) return { ...about, ...done }
        } else if (actor !== null && (await isSameAgain(db, actor, request, identity))) {
          return { ...about, outcome: 'confirmed', session: await confirmSession(db, origin, actor) }
        }
      }
      countFailure()
      const id = identity === null ? null : ((await unsafeCandidate(db, identity.email, null))?.id ?? null)
      await db.transaction(origin, async (tx) => tx.record({ action: 'session.refused', id }))
      return { ...about, outcome: 'refused' }
    })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    log.info({ error: withoutData(error) }, 'a sign-in at the provider was refused')
    return { ...about, outcome: error.code === 'too-many' ? 'too-many' : 'refused' }
  }
}

/** Null for an unknown request, a forged or expired token, and an address that isn't verified. */
async function identityOrNull(
  { log }: Context,
  oidc: Oidc,
  url: URL,
  request: ProviderRequest,
): Promise<Identity | null> {
  try {
    return await identityFrom(oidc, url, request)
  } catch (error) {
    log.warn({ error: withoutData(error) }, 'the OpenID Connect provider’s answer was not accepted')
    return null
  }
}

/** A known, active account of the team; clients sign in with a password or a link. */
async function teamMember(db: Database, email: string, browser: Browser | null): Promise<Candidate | null> {
  const found = await unsafeCandidate(db, email, browser?.secret ?? null)
  return found?.isActive && found.role !== 'client' && found.email.toLowerCase() === email.toLowerCase() ? found : null
}

/** Null if there is no such account. */
async function signInAs(
  { db }: Context,
  origin: Origin,
  { email, hasMfa }: Identity,
  browser: Browser,
): Promise<Pick<Returned, 'outcome' | 'opened' | 'pending'> | null> {
  const member = await teamMember(db, email, browser)
  if (member === null) return null
  if (member.hasSecondFactor && !hasMfa) {
    const pending = await db.transaction(origin, async (tx) => {
      tx.record({ action: 'session.code-wanted', id: member.id, details: { by: 'provider' } })
      return addConfirmed(tx, member.id)
    })
    return { outcome: 'code', pending }
  }
  const step: SecondStep = {
    counters: [],
    check: async () => (hasMfa ? 'provider-mfa' : 'provider'),
    failed: async () => refused(),
  }
  const { session, browser: secret } = await openAfter(db, origin, { ...member, freshHash: null }, step, browser)
  return { outcome: 'signed-in', opened: { session, browser: secret } }
}

/** The portal's own second factor, after the provider confirmed the user. */
export async function finishWithCode(
  { config: { publicUrl }, db, masterKey }: Context,
  origin: Origin,
  secret: string | null,
  input: ProviderCodeInput,
  browser: Browser,
): Promise<SignedIn> {
  const email = await confirmedEmail(db, secret)
  const member = email === null ? null : await teamMember(db, email, browser)
  if (secret === null || member === null || !member.hasSecondFactor)
    throw new DomainError('signed-out', 'This sign-in has expired. Close this window and start again.')
  if (input.code === undefined && input.passkey === undefined) throw codeRequiredError(member.hasApp)
  const person = { ...member, freshHash: null }
  const step = await secondStepOf(db, origin, person, input, browser, { masterKey, publicUrl })
  const check: SecondStep['check'] = async (tx) => {
    const by = await step.check(tx)
    return by !== null && (await takeConfirmed(tx, secret)) ? by : null
  }
  return openAfter(db, origin, person, { ...step, check }, browser)
}

/** Providers' clocks may differ from ours. */
const clockToleranceSeconds = 30

/** Whether the session's own user entered their credentials at the provider after asking to. */
async function isSameAgain(
  db: Database,
  actor: Session,
  request: { sessionId: string | null; startedAt: Date },
  { email, authenticatedAt }: Identity,
): Promise<boolean> {
  if (actor.viewer !== null || request.sessionId !== actor.sessionId || authenticatedAt === null) return false
  if (authenticatedAt.getTime() < request.startedAt.getTime() - clockToleranceSeconds * 1000) return false
  return (await teamMember(db, email, null))?.id === actor.id
}

const confirmSession = (db: Database, origin: Origin, actor: Session): Promise<string> =>
  db.transaction(origin, async (tx) => {
    tx.record({ action: 'session.proved', id: actor.id, details: { by: 'provider' } })
    return renewSession(tx, actor, { proved: true })
  })
