import sql from 'sql-template-tag'
import { z } from 'zod'
import { conflict } from '../../domain/errors.ts'
import { administrators } from '../../domain/roles.ts'
import {
  type CreatedWebhook,
  maxWebhooks,
  testEvent,
  type WebhookChange,
  type WebhookDelivery,
  type WebhookInput,
  type WebhookView,
} from '../../domain/webhook.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { assertPublicAddress } from '../kit/public-address.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { unsafeDelivery, unsafeWebhook } from './queries.ts'
import { addDeliveryJob, testPayload } from './queue.ts'
import { encryptSecret, newSecret } from './secret.ts'

export interface WebhookContext {
  dataKeys: DataKeys
  allowsPrivateAddresses: boolean
}

export const webhookChange = (id: string): ChangeEvent => ({ type: 'webhooks', id, roles: administrators })

const CountRow = z.object({ count: z.number() })

export async function createWebhook(
  tx: Tx,
  { dataKeys, allowsPrivateAddresses }: WebhookContext,
  { url, events }: WebhookInput,
): Promise<CreatedWebhook> {
  assertPublicAddress('url', url, allowsPrivateAddresses)
  await takeAdvisoryLock(tx, 'webhooks')
  const { count } = await tx.one(typed(CountRow)`select count(*)::int as count from webhooks`)
  if (count >= maxWebhooks) throw conflict(`There are already ${maxWebhooks} webhooks. Delete one first.`)
  const id = newId()
  const secret = newSecret()
  await tx.run(sql`
    insert into webhooks (id, url, events, secret_encrypted, created_at)
    values (${id}, ${url}, ${JSON.stringify(events)}, ${await encryptSecret(dataKeys, id, secret)}, ${tx.now})`)
  tx.record({ action: 'webhook.created', id, details: { events } }, webhookChange(id))
  return { ...(await unsafeWebhook(tx, id)), secret }
}

export async function changeWebhook(
  tx: Tx,
  { allowsPrivateAddresses }: WebhookContext,
  id: string,
  { url, events, isOn }: WebhookChange,
  ifMatch: IfMatch,
): Promise<WebhookView> {
  const before = await unsafeWebhook(tx, id, { lock: true })
  assertVersion(before, ifMatch)
  assertPublicAddress('url', url, allowsPrivateAddresses)
  await tx.run(sql`
    update webhooks set url = ${url}, events = ${JSON.stringify(events)}, is_on = ${isOn}, version = version + 1 where id = ${id}`)
  if (!isOn)
    await tx.run(sql`
      update webhook_deliveries set status = 'failed', next_attempt_at = null where webhook_id = ${id} and status = 'pending'`)
  const details = { events, isOn, hasNewAddress: url !== before.url }
  tx.record({ action: 'webhook.changed', id, details }, webhookChange(id))
  return unsafeWebhook(tx, id)
}

export async function deleteWebhook(tx: Tx, id: string): Promise<WebhookView> {
  const webhook = await unsafeWebhook(tx, id, { lock: true })
  await tx.run(sql`delete from webhooks where id = ${id}`)
  tx.record({ action: 'webhook.deleted', id }, webhookChange(id))
  return webhook
}

export async function testWebhook(tx: Tx, webhookId: string): Promise<WebhookDelivery> {
  await assertOn(tx, webhookId)
  const id = newId()
  await tx.run(sql`
    insert into webhook_deliveries (webhook_id, id, type, payload, next_attempt_at, created_at)
    values (${webhookId}, ${id}, ${testEvent}, ${testPayload(tx.now)}, ${tx.now}, ${tx.now})`)
  await queueNow(tx, webhookId, id)
  tx.record({ action: 'webhook.tested', id: webhookId }, webhookChange(webhookId))
  return unsafeDelivery(tx, webhookId, id)
}

export async function resendDelivery(tx: Tx, webhookId: string, id: string): Promise<WebhookDelivery> {
  await assertOn(tx, webhookId)
  const { status } = await unsafeDelivery(tx, webhookId, id, { lock: true })
  if (status === 'pending') throw conflict('This message is still being sent.')
  await tx.run(sql`
    update webhook_deliveries set status = 'pending', attempts = 0, next_attempt_at = ${tx.now}, delivered_at = null
    where webhook_id = ${webhookId} and id = ${id}`)
  await queueNow(tx, webhookId, id)
  tx.record({ action: 'webhook.message-resent', id: webhookId, details: { message: id } }, webhookChange(webhookId))
  return unsafeDelivery(tx, webhookId, id)
}

const queueNow = (tx: Tx, webhookId: string, id: string) =>
  tx.rows(sql`select ${addDeliveryJob(sql`${webhookId}::text`, sql`${id}::text`, sql`${tx.now}::timestamptz`)}`)

async function assertOn(tx: Tx, id: string) {
  const { isOn } = await unsafeWebhook(tx, id, { lock: true })
  if (!isOn) throw conflict('This webhook is off. Turn it on first.')
}
