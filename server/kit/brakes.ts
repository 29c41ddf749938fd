// Counters of tries in a window, kept in the database so that they hold across instances and restarts.
import sql from 'sql-template-tag'
import { Refusal } from '../../domain/refusal.ts'
import type { Database } from './db.ts'

export interface Brake {
  name: string
  tries: number
  windowSeconds: number
  sentence: string
}

/** Counts one try against a brake; past the limit it refuses with 429 and says when to come back. */
export async function brake(
  db: Database,
  { name, tries, windowSeconds, sentence }: Brake,
  subject: string,
): Promise<void> {
  const now = db.now
  const windowAgo = new Date(now.getTime() - windowSeconds * 1000)
  const row = await db.one<{ tries: number; windowStart: Date }>(sql`
    insert into brakes as b (name, subject, window_start, tries) values (${name}, ${subject}, ${now}, 1)
    on conflict (name, subject) do update set
      tries = case when b.window_start <= ${windowAgo} then 1 else b.tries + 1 end,
      window_start = case when b.window_start <= ${windowAgo} then ${now} else b.window_start end
    returning tries, window_start as "windowStart"`)
  if (row.tries <= tries) return
  const retryAfterSeconds = Math.max(
    1,
    Math.ceil((row.windowStart.getTime() + windowSeconds * 1000 - now.getTime()) / 1000),
  )
  throw new Refusal('too-many', sentence, { retryAfterSeconds })
}

/** Takes back a try that turned out right, so that only wrong ones count. */
export async function release(db: Database, { name }: Brake, subject: string): Promise<void> {
  await db.run(sql`update brakes set tries = greatest(tries - 1, 0) where name = ${name} and subject = ${subject}`)
}
