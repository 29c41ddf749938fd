import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listRetainerEntries as endpoint } from '../../api/retainers.ts'
import { type Actor, isClient } from '../../domain/actor.ts'
import { isOpen } from '../../domain/client-folder.ts'
import { allowedForRetainer, Retainer, RetainerEntry, type RetainerView } from '../../domain/retainer.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { refundsInProgress } from './balance.ts'

/** Entries `p` of invoices `i` that pay or use the retainer of folder `f`. */
const ofRetainer = sql`
  p.client_folder_id = f.id and (p.method = 'retainer' or (i.is_retainer and p.credit_note_id is null))`

/** The retainer of a folder that the actor may see; throws 404 otherwise. */
export async function readRetainer(reader: Reader, actor: Actor, clientFolderId: string): Promise<RetainerView> {
  const folder = await folderFor(reader, actor, clientFolderId, { part: 'money' })
  const retainer = await reader.one(typed(Retainer)`
    select f.id as "clientFolderId", coalesce(r.balance, 0) as balance,
      coalesce(r.balance - ${refundsInProgress}, 0) as available, sums.*, r.low_balance as "lowBalance", coalesce(r.balance <= r.low_balance, false) as "isLow",
      iso(r.created_at) as "startedAt", coalesce(r.version, 0) as version
    from client_folders f left join retainers r on r.client_folder_id = f.id, lateral (
      select coalesce(sum(p.amount) filter (where p.method = 'retainer'), 0)::bigint as applied,
        coalesce(sum(p.amount) filter (where coalesce(corrected.kind, p.kind) = 'payment'), 0)::bigint as "paidIn",
        coalesce(-sum(p.amount) filter (where coalesce(corrected.kind, p.kind) = 'refund'), 0)::bigint as refunded
      from payments p join invoices i on i.id = p.invoice_id
        left join payments corrected on corrected.id = p.reverses_id and p.kind = 'reversal'
      where ${ofRetainer}) sums
    where f.id = ${clientFolderId}`)
  const view = { ...retainer, allowed: allowedForRetainer(retainer, actor, isOpen(folder)) }
  // When the team is notified is not for the client.
  return isClient(actor) ? { ...view, lowBalance: null, isLow: false } : view
}

/** What was paid into a retainer, applied, and refunded, each with the balance after it, newest first. */
export async function listRetainerEntries(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<RetainerEntry>> {
  await folderFor(reader, actor, clientFolderId, { part: 'money' })
  const rows = await reader.rows(typed(RetainerEntry)`
    select e.* from (
      select p.id, p.date, p.kind, i.id as "invoiceId", i.invoice_number as "invoiceNumber", change.amount,
        (sum(change.amount) over (order by p.id))::bigint as balance
      from client_folders f join payments p on p.client_folder_id = f.id join invoices i on i.id = p.invoice_id,
        lateral (select case when p.method = 'retainer' then -p.amount else p.amount end as amount) change
      where f.id = ${clientFolderId} and ${ofRetainer}) e
    where true ${pageOf(sql`e.id`, query)}`)
  return toPage(rows, query)
}
