// Push notifications, queued in the transaction that writes the notification and sent by a job each.
import sql, { type Sql } from 'sql-template-tag'
import { pushFlag } from '../kit/jobs.ts'

/** About half an hour: later, the person has seen the notification in the portal, or it is old. */
const maxAttempts = 8

/**
 * An expression that queues a job for each device of the person, unless they turned off this kind or have the folder
 * open. For rows of `notice` and `asked` (server/notifications/notifications-of.ts).
 */
export const queuePush: Sql = sql`
  (select count(graphile_worker.add_job('deliver-push', json_build_object('id', s.id, 'notificationId', n.id),
      max_attempts => ${maxAttempts}, flags => array[${pushFlag}]))::integer
    from notice n join asked r on r.notification_id = n.id and r.delivery <> 'never' and not r.looking
      join push_subscriptions s on s.user_id = n.user_id)`
