// The entries of an online payment: the one on its own invoice, and those on invoices to which a part was applied later.
// The online payment is always locked before the invoices, to avoid deadlocks.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Reader, Tx } from '../kit/db.ts'
import { IdRow, typed } from '../kit/row-types.ts'

const EntryRow = z.object({ id: z.string(), invoiceId: z.string() })

/** In the order in which they were recorded. */
export const entriesOfPayment = (reader: Reader, onlinePaymentId: string): Promise<z.infer<typeof EntryRow>[]> =>
  reader.rows(typed(EntryRow)`
    select e.id, e.invoice_id as "invoiceId" from payments e
    where e.id = (select payment_id from online_payments where id = ${onlinePaymentId})
      or e.id in (select entry_id from online_payment_entries where online_payment_id = ${onlinePaymentId})
    order by e.id`)

/** Rows that refer to the payment can still be added by others. */
export const lockOnlinePayment = (tx: Tx, id: string): Promise<unknown> =>
  tx.maybe(sql`select id from online_payments where id = ${id} for no key update`)

/** Locks the online payment of an entry, and returns its id; null for an entry that was recorded by hand. */
export async function lockPaymentOfEntry(tx: Tx, entryId: string): Promise<string | null> {
  const found = await tx.maybe(typed(IdRow)`
    select id from online_payments where payment_id = ${entryId}
    union all select online_payment_id from online_payment_entries where entry_id = ${entryId}`)
  if (found === null) return null
  await lockOnlinePayment(tx, found.id)
  return found.id
}

/** An entry was reversed by hand, so its money is not applied to an invoice. @param amount in cents */
export async function addToUnapplied(
  tx: Tx,
  { id, clientFolderId }: { id: string; clientFolderId: string },
  amount: number,
): Promise<void> {
  await tx.run(sql`
    update online_payments set unapplied = unapplied + ${amount}, updated_at = ${tx.now} where id = ${id}`)
  tx.publish({ type: 'online-payments', id, clientFolderId })
}
