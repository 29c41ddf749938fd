import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import type { CalendarFeed, NewCalendarFeed } from '../../domain/calendar-feed.ts'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../kit/db.ts'
import { hashOf, newSecret } from '../kit/session.ts'
import { unsafeUser } from '../users/queries.ts'
import { calendarAddressCreated } from './emails.ts'
import { deleteCalendarFeed } from './end-feed.ts'
import { feedOf, unreadSince } from './queries.ts'

/** Replaces the address; the previous one stops working. */
export async function createCalendarFeed(
  tx: Tx,
  actor: Actor,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<NewCalendarFeed> {
  const token = newSecret()
  await tx.run(sql`
    insert into calendar_feeds (user_id, token_hash, created_at) values (${actor.id}, ${hashOf(token)}, ${tx.now})
    on conflict (user_id) do update
      set token_hash = excluded.token_hash, created_at = excluded.created_at, read_at = null`)
  tx.record({ action: 'calendar.opened', id: actor.id })
  tx.mail(calendarAddressCreated(await unsafeUser(tx, actor.id)))
  return { ...(await feedOf(tx, actor)), url: `${publicUrl}/calendar/${token}.ics` }
}

export async function endCalendarFeed(tx: Tx, actor: Actor): Promise<CalendarFeed> {
  await deleteCalendarFeed(tx, actor.id)
  tx.record({ action: 'calendar.ended', id: actor.id })
  return feedOf(tx, actor)
}

/** Recorded at most once an hour, so that reading does not write. */
export async function recordFeedRead(db: Database, { id }: Actor): Promise<void> {
  const hourAgo = new Date(db.now.getTime() - 3_600_000)
  await db.run(sql`
    update calendar_feeds set read_at = ${db.now} where user_id = ${id} and (read_at is null or read_at < ${hourAgo})`)
}

/** Deletes feeds that no calendar program has read for a year. */
export const sweepCalendarFeeds = (db: Database): Promise<number> =>
  db.run(sql`delete from calendar_feeds where coalesce(read_at, created_at) < ${unreadSince(db.now)}`)
