// Stripe retries an event for three days. This job reads payments and refunds whose events were never delivered.
import type { AppContext } from '../app-context.ts'
import { withoutData } from '../kit/log.ts'
import { quietPayments } from './queries.ts'
import { settleOpenRefunds } from './refunds.ts'
import { refreshPayment } from './reconcile.ts'

const quietMinutes = 60

export async function refreshQuietPayments({
  config,
  db,
  log,
}: Pick<AppContext, 'config' | 'db' | 'log'>): Promise<void> {
  if (config.stripe === undefined) return
  const before = new Date(db.now.getTime() - quietMinutes * 60_000)
  await settleOpenRefunds({ config, db, log }, before)
  for (const { id } of await quietPayments(db, before))
    await refreshPayment(
      { config, db },
      { actorId: null, address: 'job', requestId: 'refresh-online-payments' },
      id,
    ).catch(
      // An unknown payment must not block the others.
      (error: unknown) =>
        log.warn({ onlinePaymentId: id, error: withoutData(error) }, 'a payment could not be read at Stripe'),
    )
}
