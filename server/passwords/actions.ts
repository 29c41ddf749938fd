// Choosing a password. Rules and hashing run before the transaction, because nothing slow happens inside one; whatever
// could have changed since is checked again within.
import sql from 'sql-template-tag'
import { z } from 'zod'
import {
  assertGoodPassword,
  isShortPassword,
  type LinkAndPassword,
  type PasswordChange,
  type SetUpInput,
} from '../../domain/password.ts'
import { conflict, invalid, DomainError } from '../../domain/errors.ts'
import { UserView } from '../../domain/user.ts'
import type { LinkPurpose } from '../../domain/one-time-link.ts'
import { deleteCalendarFeed } from '../calendar/end-feed.ts'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../kit/db.ts'
import { hashPassword, isRightPassword } from './hashing.ts'
import { limitFailures, limitRate, type RateLimit } from '../kit/rate-limit.ts'
import type { Origin } from '../kit/record.ts'
import { hashOf, type Session } from '../kit/session.ts'
import { endSessions, renewSession } from '../sessions/session-store.ts'
import { hasSecondFactor } from '../second-factor/queries.ts'
import { recordFailure } from '../sessions/consecutive-failures.ts'
import { type Browser, forgetBrowsers, openSessionIn, type Opened } from '../sessions/browser.ts'
import { countersForName, countersForSignInAddress } from '../sessions/sign-in-limits.ts'
import { mustUseProvider } from '../provider-sign-in/requirement.ts'
import { addUser } from '../users/actions.ts'
import { unsafeUser, unsafeUserByEmail, viewed } from '../users/queries.ts'
import { passwordChanged, resetLink } from './emails.ts'
import { endLinks, linkOwner, newLink, type LinkOwner, redeemLink } from './links.ts'
import { isGoverned, passwordContext, unsafeOwner } from './queries.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'
import { typed } from '../kit/row-types.ts'

type Provider = Config['provider']
type SignedIn = Opened & { user: UserView }

/** The owner of a link, which remains valid. A wrong link counts like a wrong password. */
export const lookAtLink = (db: Database, token: string, purpose: LinkPurpose, address: string): Promise<LinkOwner> =>
  onLink(db, address, () => linkOwner(db, token, purpose, db.now))

/** Sets the first password and opens the first session. */
export async function acceptInvitation(
  db: Database,
  origin: Origin,
  { token, password }: LinkAndPassword,
  browser: Browser,
  { provider, oidc }: Pick<Config, 'provider' | 'oidc'>,
): Promise<SignedIn> {
  const { userId, ...chosen } = await passwordForLink(db, token, 'invitation', password, browser.address, provider)
  return onLink(db, browser.address, () =>
    db.transaction(origin, async (tx) => {
      await redeemLink(tx, token, 'invitation')
      const role = await choose(tx, userId, chosen)
      if (oidc !== undefined && mustUseProvider(oidc, role))
        throw conflict(`Our team doesn’t use passwords. Open the portal and sign in with ${oidc.name}.`)
      await endSessions(tx, userId)
      const opened = await openSessionIn(tx, { id: userId, role }, browser)
      tx.record({ action: 'invitation.accepted', id: userId, actorId: userId }, { type: 'users', id: userId })
      return { ...opened, user: await ownView(tx, userId) }
    }),
  )
}

const forgotLimit: RateLimit = {
  name: 'forgotten password',
  tries: 3,
  windowSeconds: 3600,
  sentence: 'We already sent links to this address. Check your email, or try again in an hour.',
}

/** A job looks up the address, so that the response time does not reveal whether it is known. */
export async function forgetPassword(db: Database, origin: Origin, email: string): Promise<{ message: string }> {
  await limitRate(db, [{ limit: forgotLimit, subject: hashOf(email.toLowerCase()) }])
  await db.transaction(origin, async (tx) => {
    tx.record({ action: 'password.forgotten', id: null })
    await tx.rows(sql`select graphile_worker.add_job('send-reset-link', json_build_object('email', ${email}::text))`)
  })
  return { message: 'If there’s an account with this address, we’ll email it a link to choose a new password.' }
}

/** The job that follows: an email to an active user, otherwise nothing. */
export async function sendResetLink(db: Database, email: string): Promise<void> {
  await db.transaction({ actorId: null, address: 'job', requestId: 'send-reset-link' }, async (tx) => {
    await tx.rows(sql`select id from users where lower(email) = lower(${email}) for no key update`)
    const user = await unsafeUserByEmail(tx, email)
    if (user === null || !user.isActive) return
    tx.mail(resetLink(user, await newLink(tx, user.id, 'password-reset')))
    tx.record({ action: 'password.reset-sent', id: user.id })
  })
}

/** Sets a new password by link, and ends all sessions of the user. */
export async function resetPassword(
  db: Database,
  origin: Origin,
  { token, password }: LinkAndPassword,
  address: string,
  provider: Provider,
): Promise<{ message: string }> {
  const { userId, ...chosen } = await passwordForLink(db, token, 'password-reset', password, address, provider)
  await onLink(db, address, () =>
    db.transaction(origin, async (tx) => {
      await redeemLink(tx, token, 'password-reset')
      await choose(tx, userId, chosen)
      await endSessions(tx, userId)
      await forgetBrowsers(tx, userId)
      tx.record({ action: 'password.reset', id: userId, actorId: userId }, { type: 'users', id: userId })
      tx.mail(passwordChanged(await unsafeUser(tx, userId)))
    }),
  )
  return { message: 'Your password was changed. Sign in with the new one.' }
}

