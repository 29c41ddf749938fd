import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listPushSubscriptions as endpoint } from '../../api/push-subscriptions.ts'
import { PushSubscriptionView } from '../../domain/push-subscription.ts'
import { browserInWords } from '../../domain/session.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { inPrivate, type Session } from '../kit/session.ts'

export const PushSubscriptionRow = PushSubscriptionView.omit({ browser: true }).extend({ userAgent: z.string() })

/** The columns of `push_subscriptions s`. */
export const columns = (actor: Session): Sql => sql`
  s.id, s.user_agent as "userAgent", coalesce(s.session_id = ${actor.sessionId}, false) as current,
  iso(s.created_at) as "createdAt", s.version`

export const viewed = ({ userAgent, ...row }: z.infer<typeof PushSubscriptionRow>): PushSubscriptionView => ({
  ...row,
  browser: browserInWords(userAgent),
})

/** The devices of the actor; none for someone who views as them. */
export async function listPushSubscriptions(
  reader: Reader,
  actor: Session,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<PushSubscriptionView>> {
  const rows = await reader.rows(typed(PushSubscriptionRow)`
    select ${columns(actor)} from push_subscriptions s
    where s.user_id = ${inPrivate(actor).id} ${pageOf(sql`s.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map(viewed), next }
}
