import sql from 'sql-template-tag'
import type { Tx } from '../kit/db.ts'

/** Whoever could read this person's calendar by its address can't any more. */
export const endFeedOf = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`delete from calendar_feeds where user_id = ${userId}`)
