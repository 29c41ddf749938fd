// Messages to webhooks, queued in the transaction that causes them and sent by a job each.
import sql, { type Sql } from 'sql-template-tag'
import { auditEvents } from '../../domain/audit-events.ts'
import { isWebhookEvent, testEvent } from '../../domain/webhook.ts'
import { newId } from '../kit/id.ts'
import { webhookFlag } from '../kit/jobs.ts'
import type { Entry } from '../kit/record.ts'
import { rowsOf } from '../kit/rows.ts'

/**
 * Part of a `with`, named `delivery`: one row per event and webhook that wants it. A message contains ids and no data,
 * so that a receiver reads the rest with an API key and its scopes. Null if no entry is an event.
 */
export function insertDeliveries(entries: readonly Entry[], now: Date): Sql | null {
  const rows = entries.flatMap(({ action, type = auditEvents[action], id, clientFolderId = null }) =>
    isWebhookEvent(action)
      ? [
          {
            id: newId(),
            type: action,
            payload: JSON.stringify({ type: action, timestamp: now.toISOString(), data: { type, id, clientFolderId } }),
          },
        ]
      : [],
  )
  if (rows.length === 0) return null
  return sql`
    delivery as (
      insert into webhook_deliveries (webhook_id, id, type, payload, next_attempt_at, created_at)
      select w.id, r.id, r.type, r.payload, ${now}, ${now}
      from ${rowsOf('id uuid, type text, payload text', rows)} join webhooks w on w.is_on and w.events ? r.type
      returning webhook_id, id
    )`
}

export const testPayload = (now: Date) => JSON.stringify({ type: testEvent, timestamp: now.toISOString(), data: {} })

/** An expression that queues the job of one delivery. */
export const addDeliveryJob = (webhookId: Sql, id: Sql, runAt: Sql) => sql`
  graphile_worker.add_job('deliver-webhook', json_build_object('webhookId', ${webhookId}, 'id', ${id}),
    run_at => ${runAt}, flags => array[${webhookFlag}])`
