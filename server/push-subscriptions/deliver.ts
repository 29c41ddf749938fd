// Sends a notification to the push service of one browser. The service carries it encrypted and can't read it.
import type { JobHelpers } from 'graphile-worker'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { Actor } from '../../domain/actor.ts'
import { NotificationKind } from '../../domain/notification.ts'
import { maxUndelivered, type PushMessage, pushTexts } from '../../domain/push-subscription.ts'
import type { Config } from '../config.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database } from '../kit/db.ts'
import { type Answer, postToPublicAddress } from '../kit/public-address.ts'
import type { Origin } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { notificationFigures, ownNotifications } from '../notifications/queries.ts'
import { actorColumns } from '../users/actor-columns.ts'
import { pushChange } from './actions.ts'
import { decryptSubscription, vapidKeys } from './keys.ts'

/** How long a push service stores a notification for a device that is off. */
const storedSeconds = 86_400

const origin: Origin = { actorId: null, address: 'job', requestId: 'deliver-push' }

interface DeliveryContext {
  db: Database
  dataKeys: DataKeys
  config: Config
}

const PendingRow = Actor.extend({
  endpointHash: z.string(),
  encrypted: z.instanceof(Buffer),
})
const NotificationRow = z.object({ id: z.string(), kind: NotificationKind, path: z.string() })

/** The job. Nothing is sent if the notification has been read, or the person may no longer see it. */
export async function deliverPush(
  { db, dataKeys, config }: DeliveryContext,
  { id, notificationId }: { id: string; notificationId: string },
  { job }: Pick<JobHelpers, 'job'>,
): Promise<void> {
  const pending = await db.maybe(typed(PendingRow)`
    select s.endpoint_hash as "endpointHash", s.subscription_encrypted as encrypted, ${actorColumns(db.now)}
    from push_subscriptions s join users u on u.id = s.user_id where s.id = ${id} and u.is_active`)
  if (pending === null) return
  const { endpointHash, encrypted, ...person } = pending
  const notification = await db.maybe(typed(NotificationRow)`
    select n.id, n.kind, n.path from notifications n left join client_folders f on f.id = n.client_folder_id
    where n.id = ${notificationId} and n.read_at is null and ${ownNotifications(person)}`)
  if (notification === null) return
  const { unread } = await notificationFigures(db, person)
  const { kind, path } = notification
  const message = { title: config.provider.name, body: pushTexts[kind], path, tag: notification.id, unread }
  const subscription = await decryptSubscription(dataKeys, endpointHash, encrypted)
  const answer = await send({ dataKeys, config }, subscription, message)
  await noteAnswer(db, id, answer, job.attempts >= job.max_attempts)
}

async function send(
  { dataKeys, config }: Omit<DeliveryContext, 'db'>,
  { endpoint, keys: { p256dh, auth } }: Awaited<ReturnType<typeof decryptSubscription>>,
  message: PushMessage,
): Promise<Answer> {
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = await vapidKeys(dataKeys)
  const { publicUrl, provider } = config
  const subject = publicUrl.startsWith('https:') ? publicUrl : `mailto:${provider.email}`
  const { Authorization } = webPush.getVapidHeaders(
    new URL(endpoint).origin,
    subject,
    publicKey,
    privateKey,
    'aes128gcm',
  )
  return postToPublicAddress({
    url: endpoint,
    headers: {
      authorization: Authorization,
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: storedSeconds,
      urgency: 'normal',
      // A message that is sent again replaces the one that the service still stores.
      topic: message.tag.replaceAll('-', ''),
    },
    body: webPush.encrypt(p256dh, auth, JSON.stringify(message), 'aes128gcm').cipherText,
    allowsPrivateAddresses: allowsPrivatePush(config),
  })
}

/** Only tests have a push service on the same machine. */
export const allowsPrivatePush = ({ environment, allowsPrivateWebhooks }: Config): boolean =>
  environment === 'test' && allowsPrivateWebhooks

/** The push service forgot the subscription, for example because the person turned it off in the browser. */
const goneStatuses = [404, 410]

const EndedRow = z.object({ userId: z.string() })

/** Throws to try again later. */
async function noteAnswer(db: Database, id: string, { status, failure }: Answer, isLast: boolean): Promise<void> {
  if (status !== null && status >= 200 && status < 300) {
    await db.run(sql`update push_subscriptions set undelivered = 0 where id = ${id} and undelivered > 0`)
    return
  }
  const isGone = status !== null && goneStatuses.includes(status)
  const isFinal = status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429
  if (!isGone && !isFinal && !isLast) throw new Error(`The push service answered ${status ?? failure}`)
  await db.transaction(origin, async (tx) => {
    await tx.run(sql`update push_subscriptions set undelivered = undelivered + 1 where id = ${id}`)
    const ended = await tx.maybe(typed(EndedRow)`
      delete from push_subscriptions where id = ${id} and (${isGone} or undelivered >= ${maxUndelivered})
      returning user_id as "userId"`)
    if (ended !== null) tx.record({ action: 'push.turned-off', id: ended.userId }, pushChange(ended.userId))
  })
}
