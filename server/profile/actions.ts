import sql from 'sql-template-tag'
import { assertDifferentEmail, type ProfileChange } from '../../domain/profile.ts'
import { team } from '../../domain/actor.ts'
import type { UserView } from '../../domain/user.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import type { Session } from '../kit/session.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { onLink } from '../passwords/actions.ts'
import { endLinks, newLink, redeemLink } from '../passwords/links.ts'
import { earlierNamesAfter, unsafeUser, viewed } from '../users/queries.ts'
import { addressMoved, confirmAddress } from './emails.ts'

export async function changeProfile(
  tx: Tx,
  actor: Session,
  change: ProfileChange,
  ifMatch: IfMatch,
): Promise<UserView> {
  const before = await ownLocked(tx, actor)
  assertVersion(before, ifMatch)
  await tx.run(sql`
    update users set first_name = ${change.firstName}, last_name = ${change.lastName}, phone = ${change.phone},
      earlier_names = ${earlierNamesAfter(change.firstName, change.lastName)}, version = version + 1, updated_at = ${tx.now}
    where id = ${actor.id}`)
  const fields = (Object.keys(change) as (keyof ProfileChange)[]).filter((key) => change[key] !== before[key])
  tx.record(
    { action: 'user.profile-changed', id: actor.id, details: { fields } },
    { type: 'users', id: actor.id, userIds: [actor.id] },
    ...(actor.role === 'staff' ? [{ type: 'staff' as const, id: actor.id, roles: team }] : []),
  )
  return viewed(await unsafeUser(tx, actor.id), actor)
}

/**
 * The reply is the same whether or not someone else has the address; opening the link proves ownership of the mailbox.
 */
export async function askForEmailChange(tx: Tx, actor: Session, email: string): Promise<{ message: string }> {
  const user = await ownLocked(tx, actor)
  assertDifferentEmail(user, email)
  tx.mail(confirmAddress(user, email, await newLink(tx, actor.id, 'email-change', email)))
  tx.record({ action: 'user.email-change-asked', id: actor.id })
  return { message: 'We sent a link to the new address. Open it to finish the change.' }
}

/** Also ends links that were sent to the old address. */
export const confirmEmailChange = (
  db: Database,
  origin: Origin,
  token: string,
  address: string,
): Promise<{ message: string }> =>
  onLink(db, address, () =>
    db.transaction(origin, async (tx) => {
      const { userId, newEmail } = await redeemLink(tx, token, 'email-change')
      if (userId === null || newEmail === null) throw new Error('A link for an address without one')
      const before = await unsafeUser(tx, userId)
      await tx.run(sql`
        update users set email = ${newEmail}, email_bounced_at = null, version = version + 1, updated_at = ${tx.now} where id = ${userId}`)
      await endLinks(tx, userId)
      tx.record(
        { action: 'user.email-changed', id: userId, actorId: userId },
        { type: 'users', id: userId, userIds: [userId] },
      )
      tx.mail(addressMoved(before))
      return { message: 'Your email address was changed.' }
    }),
  )

async function ownLocked(tx: Tx, actor: Session) {
  await tx.rows(sql`select id from users where id = ${actor.id} for no key update`)
  return unsafeUser(tx, actor.id)
}
