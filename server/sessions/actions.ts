import sql from 'sql-template-tag'
import { passkeyNotTheirs } from '../../domain/passkey.ts'
import { DomainError } from '../../domain/errors.ts'
import { codeRefused, codeWanted, wrongCodes } from '../../domain/second-factor.ts'
import {
  emailedCodeRefused,
  emailedCodeWanted,
  failuresInARow,
  type SessionView,
  type SignInInput,
} from '../../domain/session.ts'
import type { UserView } from '../../domain/user.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { MasterKey } from '../kit/master-key.ts'
import { hashPassword, isOldHash, isRightPassword } from '../kit/passwords.ts'
import { limitFailures, limitRate, type RateLimit } from '../kit/rate-limit.ts'
import type { Origin } from '../kit/record.ts'
import { hashOf, ownerOf, type Session } from '../kit/session.ts'
import { endSession, endSessions } from './session-store.ts'
import { noteUse, type Signed, signedByOwn } from '../passkeys/check.ts'
import { useCode } from '../second-factor/codes.ts'
import { recoveryCodeUsed, secondStepGuessed } from '../second-factor/emails.ts'
import { hasSecondFactor } from '../second-factor/queries.ts'
import { unsafeUser, viewed } from '../users/queries.ts'
import { type Browser, openSessionIn, type Opened } from './browser.ts'
import { createCode, useEmailedCode } from './emailed-codes.ts'
import { addWrongInARow } from './wrong-in-a-row.ts'
import { guessed, signInCode } from './emails.ts'
import { type Candidate, failureSubject, sessionOfUser, unsafeCandidate } from './queries.ts'
import { countersForBrowser, countersForCode, countersForName, countersForSignInAddress } from './sign-in-limits.ts'

type SignedIn = Opened & { user: UserView }

/**
 * Signs in, or refuses with one and the same 401: unknown, wrong, inactive and not yet invited take the same steps, so that
 * neither answer nor time tells them apart. Wrong tries count against name and address; in a browser that this person signed
 * in from before they count for that browser alone, which strangers can't use up. With a second factor a right password
 * opens nothing yet: it is asked for the second step. So is one that was tried wrongly too often, in a browser that is new.
 */
export async function signIn(
  db: Database,
  origin: Origin,
  input: SignInInput,
  browser: Browser,
  { masterKey, publicUrl }: { masterKey: () => Promise<MasterKey>; publicUrl: string },
): Promise<SignedIn> {
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
    if (candidate !== null && candidate.password !== null && right && candidate.isActive) {
      const freshHash = isOldHash(candidate.password) ? await hashPassword(input.password) : null
      const person = { ...candidate, freshHash }
      const opened = candidate.hasSecondFactor
        ? await enterWithSecondStep(db, origin, person, input, browser, { key: await masterKey(), publicUrl })
        : candidate.isGuessedAt && !candidate.isKnownHere
          ? await enterWithEmailedCode(db, origin, person, input, browser)
          : await db.transaction(origin, (tx) => enter(tx, person, browser))
      if (opened !== null) return opened
    }
    countFailure()
    await db.transaction(origin, (tx) => noteFailure(tx, candidate, subject))
    throw new DomainError('signed-out', 'Invalid username or password.')
  })
}

/** A candidate whose password was right; `freshHash` takes the place of one that was made in an older way. */
type Person = Candidate & { freshHash: string | null }

/** After the password a code, or a passkey of theirs. Wrong ones count for the person, in a browser that was here before for that one. */
async function enterWithSecondStep(
  db: Database,
  origin: Origin,
  person: Person,
  { code, passkey }: SignInInput,
  browser: Browser,
  { key, publicUrl }: { key: MasterKey; publicUrl: string },
): Promise<SignedIn | null> {
  if (code === undefined && passkey === undefined) {
    await db.transaction(origin, async (tx) => tx.record({ action: 'session.code-wanted', id: person.id }))
    throw codeWanted(person.hasApp)
  }
  const own = person.isKnownHere && browser.secret !== null ? ` browser ${hashOf(browser.secret)}` : ''
  return limitFailures(db, countersForCode(`${person.id}${own}`), async (countFailure) => {
    const signed =
      passkey === undefined ? null : await signedByOwn(db, person.id, browser.challengeHolder, passkey, publicUrl)
    const done = await db.transaction(origin, async (tx): Promise<SignedIn | 'wrong' | null> => {
      const by = code === undefined ? await usePasskey(tx, signed) : await useCode(tx, key, person.id, code)
      if (by === null) return 'wrong'
      if (by === 'recovery-code') tx.mail(recoveryCodeUsed(person))
      return enter(tx, person, browser, by)
    })
    if (done !== 'wrong') return done
    countFailure()
    await db.transaction(origin, async (tx) => {
      await noteFailure(tx, person, person.id)
      await noteWrongStep(tx, person)
    })
    throw code === undefined ? passkeyNotTheirs() : codeRefused()
  })
}

