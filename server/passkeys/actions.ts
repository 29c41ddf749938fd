import sql from 'sql-template-tag'
import { z } from 'zod'
import { Role } from '../../domain/actor.ts'
import {
  type AddedPasskey,
  assertCanAddPasskey,
  type NewPasskeyInput,
  type PasskeyAnswer,
  type PasskeyCreation,
  passkeyNotAdded,
  passkeyRefused,
  type PasskeyRequest,
  type PasskeyView,
  signatureAlgorithms,
} from '../../domain/passkey.ts'
import { assertCanRemoveSecondFactor } from '../../domain/second-factor.ts'
import { fullName, type UserView } from '../../domain/user.ts'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { limitFailures } from '../kit/rate-limit.ts'
import type { ChangeEvent, Origin } from '../kit/record.ts'
import type { Session } from '../kit/session.ts'
import { endSessions } from '../sessions/session-store.ts'
import { newRecoveryCodes, deleteUnusableRecoveryCodes } from '../second-factor/codes.ts'
import { secondFactor } from '../second-factor/queries.ts'
import { type Browser, openSessionIn, type Opened } from '../sessions/browser.ts'
import { countersForSignInAddress } from '../sessions/sign-in-limits.ts'
import { lockedUser, unsafeUser, viewed } from '../users/queries.ts'
import { challengeOwnerOf, newChallenge, takeChallenge } from './challenges.ts'
import { handleOf, registeredPasskey, recordPasskeyUse, signedBy, siteOf } from './check.ts'
import { passkeyAdded, passkeyRemoved } from './emails.ts'
import { mustUseProvider } from '../provider-sign-in/requirement.ts'
import { credentialIds, passkeyToChange } from './queries.ts'
import { typed } from '../kit/row-types.ts'

type Site = Pick<Config, 'publicUrl' | 'provider'>

export async function beginPasskey(
  db: Database,
  actor: Session,
  { publicUrl, provider }: Site,
): Promise<PasskeyCreation> {
  const [user, known] = await Promise.all([unsafeUser(db, actor.id), credentialIds(db, actor.id)])
  assertCanAddPasskey(known.length)
  return {
    challenge: await newChallenge(db, challengeOwnerOf(actor), 'creation'),
    rpId: siteOf(publicUrl).expectedRPID,
    rpName: provider.name,
    userHandle: handleOf(actor.id),
    username: user.username,
    displayName: fullName(user) || user.username,
    algorithms: signatureAlgorithms,
    known,
  }
}

/** Like an authenticator app, the first factor creates recovery codes and ends sessions without a second factor. */
export async function addPasskey(
  db: Database,
  origin: Origin,
  actor: Session,
  { name, credential }: NewPasskeyInput,
  publicUrl: string,
): Promise<AddedPasskey> {
  const challenge = await takeChallenge(db, challengeOwnerOf(actor), 'creation')
  const passkey = challenge === null ? null : await registeredPasskey(challenge, credential, publicUrl)
  if (passkey === null) {
    await db.transaction(origin, async (tx) => tx.record({ action: 'passkey.refused', id: actor.id }))
    throw passkeyNotAdded()
  }
  return db.transaction(origin, async (tx) => {
    const user = await lockedUser(tx, actor.id)
    const before = await secondFactor(tx, actor)
    assertCanAddPasskey(before.passkeys)
    const id = newId()
    await tx.run(sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced, created_at)
      values (${id}, ${actor.id}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter}, ${name},
        ${passkey.isSynced}, ${tx.now})`)
    tx.record({ action: 'passkey.added', id: actor.id, details: { passkeyId: id } }, userChange(actor.id))
    tx.mail(passkeyAdded(user))
    if (!before.isOn) await endSessions(tx, actor.id, actor.sessionId)
    const recoveryCodes = before.isOn ? null : await newRecoveryCodes(tx, actor.id)
    return { ...(await passkeyToChange(tx, actor.id, id)), recoveryCodes }
  })
}

/** Removing the last factor removes the recovery codes. */
export async function removePasskey(tx: Tx, actor: Session, id: string): Promise<PasskeyView> {
  const user = await lockedUser(tx, actor.id)
  const passkey = await passkeyToChange(tx, actor.id, id)
  const { hasApp, passkeys, ...rest } = await secondFactor(tx, actor)
  assertCanRemoveSecondFactor({ ...rest, isLast: !hasApp && passkeys === 1 })
  await tx.run(sql`delete from passkeys where id = ${id}`)
  await deleteUnusableRecoveryCodes(tx, actor.id)
  tx.record({ action: 'passkey.removed', id: actor.id, details: { passkeyId: id } }, userChange(actor.id))
  tx.mail(passkeyRemoved(user))
  return passkey
}

/**
 * A signed-out browser is offered any passkey it has for the portal; an administrator viewing as a client is offered
 * none of the client's.
 */
export async function askPasskey(
  db: Database,
  actor: Session | null,
  owner: string,
  publicUrl: string,
): Promise<PasskeyRequest> {
  return {
    challenge: await newChallenge(db, owner, 'request'),
    rpId: siteOf(publicUrl).expectedRPID,
    known: actor === null || actor.viewer !== null ? [] : await credentialIds(db, actor.id),
  }
}

const PasskeyOwnerRow = z.object({ id: z.string(), role: Role })

/** Replaces password and code, because the device verifies its user. The same refusal for every failure. */
export const signInWithPasskey = (
  db: Database,
  origin: Origin,
  answer: PasskeyAnswer,
  browser: Browser,
  { publicUrl, oidc }: Pick<Config, 'publicUrl' | 'oidc'>,
): Promise<Opened & { user: UserView }> =>
  limitFailures(db, countersForSignInAddress(browser.address), async (countFailure) => {
    const signed = await signedBy(db, browser.challengeOwner, answer, publicUrl)
    if (signed !== null) {
      const opened = await db.transaction(origin, async (tx) => {
        const person = await tx.maybe(
          typed(
            PasskeyOwnerRow,
          )`select id, role from users where id = ${signed.passkey.userId} and is_active for share`,
        )
        if (person === null || mustUseProvider(oidc, person.role) || !(await recordPasskeyUse(tx, signed))) return null
        await tx.run(sql`delete from sign_in_failures where subject = ${person.id}`)
        const cookies = await openSessionIn(tx, person, browser)
        tx.record({
          action: 'session.started',
          id: person.id,
          actorId: person.id,
          details: { by: 'passkey' },
        })
        const user = await unsafeUser(tx, person.id)
        return { ...cookies, user: viewed(user, user) }
      })
      if (opened !== null) return opened
    }
    countFailure()
    const id = signed?.passkey.userId ?? null
    await db.transaction(origin, async (tx) => tx.record({ action: 'session.refused', id }))
    throw passkeyRefused()
  })

/**
 * Removes all passkeys when an account is closed. A short password is removed too, since it is allowed only next to a
 * second factor.
 */
export async function deletePasskeys(tx: Tx, userId: string): Promise<void> {
  if ((await tx.run(sql`delete from passkeys where user_id = ${userId}`)) === 0) return
  if (!(await deleteUnusableRecoveryCodes(tx, userId))) return
  await tx.run(
    sql`update users set password = null, password_is_short = false where id = ${userId} and password_is_short`,
  )
}

const userChange = (id: string): ChangeEvent => ({ type: 'users', id, userIds: [id] })
