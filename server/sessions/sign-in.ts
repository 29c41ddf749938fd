// Sign-in in three steps: the password, then a second step if required, then the session.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { DomainError } from '../../domain/errors.ts'
import { passkeyNotTheirs } from '../../domain/passkey.ts'
import { wrongCodeError, codeRequiredError, wrongCodes } from '../../domain/second-factor.ts'
import {
  emailedCodeRefused,
  emailedCodeWanted,
  maxConsecutiveFailures,
  type SignInInput,
} from '../../domain/session.ts'
import { UserView } from '../../domain/user.ts'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { MasterKey } from '../kit/master-key.ts'
import { hashPassword, isOldHash, isRightPassword } from '../passwords/hashing.ts'
import { type Counter, limitFailures, limitRate, type RateLimit } from '../kit/rate-limit.ts'
import type { Origin } from '../kit/record.ts'
import { hashOf } from '../kit/session.ts'
import { recordPasskeyUse, signedByOwn } from '../passkeys/check.ts'
import { redeemCode } from '../second-factor/codes.ts'
import { recoveryCodeUsed, secondStepGuessed } from '../second-factor/emails.ts'
import { hasSecondFactor } from '../second-factor/queries.ts'
import { unsafeUser, viewed } from '../users/queries.ts'
import { type Browser, openSessionIn, type Opened } from './browser.ts'
import { mustUseProvider } from '../provider-sign-in/requirement.ts'
import { createCode, redeemEmailedCode } from './emailed-codes.ts'
import { guessed, signInCode } from './emails.ts'
import { type Candidate, failureSubject, unsafeCandidate } from './queries.ts'
import { countersForBrowser, countersForCode, countersForName, countersForSignInAddress } from './sign-in-limits.ts'
import { addFailure } from './consecutive-failures.ts'
import { typed } from '../kit/row-types.ts'

export type SignedIn = Opened & { user: UserView }

export interface SignInConfig {
  masterKey: () => Promise<MasterKey>
  publicUrl: string
  oidc: Config['oidc']
}

/** Someone whose password was correct; `freshHash` replaces an outdated hash. */
type Person = Candidate & { freshHash: string | null }

type How = 'password' | 'link' | 'app' | 'recovery-code' | 'passkey' | 'emailed-code' | 'provider' | 'provider-mfa'

/** What is required besides the password. */
export interface SecondStep {
  /** What a failure counts against. */
  counters: Counter[]
  /** How they signed in; null for a wrong code or passkey. */
  check: (tx: Tx) => Promise<How | null>
  /** Records a failure, and returns the error. */
  failed: (tx: Tx) => Promise<DomainError>
}

const invalidCredentials = () => new DomainError('signed-out', 'Invalid username or password.')

export async function signIn(
  db: Database,
  origin: Origin,
  input: SignInInput,
  browser: Browser,
  config: SignInConfig,
): Promise<SignedIn> {
  const person = await checkPassword(db, origin, input, browser, config)
  const step = await secondStepOf(db, origin, person, input, browser, config)
  return openAfter(db, origin, person, step, browser)
}

/**
 * Refuses every failure with the same 401: unknown, wrong, inactive, and not yet invited take the same steps, so that
 * neither reply nor time distinguishes them. Failures count against name and address; in a browser that this user
 * signed in from before they count for that browser alone, so that strangers can't use up its limit.
 */
async function checkPassword(
  db: Database,
  origin: Origin,
  input: SignInInput,
  browser: Browser,
  { oidc }: SignInConfig,
): Promise<Person> {
  const name = input.username.trim()
  const candidate = await unsafeCandidate(db, name, browser.secret)
  const subject = failureSubject(candidate, name)
  const counters =
    candidate?.isKnownHere && browser.secret !== null
      ? countersForBrowser(subject, hashOf(browser.secret))
      : [
          ...countersForName(candidate?.id ?? hashOf(name.toLowerCase()), browser.address),
          ...countersForSignInAddress(browser.address),
        ]
  return limitFailures(db, counters, async (countFailure) => {
    const caller = candidate?.isKnownHere ? 'known' : 'unknown'
    const right = await isRightPassword(candidate?.password ?? null, input.password, caller)
    if (candidate?.isActive && candidate.password !== null && right && !mustUseProvider(oidc, candidate.role))
      return { ...candidate, freshHash: isOldHash(candidate.password) ? await hashPassword(input.password) : null }
    countFailure()
    await db.transaction(origin, (tx) => recordFailure(tx, candidate, subject))
    throw invalidCredentials()
  })
}

/**
 * The second step after a correct password: a code or passkey if the user has a second factor, or an emailed code for
 * an account with too many failures in a new browser.
 */
