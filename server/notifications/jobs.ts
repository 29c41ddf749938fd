import sql from 'sql-template-tag'
import { z } from 'zod'
import { Actor } from '../../domain/actor.ts'
import { retentionDays, summaryHour } from '../../domain/notification.ts'
import { officeHour, officeZone } from '../../domain/time.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import { dailySummary } from './emails.ts'
import { actorColumns } from '../users/actor-columns.ts'
import { ownNotifications } from './queries.ts'
import { IdRow, typed } from '../kit/row-types.ts'

const origin = (name: string): Origin => ({ actorId: null, address: 'job', requestId: name })

/**
 * One email a day to each person who chose a daily summary and has something unread; a missed day is caught up later
 * that day.
 */
export async function sendDailySummaries(db: Database): Promise<void> {
  if (officeHour(db.now) < summaryHour) return
  const people = await db.rows(typed(IdRow)`
    select distinct n.user_id as id from notifications n
    where n.in_summary and not exists (
      select from emails e
      where e.to_user_id = n.user_id and e.about = 'summary'
        and (e.created_at at time zone ${officeZone})::date = (${db.now}::timestamptz at time zone ${officeZone})::date)`)
  for (const { id } of people) await db.transaction(origin('send-daily-summaries'), (tx) => sendSummary(tx, id))
}

const Person = Actor.extend({ email: z.string(), isActive: z.boolean() })
type Person = z.infer<typeof Person>

const CountRow = z.object({ count: z.number() })

async function sendSummary(tx: Tx, id: string) {
  const person = await tx.one(typed(Person)`
    select ${actorColumns(tx.now)}, u.email, u.is_active as "isActive"
    from users u where u.id = ${id} for no key update`)
  const { count } = await tx.one(typed(CountRow)`
    select count(*)::integer as count from notifications n left join client_folders f on f.id = n.client_folder_id
    where ${ownNotifications(person)} and n.in_summary and n.read_at is null`)
  // Notifications read by then are left out.
  const summed = await tx.run(sql`update notifications set in_summary = false where user_id = ${id} and in_summary`)
  if (summed === 0 || count === 0 || !person.isActive) return
  tx.record({ action: 'summary.sent', id, details: { count } })
  tx.mail(dailySummary({ email: person.email, userId: id, name: person.firstName }, count))
}

export async function sweepNotifications(db: Database): Promise<void> {
  const before = new Date(db.now.getTime() - retentionDays * 86_400_000)
  await db.run(sql`delete from notifications where created_at < ${before}`)
}
