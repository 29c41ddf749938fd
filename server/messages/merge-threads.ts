// Joins the thread of a folder that is merged with that of the remaining folder. Called before the messages move.
import sql, { join } from 'sql-template-tag'
import { z } from 'zod'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

const ReceiptRow = z.object({ userId: z.string(), lastMessageId: z.string(), at: z.date() })

/**
 * A receipt says that everything up to a message was read. In the joined thread that is the last message before the first
 * one that this person has neither read nor written, so that no message is shown as read that wasn't.
 */
export async function mergeReadReceipts(tx: Tx, id: string, intoId: string): Promise<void> {
  const both = sql`any(${[id, intoId]}::uuid[])`
  const receipts = await tx.rows(typed(ReceiptRow)`
    with reader as (
      select user_id, max(at) as at,
        (array_agg(last_message_id) filter (where client_folder_id = ${id}))[1] as of_merged,
        (array_agg(last_message_id) filter (where client_folder_id = ${intoId}))[1] as of_remaining
      from message_read_receipts where client_folder_id = ${both} group by user_id
    )
    select r.user_id as "userId", last.id as "lastMessageId", r.at
    from reader r
      left join lateral (
        select m.id from messages m
        where m.client_folder_id = ${both} and m.sender_id <> r.user_id
          and coalesce(m.id > case when m.client_folder_id = ${id} then r.of_merged else r.of_remaining end, true)
        order by m.id limit 1
      ) unread on true
      cross join lateral (
        select m.id from messages m
        where m.client_folder_id = ${both} and (unread.id is null or m.id < unread.id)
        order by m.id desc limit 1
      ) last`)
  await tx.run(sql`delete from message_read_receipts where client_folder_id = ${both}`)
  if (receipts.length === 0) return
  const rows = receipts.map(({ userId, lastMessageId, at }) => sql`(${userId}, ${intoId}, ${lastMessageId}, ${at})`)
  await tx.run(sql`
    insert into message_read_receipts (user_id, client_folder_id, last_message_id, at) values ${join(rows)}`)
}

const ThreadRow = z.object({
  messageId: z.string(),
  lastMessageId: z.string(),
  count: z.number(),
  since: z.date(),
  dismissedAt: z.date().nullable(),
  dismissedById: z.string().nullable(),
})

/** The joined thread needs a reply if one of the two does. */
export async function mergeUnansweredThreads(tx: Tx, id: string, intoId: string): Promise<void> {
  const threads = await tx.rows(typed(ThreadRow)`
    delete from unanswered_threads where client_folder_id = any(${[id, intoId]}::uuid[])
    returning message_id as "messageId", last_message_id as "lastMessageId", message_count as count, since,
      dismissed_at as "dismissedAt", dismissed_by_id as "dismissedById"`)
  const open = threads.filter(({ dismissedAt }) => dismissedAt === null)
  const [first, second] = (open.length === 0 ? threads.slice(0, 1) : open).toSorted((a, b) =>
    a.messageId < b.messageId ? -1 : 1,
  )
  if (first === undefined) return
  const last = second !== undefined && second.lastMessageId > first.lastMessageId ? second : first
  await tx.run(sql`
    insert into unanswered_threads (client_folder_id, message_id, last_message_id, message_count, since, dismissed_at, dismissed_by_id)
    values (${intoId}, ${first.messageId}, ${last.lastMessageId}, ${first.count + (second?.count ?? 0)}, ${first.since},
      ${first.dismissedAt}, ${first.dismissedById})`)
}
