// Threads that wait for us: a row for each, written by the client's message and taken away by the team's answer.
import type { AuditAction } from '../../domain/audit-events.ts'
import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { countedAtMost } from '../../domain/notice.ts'
import {
  previewLength,
  assertCanSetAside,
  type SetAsideInput,
  type ThreadState,
  WaitingThread,
} from '../../domain/waiting-thread.ts'
import { openFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { pageOf, toPage, type Page, type PageQuery } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

/** By a client's message. A thread that was set aside waits again from the new message on. */
export const threadWaits = (tx: Tx, clientFolderId: string, messageId: string) =>
  tx.run(sql`
    insert into waiting_threads as w (client_folder_id, message_id, last_message_id, messages, since)
    values (${clientFolderId}, ${messageId}, ${messageId}, 1, ${tx.now})
    on conflict (client_folder_id) do update set
      message_id = case when w.set_aside_at is null then w.message_id else excluded.message_id end,
      messages = case when w.set_aside_at is null then w.messages + 1 else 1 end,
      since = case when w.set_aside_at is null then w.since else excluded.since end,
      last_message_id = greatest(w.last_message_id, excluded.last_message_id), set_aside_at = null, set_aside_by_id = null`)

export const threadIsAnswered = (tx: Tx, clientFolderId: string) =>
  tx.run(sql`delete from waiting_threads where client_folder_id = ${clientFolderId}`)

const waiting = (actor: Actor) => sql`
  waiting_threads w join client_folders f on f.id = w.client_folder_id
  where w.set_aside_at is null and f.status <> 'archived' and ${visibleFolders(actor)}`

export async function listWaitingThreads(reader: Reader, actor: Actor, query: PageQuery): Promise<Page<WaitingThread>> {
  const rows = await reader.rows(typed(WaitingThread)`
    select w.message_id as id, w.client_folder_id as "clientFolderId", w.name as "folderName",
      person_name(client.first_name, client.last_name) as "clientName",
      person_name(staff.first_name, staff.last_name) as "assignedStaffName",
      w.messages, iso(w.since) as since, w.last_message_id as "lastMessageId", left(last.content, ${previewLength}) as preview
    from (
      select w.message_id, w.client_folder_id, w.messages, w.since, w.last_message_id, f.name, f.client_id, f.assigned_staff_id
      from ${waiting(actor)} ${pageOf(sql`w.message_id`, query)}
    ) w join messages last on last.id = w.last_message_id
      join users staff on staff.id = w.assigned_staff_id left join users client on client.id = w.client_id
    order by w.message_id desc`)
  return toPage(rows, query)
}

const WaitingRow = z.object({ waiting: z.number() })

export const waitingFigures = (reader: Reader, actor: Actor) =>
  reader.one(typed(WaitingRow)`
    select count(*)::integer as waiting from (
      select from ${waiting(actor)} limit ${raw(String(countedAtMost))}) counted`)

const LastMessageIdRow = z.object({ lastMessageId: z.string() })

export async function setThreadAside(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: SetAsideInput,
): Promise<ThreadState> {
  await openFolder(tx, actor, clientFolderId)
  const row = await tx.maybe(typed(LastMessageIdRow)`
    select last_message_id as "lastMessageId" from waiting_threads where client_folder_id = ${clientFolderId} for update`)
  assertCanSetAside(row, input)
  await tx.run(sql`
    update waiting_threads set set_aside_at = ${tx.now}, set_aside_by_id = ${actor.id}
    where client_folder_id = ${clientFolderId} and set_aside_at is null`)
  recordIt(tx, clientFolderId, 'thread.set-aside')
  return { clientFolderId, isSetAside: true }
}

export async function takeThreadBack(tx: Tx, actor: Actor, clientFolderId: string): Promise<ThreadState> {
  await openFolder(tx, actor, clientFolderId)
  await tx.run(sql`
    update waiting_threads set set_aside_at = null, set_aside_by_id = null where client_folder_id = ${clientFolderId}`)
  recordIt(tx, clientFolderId, 'thread.taken-back')
  return { clientFolderId, isSetAside: false }
}

const recordIt = (tx: Tx, clientFolderId: string, action: AuditAction) =>
  tx.record({ action, id: null, clientFolderId }, { type: 'messages', id: null, clientFolderId, teamOnly: true })
