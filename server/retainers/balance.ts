// The balance of a retainer, which is changed together with the entry that pays or uses it (invoices/entries.ts).
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { EntryKind } from '../../domain/payment.ts'
import { assertRetainerCovers } from '../../domain/retainer.ts'
import type { Tx } from '../kit/db.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'

/** Refunds of retainer `r` that Stripe was asked for, in cents: their entries follow. */
export const refundsInProgress: Sql = sql`
  (select coalesce(sum(refund.amount), 0)::bigint from online_refunds refund
    join payments paid on paid.id = refund.entry_id join invoices bill on bill.id = paid.invoice_id
    where paid.client_folder_id = r.client_folder_id and refund.status = 'open' and bill.is_retainer)`

export const retainerEvent = (clientFolderId: string): ChangeEvent => ({
  type: 'retainers',
  id: clientFolderId,
  clientFolderId,
})

const BalanceRow = z.object({ balance: z.int(), available: z.int(), lowBalance: z.int().nullable() })

/** The retainer of a folder, created if there is none, and locked, so that concurrent entries can't overdraw it. */
export async function lockRetainer(tx: Tx, clientFolderId: string): Promise<z.infer<typeof BalanceRow>> {
  await tx.run(sql`
    insert into retainers (client_folder_id, created_at, updated_at) values (${clientFolderId}, ${tx.now}, ${tx.now})
    on conflict (client_folder_id) do nothing`)
  // Locked before reading, so that the balance is the one that the previous transaction left.
  await tx.maybe(
    sql`select client_folder_id from retainers where client_folder_id = ${clientFolderId} for no key update`,
  )
  return tx.one(typed(BalanceRow)`
    select r.balance, r.balance - ${refundsInProgress} as available, r.low_balance as "lowBalance"
    from retainers r where r.client_folder_id = ${clientFolderId}`)
}

/**
 * Throws 409 for an entry that takes more than what is available.
 * @param change in cents, negative where it lowers the balance
 */
export async function changeBalance(
  tx: Tx,
  clientFolderId: string,
  change: number,
  { kind, mayOverdraw = false }: { kind: EntryKind; mayOverdraw?: boolean | undefined },
): Promise<void> {
  const { available } = await lockRetainer(tx, clientFolderId)
  if (change < 0 && !mayOverdraw) assertRetainerCovers(available, kind, -change)
  await tx.run(sql`
    update retainers set balance = balance + ${change}, version = version + 1, updated_at = ${tx.now}
    where client_folder_id = ${clientFolderId}`)
  tx.publish(retainerEvent(clientFolderId))
}
