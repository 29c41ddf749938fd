import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, isClient } from '../../domain/actor.ts'
import {
  choosableKinds,
  maxUnreadCount,
  Delivery,
  type EmailChoices,
  isFixed,
  Notification,
  NotificationFigures,
} from '../../domain/notification.ts'
import { mayUsePart } from '../../domain/folder-rights.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, toPage, type Page, type PageQuery } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

/** A user's own notifications (alias `n`), except those about a folder (`f`) that they may no longer see. */
const tables = sql`notifications n left join client_folders f on f.id = n.client_folder_id`
export const ownNotifications = (actor: Actor) =>
  sql`n.user_id = ${actor.id} and (n.client_folder_id is null or ${visibleTo(actor)})`

const visibleTo = (actor: Actor) => {
  if (isClient(actor)) return seenByClient(actor)
  return mayUsePart(actor, 'everything') ? visibleFolders(actor) : seenByLimitedStaff(actor)
}

/** Their access may have changed since they were notified. Which signatures it is about is in `about`. */
const seenByLimitedStaff = (actor: Actor) => sql`
  case n.kind when 'messages' then ${visibleFolders(actor, 'messages')} when 'documents' then ${visibleFolders(actor, 'documents')}
    when 'money' then ${visibleFolders(actor, 'money')}
    when 'signatures' then case when n.about = 'signatures documents' then ${visibleFolders(actor, 'documents')}
      when n.about = 'signatures contracts' or n.about like 'contract %' then ${visibleFolders(actor, 'money')} else false end
    else ${visibleFolders(actor, 'work')} end`

/** Contacts see notifications about the parts they have access to. */
const seenByClient = (actor: Actor) => sql`
  case n.kind when 'messages' then ${visibleFolders(actor, 'messages')} when 'documents' then ${visibleFolders(actor, 'documents')}
    when 'assignments' then ${visibleFolders(actor, 'documents')}
    when 'money' then ${visibleFolders(actor, 'money')} when 'signatures' then ${visibleFolders(actor, 'money')} or ${visibleFolders(actor, 'documents')}
    else ${visibleFolders(actor, 'folder')} end`

export async function listNotifications(reader: Reader, actor: Actor, query: PageQuery): Promise<Page<Notification>> {
  const rows = await reader.rows(typed(Notification)`
    select n.id, n.kind, n.subject, person_name(who.first_name, who.last_name) as "actorName",
      n.client_folder_id as "clientFolderId", f.name as "folderName", n.path, n.read_at is not null as "isRead",
      iso(n.created_at) as "createdAt", case when n.read_at is null then 1 else 2 end as version
    from ${tables} left join users who on who.id = n.actor_id
    where ${ownNotifications(actor)} ${pageOf(sql`n.id`, query)}`)
  return toPage(rows, query)
}

export const notificationFigures = (reader: Reader, actor: Actor): Promise<NotificationFigures> =>
  reader.one(typed(NotificationFigures)`
    select count(*)::integer as unread from (
      select from ${tables} where ${ownNotifications(actor)} and n.read_at is null limit ${raw(String(maxUnreadCount))}) counted`)

const EmailChoiceRow = z.object({ kind: z.string(), delivery: Delivery })

export async function emailChoices(reader: Reader, actor: Actor): Promise<EmailChoices> {
  const rows = await reader.rows(
    typed(EmailChoiceRow)`select kind, delivery from email_preferences where user_id = ${actor.id}`,
  )
  const chosen = new Map(rows.map(({ kind, delivery }) => [kind, delivery]))
  const choices = choosableKinds.map((kind) => {
    const fixed = isFixed(kind, actor.role)
    return { kind, delivery: fixed ? ('at-once' as const) : (chosen.get(kind) ?? 'at-once'), isFixed: fixed }
  })
  return { choices: [...choices, { kind: 'account', delivery: 'at-once', isFixed: true }] }
}
