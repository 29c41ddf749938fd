// The data of the bookkeeping export, page by page. Only administrators export, and they see all folders, so there is
// no visibility filter.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { InvoiceLine } from '../../domain/invoice-lines.ts'
import { EntryKind, EntryMethod } from '../../domain/payment.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { currentCustomerName, latestCustomerName } from './customers.ts'

export interface BooksPeriod {
  from: string
  to: string
}

const pageSize = 200

/**
 * The client’s customer name: for a closed month the one that it was closed with. Erasing a client deletes that one; the
 * name has no id then, as in exports of the month before names had ids. `f` is the folder, `m` the closed month.
 */
const customer = sql`
  case when m.id is null then ${currentCustomerName} else coalesce(closed.name, ${latestCustomerName}, f.name) end`
const closedMonthOn = (date: Sql) => sql`
  left join closed_months m on m.month = date_trunc('month', (${date})::timestamp)::date and m.reopened_at is null
  left join closed_month_customers closed on closed.closed_month_id = m.id and closed.client_folder_id = f.id`

const ofMonth = { client: z.string(), closedMonthId: z.string().nullable() }
const sentOn = sql`(i.sent_at at time zone 'America/New_York')::date`

const InvoiceRow = z.object({
  id: z.string(),
  number: z.string(),
  ...ofMonth,
  date: z.string(),
  dueDate: z.string(),
  memo: z.string().nullable(),
  lines: z.array(InvoiceLine),
  subtotal: z.int(),
  tax: z.int(),
  total: z.int(),
  taxRate: z.int(),
  isRetainer: z.boolean(),
})

/** Invoices by the day they were sent, without void ones. */
export const booksInvoices = (reader: Reader, { from, to }: BooksPeriod) =>
  pages((after) =>
    reader.rows(typed(InvoiceRow)`
      select i.id, i.invoice_number as number, ${customer} as client, m.id as "closedMonthId",
        ${sentOn} as date, i.due_date as "dueDate", left(i.description, 300) as memo, i.line_items as lines, i.subtotal, i.tax, i.total,
        i.tax_rate as "taxRate", i.is_retainer as "isRetainer"
      from invoices i join client_folders f on f.id = i.client_folder_id ${closedMonthOn(sentOn)}
      where i.status <> 'void' and ${sentOn} between ${from}::date and ${to}::date
        and (${after}::uuid is null or i.id > ${after}::uuid)
      order by i.id limit ${pageSize}`),
  )

const CreditRow = z.object({
  id: z.string(),
  number: z.string(),
  ...ofMonth,
  date: z.string(),
  lines: z.array(InvoiceLine),
  subtotal: z.int(),
  tax: z.int(),
  reason: z.string(),
  isForRetainer: z.boolean(),
})

export const booksCredits = (reader: Reader, { from, to }: BooksPeriod) =>
  pages((after) =>
    reader.rows(typed(CreditRow)`
      select n.id, n.credit_note_number as number, ${customer} as client, m.id as "closedMonthId", n.date, n.line_items as lines, n.subtotal, n.tax,
        left(n.reason, 300) as reason, coalesce(i.is_retainer, false) as "isForRetainer"
      from credit_notes n join client_folders f on f.id = n.client_folder_id left join invoices i on i.id = n.invoice_id
        ${closedMonthOn(sql`n.date`)}
      where n.voided_at is null and n.date between ${from}::date and ${to}::date
        and (${after}::uuid is null or n.id > ${after}::uuid)
      order by n.id limit ${pageSize}`),
  )

const EntryRow = z.object({
  id: z.string(),
  kind: EntryKind,
  method: EntryMethod,
  ...ofMonth,
  invoiceNumber: z.string(),
  date: z.string(),
  amount: z.int(),
  reference: z.string().nullable(),
})

/** Payments, refunds, what was applied of retainers, and the reversals of all of them. */
export const booksEntries = (reader: Reader, { from, to }: BooksPeriod) =>
  pages((after) =>
    reader.rows(typed(EntryRow)`
      select p.id, p.kind, p.method, ${customer} as client, m.id as "closedMonthId",
        i.invoice_number as "invoiceNumber", p.date, p.amount, p.reference
      from payments p join invoices i on i.id = p.invoice_id join client_folders f on f.id = p.client_folder_id
        ${closedMonthOn(sql`p.date`)}
      where p.credit_note_id is null and p.date between ${from}::date and ${to}::date
        and (${after}::uuid is null or p.id > ${after}::uuid)
      order by p.id limit ${pageSize}`),
  )

async function* pages<Row extends { id: string }>(page: (after: string | null) => Promise<Row[]>) {
  for (let after: string | null = null; ;) {
    const rows: Row[] = await page(after)
    yield* rows
    if (rows.length < pageSize) return
    after = rows.at(-1)?.id ?? null
  }
}
