// Unanswered threads: a row for each, created by the client's message and deleted by the team's reply.
import type { AuditAction } from '../../domain/audit-events.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { maxUnreadCount } from '../../domain/notification.ts'
import {
  previewLength,
  assertCanMarkNoReplyNeeded,
  type NoReplyNeededInput,
  type ThreadState,
  UnansweredThread,
} from '../../domain/unanswered-thread.ts'
import { openFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { pageOf, toPage, type Page, type PageQuery } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

/**
 * For a client's message. A thread marked "no reply needed" becomes unanswered again from the new message on.
 */
export const unansweredFrom = (clientFolderId: string, messageId: string, now: Date): Sql => sql`
    insert into unanswered_threads as w (client_folder_id, message_id, last_message_id, message_count, since)
    values (${clientFolderId}, ${messageId}, ${messageId}, 1, ${now})
    on conflict (client_folder_id) do update set
      message_id = case when w.dismissed_at is null then w.message_id else excluded.message_id end,
      message_count = case when w.dismissed_at is null then w.message_count + 1 else 1 end,
      since = case when w.dismissed_at is null then w.since else excluded.since end,
      last_message_id = greatest(w.last_message_id, excluded.last_message_id), dismissed_at = null, dismissed_by_id = null`

export const answered = (clientFolderId: string): Sql =>
  sql`delete from unanswered_threads where client_folder_id = ${clientFolderId}`

/**
 * After a message was retracted: counts the client's messages since the last reply, or deletes the row if there is
 * none.
 */
export async function updateUnansweredThread(tx: Tx, clientFolderId: string): Promise<void> {
  const since = sql`
    select id, created_at from messages m where m.client_folder_id = ${clientFolderId} and m.is_from_client and m.retracted_at is null
      and not exists (select from messages answer where answer.client_folder_id = m.client_folder_id
        and not answer.is_from_client and answer.retracted_at is null and answer.id > m.id)`
  await tx.run(sql`
    delete from unanswered_threads where client_folder_id = ${clientFolderId} and not exists (${since})`)
  await tx.run(sql`
    insert into unanswered_threads as w (client_folder_id, message_id, last_message_id, message_count, since)
    select ${clientFolderId}, (array_agg(id order by id))[1], (array_agg(id order by id desc))[1], count(*), min(created_at)
    from (${since}) s having count(*) > 0
    on conflict (client_folder_id) do update set message_id = excluded.message_id, last_message_id = excluded.last_message_id,
      message_count = excluded.message_count, since = excluded.since`)
}

const waiting = (actor: Actor) => sql`
  unanswered_threads w join client_folders f on f.id = w.client_folder_id
  where w.dismissed_at is null and f.status <> 'archived' and ${visibleFolders(actor, 'messages')}`

export async function listUnansweredThreads(
  reader: Reader,
  actor: Actor,
  query: PageQuery,
): Promise<Page<UnansweredThread>> {
  const rows = await reader.rows(typed(UnansweredThread)`
    select w.message_id as id, w.client_folder_id as "clientFolderId", w.name as "folderName",
      person_name(client.first_name, client.last_name) as "clientName",
      w.assigned_staff_id as "assignedStaffId", person_name(staff.first_name, staff.last_name) as "assignedStaffName",
      w.message_count as messages, iso(w.since) as since, w.last_message_id as "lastMessageId", left(last.content, ${previewLength}) as preview
    from (
      select w.message_id, w.client_folder_id, w.message_count, w.since, w.last_message_id, f.name, f.client_id, f.assigned_staff_id
      from ${waiting(actor)} ${pageOf(sql`w.message_id`, query, 'oldest')}
    ) w join messages last on last.id = w.last_message_id
      join users staff on staff.id = w.assigned_staff_id left join users client on client.id = w.client_id
    order by w.message_id`)
  return toPage(rows, query)
}

const UnansweredRow = z.object({ waiting: z.number() })

export const unansweredFigures = (reader: Reader, actor: Actor) =>
  reader.one(typed(UnansweredRow)`
    select count(*)::integer as waiting from (
      select from ${waiting(actor)} limit ${raw(String(maxUnreadCount))}) counted`)

const LastMessageIdRow = z.object({ lastMessageId: z.string() })

export async function markNoReplyNeeded(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: NoReplyNeededInput,
): Promise<ThreadState> {
  await openFolder(tx, actor, clientFolderId, 'messages')
  const row = await tx.maybe(typed(LastMessageIdRow)`
    select last_message_id as "lastMessageId" from unanswered_threads where client_folder_id = ${clientFolderId} for update`)
  assertCanMarkNoReplyNeeded(row, input)
  await tx.run(sql`
    update unanswered_threads set dismissed_at = ${tx.now}, dismissed_by_id = ${actor.id}
    where client_folder_id = ${clientFolderId} and dismissed_at is null`)
  recordIt(tx, clientFolderId, 'thread.set-aside')
  return { clientFolderId, isDismissed: true }
}

export async function markNeedsReply(tx: Tx, actor: Actor, clientFolderId: string): Promise<ThreadState> {
  await openFolder(tx, actor, clientFolderId, 'messages')
  await tx.run(sql`
    update unanswered_threads set dismissed_at = null, dismissed_by_id = null where client_folder_id = ${clientFolderId}`)
  recordIt(tx, clientFolderId, 'thread.taken-back')
  return { clientFolderId, isDismissed: false }
}

const recordIt = (tx: Tx, clientFolderId: string, action: AuditAction) =>
  tx.record({ action, id: null, clientFolderId }, { type: 'messages', id: null, clientFolderId, teamOnly: true })