const emailedCodeLimit: RateLimit = {
  name: 'emailed sign-in code',
  tries: 5,
  windowSeconds: 3600,
  sentence: 'We already emailed you several codes. Use the newest one, or try again in an hour.',
}

/** The right password asks for a code by email; the two together open the session. Wrong codes count for the person. */
async function enterWithEmailedCode(
  db: Database,
  origin: Origin,
  person: Person,
  { code }: SignInInput,
  browser: Browser,
): Promise<SignedIn | null> {
  if (code === undefined) {
    await limitRate(db, [{ limit: emailedCodeLimit, subject: person.id }])
    await db.transaction(origin, async (tx) => {
      tx.mail(signInCode(person, await createCode(tx, person.id)))
      tx.record({ action: 'session.code-wanted', id: person.id })
    })
    throw emailedCodeWanted()
  }
  return limitFailures(db, countersForCode(`${person.id} emailed`), async (countFailure) => {
    const done = await db.transaction(origin, async (tx): Promise<SignedIn | 'wrong' | null> =>
      (await useEmailedCode(tx, person.id, code)) ? enter(tx, person, browser, 'emailed-code') : 'wrong',
    )
    if (done !== 'wrong') return done
    countFailure()
    await db.transaction(origin, (tx) => noteFailure(tx, person, person.id))
    throw emailedCodeRefused()
  })
}

const usePasskey = async (tx: Tx, signed: Signed | null) =>
  signed !== null && (await noteUse(tx, signed)) ? ('passkey' as const) : null

async function noteWrongStep(tx: Tx, person: Candidate): Promise<void> {
  const row = await tx.maybe<{ inARow: number }>(sql`
    insert into second_factors as f (user_id, wrong_in_a_row) values (${person.id}, 1)
    on conflict (user_id) do update set wrong_in_a_row = f.wrong_in_a_row + 1
    returning wrong_in_a_row as "inARow"`)
  if (row?.inARow === wrongCodes) tx.mail(secondStepGuessed(person))
}

/** Null when account, password or second factor were changed while the password was being looked at. */
async function enter(
  tx: Tx,
  { id, password, hasSecondFactor: isAsked, freshHash }: Person,
  browser: Browser,
  by: 'password' | 'app' | 'recovery-code' | 'passkey' | 'emailed-code' = 'password',
): Promise<SignedIn | null> {
  const still = await tx.maybe<{ id: string; role: UserView['role'] }>(sql`
    select id, role from users u
    where id = ${id} and is_active and password = ${password} and ${hasSecondFactor(sql`u.id`)} = ${isAsked} for share`)
  if (still === null) return null
  if (freshHash !== null) await tx.run(sql`update users set password = ${freshHash} where id = ${id}`)
  await tx.run(sql`update second_factors set wrong_in_a_row = 0 where user_id = ${id}`)
  await tx.run(sql`delete from sign_in_failures where subject = ${id}`)
  const opened = await openSessionIn(tx, still, browser)
  tx.record({ action: 'session.started', id, actorId: id, details: { by } })
  const user = await unsafeUser(tx, id)
  return { ...opened, user: viewed(user, user) }
}

async function noteFailure(tx: Tx, candidate: Candidate | null, subject: string): Promise<void> {
  const inARow = await addWrongInARow(tx, subject)
  tx.record({ action: 'session.refused', id: candidate?.id ?? null })
  if (candidate?.isActive && inARow === failuresInARow) tx.mail(guessed(candidate))
}

export async function signOut(db: Database, origin: Origin, actor: Session | null): Promise<void> {
  if (actor === null) return
  await db.transaction(origin, async (tx) => {
    await endSession(tx, ownerOf(actor), actor.sessionId)
    tx.record({ action: 'session.ended', id: ownerOf(actor) })
  })
}

/** Ends one session of the actor's own; another's is not found. */
export async function endOwnSession(tx: Tx, actor: Session, id: string): Promise<SessionView> {
  const session = await sessionOfUser(tx, actor, actor.id, id)
  await endSession(tx, actor.id, id)
  tx.record({ action: 'session.ended', id: actor.id, details: { sessionId: id } })
  return session
}

export async function endOtherSessions(tx: Tx, actor: Session): Promise<{ ended: number }> {
  const ended = await endSessions(tx, actor.id, actor.sessionId)
  tx.record({ action: 'session.others-ended', id: actor.id, details: { ended } })
  return { ended }
}
