import sql from 'sql-template-tag'
import { z } from 'zod'
import { conflict, invalid, notFound } from '../../domain/errors.ts'
import {
  maxPushSubscriptions,
  type PushSubscriptionInput,
  type PushSubscriptionView,
} from '../../domain/push-subscription.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { assertPublicAddress } from '../kit/public-address.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { hashOf, type Session } from '../kit/session.ts'
import type { Browser } from '../sessions/browser.ts'
import { canPush, encryptSubscription, isPublicKey } from './keys.ts'
import { columns, PushSubscriptionRow, viewed } from './queries.ts'

export interface PushContext {
  dataKeys: DataKeys
  publicUrl: string
  /** For tests. Browsers choose these addresses, so the setting for webhooks doesn't apply. */
  allowsPrivateAddresses: boolean
}

export const pushChange = (userId: string): ChangeEvent => ({
  type: 'push-subscriptions',
  id: null,
  userIds: [userId],
  isPrivate: true,
})

const CountRow = z.object({ count: z.number() })

/** Replaces an earlier subscription of this browser, even one of someone else. */
export async function createPushSubscription(
  tx: Tx,
  { dataKeys, publicUrl, allowsPrivateAddresses }: PushContext,
  actor: Session,
  subscription: PushSubscriptionInput,
  { userAgent, secret }: Pick<Browser, 'userAgent' | 'secret'>,
): Promise<PushSubscriptionView> {
  if (!canPush(publicUrl)) throw conflict('The portal has no secure address (https), so it can’t notify devices.')
  assertPublicAddress('endpoint', subscription.endpoint, allowsPrivateAddresses)
  if (!isPublicKey(subscription.keys.p256dh)) throw invalid('keys', 'Your browser sent an invalid key. Try again.')
  const endpointHash = hashOf(subscription.endpoint)
  const browserHash = secret === null ? null : hashOf(secret)
  // Locked, so that two devices at the same time don't exceed the limit.
  await tx.rows(sql`select id from users where id = ${actor.id} for no key update`)
  await tx.run(sql`
    delete from push_subscriptions
    where endpoint_hash <> ${endpointHash}
      and (browser_hash = ${browserHash} or user_id = ${actor.id} and session_id = ${actor.sessionId})`)
  const { count } = await tx.one(typed(CountRow)`
    select count(*)::int as count from push_subscriptions
    where user_id = ${actor.id} and endpoint_hash <> ${endpointHash}`)
  if (count >= maxPushSubscriptions)
    throw conflict(`Notifications are already on for ${maxPushSubscriptions} devices. Turn one off first.`)
  const encrypted = await encryptSubscription(dataKeys, endpointHash, subscription)
  const row = await tx.one(typed(PushSubscriptionRow)`
    insert into push_subscriptions as s
      (id, user_id, session_id, browser_hash, endpoint_hash, subscription_encrypted, user_agent, seen_at, created_at)
    values (${newId()}, ${actor.id}, ${actor.sessionId}, ${browserHash}, ${endpointHash}, ${encrypted}, ${userAgent}, ${tx.now}, ${tx.now})
    on conflict (endpoint_hash) do update
      set user_id = excluded.user_id, session_id = excluded.session_id, browser_hash = excluded.browser_hash,
        subscription_encrypted = excluded.subscription_encrypted, user_agent = excluded.user_agent, undelivered = 0,
        seen_at = excluded.seen_at, version = s.version + 1
    returning ${columns(actor)}`)
  const device = viewed(row)
  tx.record({ action: 'push.turned-on', id: actor.id, details: { browser: device.browser } }, pushChange(actor.id))
  return device
}

/** One of the actor's own; anyone else's is a 404. */
export async function deletePushSubscription(tx: Tx, actor: Session, id: string): Promise<PushSubscriptionView> {
  const row = await tx.maybe(typed(PushSubscriptionRow)`
    delete from push_subscriptions s where s.id = ${id} and s.user_id = ${actor.id} returning ${columns(actor)}`)
  if (row === null) throw notFound()
  const device = viewed(row)
  tx.record({ action: 'push.turned-off', id: actor.id, details: { browser: device.browser } }, pushChange(actor.id))
  return device
}
