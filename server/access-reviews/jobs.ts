// Reminds administrators of the access review once each quarter. The row is written in the same transaction as the
// emails, so several instances send them once.
import sql from 'sql-template-tag'
import { quarterOf } from '../../domain/access-review.ts'
import { officeDate } from '../../domain/time.ts'
import { isTimeForReminders } from '../follow-ups/source.ts'
import type { Database } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { activeAdministrators } from '../users/queries.ts'
import { accessReviewDue } from './emails.ts'
import { wasUsedBefore } from './queries.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-access-review-reminders' }

export async function sendAccessReviewReminders(db: Database): Promise<void> {
  if (!(await isTimeForReminders(db))) return
  const quarter = quarterOf(officeDate(db.now))
  const handled = await db.maybe(sql`select r.id from access_reviews r where r.quarter = ${quarter}`)
  if (handled !== null) return
  await db.transaction(origin, async (tx) => {
    const reminded = await tx.maybe(typed(IdRow)`
      insert into access_reviews (id, quarter, reminded_at, created_at)
      select ${newId()}::uuid, ${quarter}, ${tx.now}::timestamptz, ${tx.now}::timestamptz where ${wasUsedBefore(quarter)}
      on conflict (quarter) do nothing returning id`)
    const [first, ...others] = await activeAdministrators(tx)
    if (reminded === null || first === undefined) return
    tx.record(
      { action: 'access-review.reminded', id: reminded.id, details: { quarter } },
      { type: 'access-reviews', id: reminded.id },
    )
    tx.mail(accessReviewDue(first, others))
  })
}
