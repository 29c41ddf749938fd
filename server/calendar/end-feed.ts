import sql from 'sql-template-tag'
import type { Tx } from '../kit/db.ts'

/** Ends the person's calendar feed, so that its address opens nothing. */
export const deleteCalendarFeed = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`delete from calendar_feeds where user_id = ${userId}`)
