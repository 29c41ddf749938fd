import { type AccessReview, alreadyReviewed, quarterOf } from '../../domain/access-review.ts'
import type { Actor } from '../../domain/actor.ts'
import { officeDate } from '../../domain/time.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { accessReviewOf } from './queries.ts'

export async function markAccessAsReviewed(tx: Tx, actor: Actor): Promise<AccessReview> {
  const quarter = quarterOf(officeDate(tx.now))
  // Of several administrators at the same time, one succeeds.
  const reviewed = await tx.maybe(typed(IdRow)`
    insert into access_reviews as r (id, quarter, reviewed_at, reviewed_by_id, created_at)
    values (${newId()}, ${quarter}, ${tx.now}, ${actor.id}, ${tx.now})
    on conflict (quarter) do update
      set reviewed_at = excluded.reviewed_at, reviewed_by_id = excluded.reviewed_by_id, version = r.version + 1
      where r.reviewed_at is null
    returning r.id`)
  if (reviewed === null) throw alreadyReviewed()
  tx.record(
    { action: 'access-review.reviewed', id: reviewed.id, details: { quarter } },
    { type: 'access-reviews', id: reviewed.id },
  )
  return accessReviewOf(tx, quarter)
}
