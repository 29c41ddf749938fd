import sql, { join, type Sql } from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import {
  resolveEmailChoices,
  type EmailChoices,
  type EmailChoicesInput,
  type NotificationFigures,
  type NotificationsRead,
} from '../../domain/notification.ts'
import { notFound } from '../../domain/errors.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import { emailChoices, notificationFigures } from './queries.ts'
import { IdRow, typed } from '../kit/row-types.ts'

/** Reading a notification is not audited; only the user's other tabs are updated. */
export async function readNotification(
  db: Database,
  origin: Origin,
  actor: Actor,
  id: string,
): Promise<NotificationFigures> {
  return db.transaction(origin, async (tx) => {
    const own = await tx.maybe(typed(IdRow)`select id from notifications where user_id = ${actor.id} and id = ${id}`)
    if (own === null) throw notFound()
    await markRead(tx, actor, sql`id = ${id}`)
    return notificationFigures(tx, actor)
  })
}

export async function readNotifications(
  db: Database,
  origin: Origin,
  actor: Actor,
  { ids, clientFolderId, kind }: NotificationsRead,
): Promise<NotificationFigures> {
  const which = [
    sql`true`,
    ...(ids === undefined ? [] : [sql`id in (${join(ids)})`]),
    ...(clientFolderId === null ? [] : [sql`client_folder_id = ${clientFolderId}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
  ]
  return db.transaction(origin, async (tx) => {
    await markRead(tx, actor, join(which, ' and '))
    return notificationFigures(tx, actor)
  })
}

async function markRead(tx: Tx, actor: Actor, which: Sql) {
  const read = await tx.run(
    sql`update notifications set read_at = ${tx.now} where user_id = ${actor.id} and read_at is null and ${which}`,
  )
  if (read > 0) tx.publish({ type: 'notifications', id: null, userIds: [actor.id], isPrivate: true })
}

export async function changeEmailChoices(tx: Tx, actor: Actor, input: EmailChoicesInput): Promise<EmailChoices> {
  const chosen = resolveEmailChoices(input, actor.role)
  if (chosen.length > 0)
    await tx.run(sql`
      insert into email_preferences (user_id, kind, delivery)
      values ${join(chosen.map(([kind, delivery]) => sql`(${actor.id}, ${kind}, ${delivery})`))}
      on conflict (user_id, kind) do update set delivery = excluded.delivery`)
  tx.record(
    { action: 'email-choices.changed', id: actor.id, details: Object.fromEntries(chosen) },
    { type: 'email-choices', id: null, userIds: [actor.id], isPrivate: true },
  )
  return emailChoices(tx, actor)
}
