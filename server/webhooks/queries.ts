import sql from 'sql-template-tag'
import { notFound } from '../../domain/errors.ts'
import { WebhookDelivery, WebhookView } from '../../domain/webhook.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageOf, type PageQuery, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  w.id, w.url, w.events, w.is_on as "isOn", w.version, iso(w.created_at) as "createdAt",
  (select json_build_object('status', d.status, 'createdAt', iso(d.created_at)) from webhook_deliveries d
    where d.webhook_id = w.id order by d.id desc limit 1) as "lastDelivery"`

/** For administrators. */
export async function unsafeWebhooks(reader: Reader, query: PageQuery): Promise<Page<WebhookView>> {
  return toPage(
    await reader.rows(typed(WebhookView)`select ${columns} from webhooks w where true ${pageOf(sql`w.id`, query)}`),
    query,
  )
}

/** For administrators; throws 404 if there is none. @param lock until the transaction ends */
export async function unsafeWebhook(reader: Reader, id: string, { lock = false } = {}): Promise<WebhookView> {
  const webhook = await reader.maybe(
    typed(WebhookView)`select ${columns} from webhooks w where w.id = ${id} ${lock ? sql`for update of w` : sql``}`,
  )
  if (webhook === null) throw notFound()
  return webhook
}

const deliveryColumns = sql`
  d.id, d.type, d.status, d.attempts, d.response_status as "responseStatus", d.failure, d.payload,
  iso(d.next_attempt_at) as "nextAttemptAt", iso(d.delivered_at) as "deliveredAt", iso(d.created_at) as "createdAt"`

/** For administrators; throws 404 if there is no such webhook. */
export async function unsafeDeliveries(
  reader: Reader,
  webhookId: string,
  query: PageQuery,
): Promise<Page<WebhookDelivery>> {
  await unsafeWebhook(reader, webhookId)
  return toPage(
    await reader.rows(
      typed(WebhookDelivery)`
        select ${deliveryColumns} from webhook_deliveries d where d.webhook_id = ${webhookId} ${pageOf(sql`d.id`, query)}`,
    ),
    query,
  )
}

/** For administrators; throws 404 if there is none. @param lock until the transaction ends */
export async function unsafeDelivery(
  reader: Reader,
  webhookId: string,
  id: string,
  { lock = false } = {},
): Promise<WebhookDelivery> {
  const delivery = await reader.maybe(
    typed(WebhookDelivery)`
      select ${deliveryColumns} from webhook_deliveries d
      where d.webhook_id = ${webhookId} and d.id = ${id} ${lock ? sql`for update` : sql``}`,
  )
  if (delivery === null) throw notFound()
  return delivery
}
