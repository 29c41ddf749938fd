import sql from 'sql-template-tag'
import { conflict } from '../../domain/errors.ts'
import {
  codeInvalid,
  assertCanResetSecondFactor,
  assertCanTurnOffApp,
  type NewSecret,
  type RecoveryCodes,
  type SecondFactorView,
} from '../../domain/second-factor.ts'
import type { UserView } from '../../domain/user.ts'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { MasterKey } from '../kit/master-key.ts'
import { limitFailures } from '../kit/rate-limit.ts'
import type { ChangeEvent, Origin } from '../kit/record.ts'
import type { Session } from '../kit/session.ts'
import { endSessions } from '../sessions/session-store.ts'
import { newLink } from '../passwords/links.ts'
import { countersForCode } from '../sessions/sign-in-limits.ts'
import { lockedUser, unsafeUser, userToChange, viewed } from '../users/queries.ts'
import { confirmPending, storePendingSecret, newRecoveryCodes, removeApp, removeSecondFactor } from './codes.ts'
import { appRemoved, recoveryCodesRenewed, taken, secondFactorTurnedOff, secondFactorTurnedOn } from './emails.ts'
import { requirement, secondFactor } from './queries.ts'
import { authenticator } from './totp.ts'

export const beginSecondFactor = (
  db: Database,
  origin: Origin,
  actor: Session,
  key: MasterKey,
  provider: Config['provider'],
): Promise<NewSecret> =>
  db.transaction(origin, async (tx) => {
    const { username } = await lockedUser(tx, actor.id)
    const secret = await storePendingSecret(tx, key, actor.id)
    tx.record({ action: 'second-factor.begun', id: actor.id })
    const app = authenticator(secret, { issuer: provider.name, label: username })
    return { secret: app.secret.base32, uri: app.toString() }
  })

/** The first correct code turns it on. Every other session ends, because none of them has entered a code. */
export const confirmSecondFactor = (
  db: Database,
  origin: Origin,
  actor: Session,
  key: MasterKey,
  code: string,
): Promise<RecoveryCodes> =>
  limitFailures(db, countersForCode(`${actor.id} own`), async (countFailure) => {
    const codes = await db.transaction(origin, async (tx) => {
      const user = await lockedUser(tx, actor.id)
      const found = await confirmPending(tx, key, actor.id, code)
      if (found === 'nothing') throw conflict('There is nothing to confirm. Start again.')
      if (found === 'wrong') return null
      await endSessions(tx, actor.id, actor.sessionId)
      tx.record({ action: 'second-factor.turned-on', id: actor.id }, userChange(actor.id))
      tx.mail(secondFactorTurnedOn(user))
      return newRecoveryCodes(tx, actor.id)
    })
    if (codes !== null) return { recoveryCodes: codes }
    countFailure()
    await db.transaction(origin, async (tx) => tx.record({ action: 'second-factor.refused', id: actor.id }))
    throw codeInvalid()
  })

export const renewRecoveryCodes = (db: Database, origin: Origin, actor: Session): Promise<RecoveryCodes> =>
  db.transaction(origin, async (tx) => {
    const user = await lockedUser(tx, actor.id)
    if (!(await secondFactor(tx, actor)).isOn) throw conflict('Turn on two-factor authentication first.')
    tx.record({ action: 'second-factor.codes-renewed', id: actor.id }, userChange(actor.id))
    tx.mail(recoveryCodesRenewed(user))
    return { recoveryCodes: await newRecoveryCodes(tx, actor.id) }
  })

export async function endSecondFactor(tx: Tx, actor: Session): Promise<SecondFactorView> {
  const user = await lockedUser(tx, actor.id)
  const before = await secondFactor(tx, actor)
  assertCanTurnOffApp(before)
  await removeApp(tx, actor.id)
  tx.record({ action: 'second-factor.turned-off', id: actor.id }, userChange(actor.id))
  tx.mail(before.passkeys > 0 ? appRemoved(user) : secondFactorTurnedOff(user))
  return secondFactor(tx, actor)
}

/** Only someone who uses it can require it, so that no one locks themselves into the setup by surprise. */
export async function changeRequirement(tx: Tx, actor: Session, isRequired: boolean) {
  if (isRequired && !(await secondFactor(tx, actor)).isOn)
    throw conflict('Set up two-factor authentication for your own account before you require it for the team.')
  await tx.run(
    isRequired
      ? sql`
        insert into portal_facts (name, value)
        values ('second-factor-required', jsonb_build_object('since', ${tx.now.toISOString()}::text)) on conflict do nothing`
      : sql`delete from portal_facts where name = 'second-factor-required'`,
  )
  tx.record({ action: isRequired ? 'second-factor.required' : 'second-factor.not-required', id: null })
  return requirement(tx)
}

/**
 * For users who lost their phone and codes. A short password is removed as well, since it is allowed only next to a
 * second factor.
 */
export async function resetSecondFactor(tx: Tx, actor: Session, id: string): Promise<UserView> {
  const { user } = await userToChange(tx, actor, id)
  const { isOn, passwordIsShort } = await secondFactor(tx, user)
  assertCanResetSecondFactor(user, actor, isOn)
  await removeSecondFactor(tx, id)
  await endSessions(tx, id)
  if (passwordIsShort) await tx.run(sql`update users set password = null, password_is_short = false where id = ${id}`)
  tx.record({ action: 'second-factor.reset', id }, userChange(id))
  if (user.isActive) tx.mail(taken(user, passwordIsShort ? await newLink(tx, id, 'password-reset') : null))
  return viewed(await unsafeUser(tx, id), actor)
}

const userChange = (id: string): ChangeEvent => ({ type: 'users', id, userIds: [id] })