export async function secondStepOf(
  db: Database,
  origin: Origin,
  person: Person,
  { code, passkey }: Pick<SignInInput, 'code' | 'passkey'>,
  browser: Browser,
  { masterKey, publicUrl }: Omit<SignInConfig, 'oidc'>,
): Promise<SecondStep> {
  if (person.hasSecondFactor) {
    if (code === undefined && passkey === undefined) {
      await db.transaction(origin, async (tx) => recordCodeWanted(tx, person))
      throw codeRequiredError(person.hasApp)
    }
    const key = await masterKey()
    // Failures count for the user, or in a known browser for that browser.
    const own = person.isKnownHere && browser.secret !== null ? ` browser ${hashOf(browser.secret)}` : ''
    return {
      counters: countersForCode(`${person.id}${own}`),
      async check(tx) {
        if (code !== undefined) return redeemCode(tx, key, person.id, code)
        if (passkey === undefined) return null
        const signed = await signedByOwn(tx, person.id, browser.challengeOwner, passkey, publicUrl)
        return signed !== null && (await recordPasskeyUse(tx, signed)) ? 'passkey' : null
      },
      async failed(tx) {
        await countWrongCode(tx, person)
        return code === undefined ? passkeyNotTheirs() : wrongCodeError()
      },
    }
  }
  if (person.isGuessedAt && !person.isKnownHere) {
    if (code === undefined) {
      await limitRate(db, [{ limit: emailedCodeLimit, subject: person.id }])
      await db.transaction(origin, async (tx) => {
        tx.mail(signInCode(person, await createCode(tx, person.id)))
        recordCodeWanted(tx, person)
      })
      throw emailedCodeWanted()
    }
    return {
      counters: countersForCode(`${person.id} emailed`),
      check: async (tx) => ((await redeemEmailedCode(tx, person.id, code)) ? 'emailed-code' : null),
      failed: async () => emailedCodeRefused(),
    }
  }
  return { counters: [], check: async () => 'password', failed: async () => invalidCredentials() }
}

/** Checks the second step and opens the session in one transaction, or counts a failure. */
export function openAfter(
  db: Database,
  origin: Origin,
  person: Person,
  step: SecondStep,
  browser: Browser,
): Promise<SignedIn> {
  return limitFailures(db, step.counters, async (countFailure) => {
    const opened = await db.transaction(origin, async (tx): Promise<SignedIn | null> => {
      const role = await roleIfUnchanged(tx, person)
      if (role === null) throw invalidCredentials()
      const by = await step.check(tx)
      return by === null ? null : open(tx, { ...person, role }, browser, by)
    })
    if (opened !== null) return opened
    countFailure()
    const error = await db.transaction(origin, async (tx) => {
      await recordFailure(tx, person, person.id)
      return step.failed(tx)
    })
    throw error
  })
}

const RoleRow = z.object({ role: UserView.shape.role })

/** Null if account, password, or second factor were changed since the password was checked. */
async function roleIfUnchanged(tx: Tx, { id, password, hasSecondFactor: isAsked }: Person) {
  const user = await tx.maybe(typed(RoleRow)`
    select role from users u
    where id = ${id} and is_active and password is not distinct from ${password} and ${hasSecondFactor(sql`u.id`)} = ${isAsked} for share`)
  return user?.role ?? null
}

async function open(tx: Tx, person: Person, browser: Browser, by: How): Promise<SignedIn> {
  const { id, freshHash } = person
  if (by === 'recovery-code') tx.mail(recoveryCodeUsed(person))
  if (freshHash !== null) await tx.run(sql`update users set password = ${freshHash} where id = ${id}`)
  await tx.run(sql`update second_factors set consecutive_failures = 0 where user_id = ${id}`)
  await tx.run(sql`delete from sign_in_failures where subject = ${id}`)
  const opened = await openSessionIn(tx, person, browser, strengthOf(by))
  tx.record({ action: 'session.started', id, actorId: id, details: { by } })
  const user = await unsafeUser(tx, id)
  return { ...opened, user: viewed(user, user) }
}

const strengthOf = (by: How) => (by === 'provider-mfa' ? 'providerMfa' : by === 'link' ? 'emailOnly' : 'usual')

const emailedCodeLimit: RateLimit = {
  name: 'emailed sign-in code',
  tries: 5,
  windowSeconds: 3600,
  sentence: 'We already emailed you several codes. Use the newest one, or try again in an hour.',
}

const recordCodeWanted = (tx: Tx, { id }: Person) => tx.record({ action: 'session.code-wanted', id })

async function recordFailure(tx: Tx, candidate: Candidate | null, subject: string): Promise<void> {
  const failures = await addFailure(tx, subject)
  tx.record({ action: 'session.refused', id: candidate?.id ?? null })
  if (candidate?.isActive && failures === maxConsecutiveFailures) tx.mail(guessed(candidate))
}

const FailuresRow = z.object({ failures: z.number() })

async function countWrongCode(tx: Tx, person: Candidate): Promise<void> {
  const { failures } = await tx.one(typed(FailuresRow)`
    insert into second_factors as f (user_id, consecutive_failures) values (${person.id}, 1)
    on conflict (user_id) do update set consecutive_failures = f.consecutive_failures + 1
    returning consecutive_failures as failures`)
  if (failures === wrongCodes) tx.mail(secondStepGuessed(person))
}
