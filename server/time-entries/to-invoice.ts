import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { invalid } from '../../domain/errors.ts'
import { assertCanManageInvoices, type InvoiceView } from '../../domain/invoice.ts'
import { assertCanInvoice, linesOfTime, TimeEntry, type TimeInvoiceInput } from '../../domain/time-entry.ts'
import { folderOr400, insertDraft } from '../invoices/actions.ts'
import { invoiceFor, viewed } from '../invoices/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { typed } from '../kit/row-types.ts'

const ChosenRow = TimeEntry.pick({
  id: true,
  serviceRateId: true,
  serviceName: true,
  date: true,
  minutes: true,
  hourlyRate: true,
  description: true,
  isBillable: true,
  invoiceId: true,
})

export async function createTimeInvoice(tx: Tx, actor: Actor, input: TimeInvoiceInput): Promise<InvoiceView> {
  assertCanManageInvoices(actor)
  const folder = await folderOr400(tx, actor, input.clientFolderId)
  assertNotArchived(folder)
  const ids = [...new Set(input.timeEntryIds)]
  // Locked before reading, so that a concurrent call sees that they are on an invoice.
  await tx.rows(sql`select id from time_entries where id = any(${ids}::uuid[]) order by id for update`)
  const entries = await tx.rows(typed(ChosenRow)`
    select t.id, t.service_rate_id as "serviceRateId", r.service_name as "serviceName", t.date, t.minutes,
      t.hourly_rate as "hourlyRate", t.description, t.is_billable as "isBillable", t.invoice_id as "invoiceId"
    from time_entries t join service_rates r on r.id = t.service_rate_id
    where t.id = any(${ids}::uuid[]) and t.client_folder_id = ${folder.id} order by t.date, t.id`)
  if (entries.length < ids.length) throw invalid('timeEntryIds', 'Choose time that was recorded for this client.')
  assertCanInvoice(entries)
  const groups = linesOfTime(entries, input.grouping).map((group) => ({ ...group, timeLineId: newId() }))
  const invoiceId = await insertDraft(tx, actor.id, folder, {
    contractId: null,
    invoiceNumber: null,
    description: null,
    lineItems: groups.map(({ line, timeLineId }) => ({ ...line, timeLineId })),
    subtotal: null,
    tax: null,
    total: null,
    dueDate: input.dueDate,
  })
  for (const { timeLineId, timeEntryIds } of groups)
    await tx.run(sql`
      update time_entries set invoice_id = ${invoiceId}, invoice_line_id = ${timeLineId}, version = version + 1, updated_at = ${tx.now}
      where id = any(${timeEntryIds}::uuid[])`)
  tx.record(
    {
      action: 'time-entries.invoiced',
      id: null,
      clientFolderId: folder.id,
      details: { invoiceId, entries: entries.length },
    },
    { type: 'time-entries', id: null, clientFolderId: folder.id, teamOnly: true },
  )
  const { invoice } = await invoiceFor(tx, actor, invoiceId)
  return viewed(invoice, actor, folder)
}