/** Returns the new secret of this session; all others end. */
export async function changePassword(
  db: Database,
  origin: Origin,
  actor: Session,
  { current, password }: PasswordChange,
  address: string,
  provider: Provider,
): Promise<string> {
  const owner = await unsafeOwner(db, actor.id)
  await limitFailures(db, countersForName(actor.id, address), async (countFailure) => {
    if (await isRightPassword(owner.password, current)) return
    countFailure()
    await db.transaction(origin, async (tx) => {
      await recordFailure(tx, actor.id)
      tx.record({ action: 'password.refused', id: actor.id })
    })
    throw invalid('current', 'This isn’t your current password.')
  })
  assertGoodPassword(password, passwordContext(owner, provider))
  const hash = await hashPassword(password)
  return db.transaction(origin, async (tx) => {
    const isShort = isShortPassword(password)
    const changed = await tx.run(sql`
      update users set password = ${hash}, password_is_short = ${isShort}
      where id = ${actor.id} and is_active and password = ${owner.password} and ${mayBe(isShort)}`)
    if (changed === 0) throw conflict('Your password was just changed somewhere else. Sign in again.')
    await endLinks(tx, actor.id)
    await deleteCalendarFeed(tx, actor.id)
    await tx.run(sql`delete from sign_in_failures where subject = ${actor.id}`)
    await endSessions(tx, actor.id, actor.sessionId)
    const secret = await renewSession(tx, actor, { proved: true })
    tx.record({ action: 'password.changed', id: actor.id })
    tx.mail(passwordChanged(await unsafeUser(tx, actor.id)))
    return secret
  })
}

/** Deletes what is no longer needed: browsers not seen for a year, and expired links. */
export async function sweepSignIns(db: Database): Promise<void> {
  const ago = (days: number) => new Date(db.now.getTime() - days * 86_400_000)
  await db.run(sql`delete from known_browsers where seen_at < ${ago(365)}`)
  await db.run(sql`delete from sign_in_codes where expires_at < ${db.now}`)
  await db.run(sql`delete from one_time_links where expires_at < ${ago(30)}`)
}

const GovernedRow = z.object({ governed: z.boolean() })

/** Creates the first master administrator from the printed set-up link. */
export async function setUpPortal(
  db: Database,
  origin: Origin,
  { token, password, ...person }: SetUpInput,
  browser: Browser,
  provider: Provider,
): Promise<SignedIn> {
  await onLink(db, browser.address, () => linkOwner(db, token, 'set-up', db.now))
  assertGoodPassword(
    password,
    passwordContext({ ...person, username: null, company: null, hasSecondFactor: false }, provider),
  )
  const passwordHash = await hashPassword(password)
  return onLink(db, browser.address, () =>
    db.transaction(origin, async (tx) => {
      await takeAdvisoryLock(tx, 'firstAdministrator')
      await redeemLink(tx, token, 'set-up')
      const { governed } = await tx.one(typed(GovernedRow)`select ${isGoverned(tx.now)} as governed`)
      if (governed) throw conflict('This portal already has an administrator. Sign in instead.')
      const id = await addUser(tx, { ...person, role: 'master-admin', passwordHash })
      const opened = await openSessionIn(tx, { id, role: 'master-admin' }, browser)
      tx.record({ action: 'portal.set-up', id, actorId: id })
      return { ...opened, user: await ownView(tx, id) }
    }),
  )
}

/** Attempts on a link are rate-limited like those on a password; an invalid or expired link counts as a failure. */
export const onLink = <T>(db: Database, address: string, work: () => Promise<T>): Promise<T> =>
  limitFailures(db, countersForSignInAddress(address), async (countFailure) => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DomainError && (error.code === 'not-found' || error.code === 'conflict')) countFailure()
      throw error
    }
  })

interface NewPassword {
  hash: string
  isShort: boolean
}

/** A short password is not set if the second factor that allows it was removed in the meantime. */
const mayBe = (isShort: boolean) => sql`(not ${isShort}::boolean or ${hasSecondFactor(sql`users.id`)})`

/** The hash of a valid password for the link's owner; the link is not consumed yet. */
async function passwordForLink(
  db: Database,
  token: string,
  purpose: LinkPurpose,
  password: string,
  address: string,
  provider: Provider,
): Promise<NewPassword & { userId: string }> {
  const owner = await lookAtLink(db, token, purpose, address)
  if (owner.userId === null) throw new Error(`A link for ${purpose} belongs to no one`)
  assertGoodPassword(password, passwordContext(owner, provider))
  return { userId: owner.userId, hash: await hashPassword(password), isShort: isShortPassword(password) }
}

const RoleRow = z.object({ role: UserView.shape.role })

/** Sets the password of an active user, ends their other links, and resets the failure counts. */
async function choose(tx: Tx, userId: string, { hash, isShort }: NewPassword): Promise<UserView['role']> {
  const person = await tx.maybe(typed(RoleRow)`
    update users set password = ${hash}, password_is_short = ${isShort}
    where id = ${userId} and is_active and ${mayBe(isShort)} returning role`)
  if (person === null) throw new DomainError('not-found', 'This link is no longer valid.')
  await endLinks(tx, userId)
  await deleteCalendarFeed(tx, userId)
  await tx.run(sql`delete from sign_in_failures where subject = ${userId}`)
  return person.role
}

async function ownView(tx: Tx, id: string): Promise<UserView> {
  const user = await unsafeUser(tx, id)
  return viewed(user, user)
}
