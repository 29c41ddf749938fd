import sql from 'sql-template-tag'
import { z } from 'zod'
import { nextAttempt } from '../../domain/webhook.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { Answer } from '../kit/public-address.ts'
import type { Origin } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { activeAdministrators } from '../users/queries.ts'
import { type WebhookContext, webhookChange } from './actions.ts'
import { webhookTurnedOff } from './emails.ts'
import { post } from './post.ts'
import { addDeliveryJob } from './queue.ts'
import { decryptSecret } from './secret.ts'

const origin: Origin = { actorId: null, address: 'job', requestId: 'deliver-webhook' }

const PendingRow = z.object({
  url: z.string(),
  secretEncrypted: z.instanceof(Buffer),
  payload: z.string(),
})

/** The job: one attempt to deliver one message. A receiver that misses the reply gets the message again. */
export async function deliverWebhook(
  { db, dataKeys, allowsPrivateAddresses }: WebhookContext & { db: Database },
  { webhookId, id }: { webhookId: string; id: string },
): Promise<void> {
  const pending = await db.maybe(typed(PendingRow)`
    select w.url, w.secret_encrypted as "secretEncrypted", d.payload
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.webhook_id = ${webhookId} and d.id = ${id} and d.status = 'pending' and w.is_on`)
  if (pending === null) return
  const secret = await decryptSecret(dataKeys, webhookId, pending.secretEncrypted)
  const answer = await post({ ...pending, id, secret, now: db.now, allowsPrivateAddresses })
  await db.transaction(origin, (tx) => noteAnswer(tx, webhookId, id, answer))
}

const NotedRow = z.object({ attempts: z.int(), hasWorkedSince: z.boolean() })

async function noteAnswer(tx: Tx, webhookId: string, id: string, { status, failure }: Answer): Promise<void> {
  const isDelivered = status !== null && status >= 200 && status < 300
  // The webhook may have been deleted or turned off during the call.
  const noted = await tx.maybe(typed(NotedRow)`
    update webhook_deliveries d set attempts = d.attempts + 1, response_status = ${status}, failure = ${failure},
      status = ${isDelivered ? 'delivered' : 'pending'}, next_attempt_at = null, delivered_at = ${isDelivered ? tx.now : null}
    from webhooks w
    where w.id = d.webhook_id and w.is_on and d.webhook_id = ${webhookId} and d.id = ${id} and d.status = 'pending'
    returning d.attempts, exists (
      select from webhook_deliveries other where other.webhook_id = w.id and other.delivered_at > d.created_at) as "hasWorkedSince"`)
  if (noted === null) return
  tx.publish(webhookChange(webhookId))
  if (isDelivered) return
  // With 410, the receiver says that it wants no more messages.
  const next = status === 410 ? null : nextAttempt(noted.attempts, tx.now)
  if (next !== null) {
    await tx.run(sql`
      update webhook_deliveries set next_attempt_at = ${next} where webhook_id = ${webhookId} and id = ${id}`)
    await tx.rows(sql`select ${addDeliveryJob(sql`${webhookId}::text`, sql`${id}::text`, sql`${next}::timestamptz`)}`)
    return
  }
  await tx.run(sql`update webhook_deliveries set status = 'failed' where webhook_id = ${webhookId} and id = ${id}`)
  if (status === 410 || !noted.hasWorkedSince) await turnOff(tx, webhookId)
}

/** After the last attempt for a message, if nothing was delivered in all that time. */
async function turnOff(tx: Tx, id: string) {
  const turnedOff = await tx.run(sql`
    update webhooks set is_on = false, version = version + 1 where id = ${id} and is_on`)
  if (turnedOff === 0) return
  await tx.run(sql`
    update webhook_deliveries set status = 'failed', next_attempt_at = null where webhook_id = ${id} and status = 'pending'`)
  tx.record({ action: 'webhook.turned-off', id }, webhookChange(id))
  const [first, ...others] = await activeAdministrators(tx)
  if (first !== undefined) tx.mail(webhookTurnedOff(first, others))
}

const keepDays = 30

export const sweepDeliveries = (db: Database) =>
  db.run(sql`
    delete from webhook_deliveries
    where created_at < ${new Date(db.now.getTime() - keepDays * 86_400_000)} and status <> 'pending'`)
