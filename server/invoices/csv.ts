// Exports for bookkeeping: invoices and payments of a period, in dollars, read page by page while they are sent.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { InvoiceSummary } from '../../domain/invoice.ts'
import { EntryKind, entryKindLabels, EntryMethod, paymentMethodLabels } from '../../domain/payment.ts'
import { officeDate } from '../../domain/time.ts'
import { type Cell, inPlainDollars } from '../kit/csv.ts'
import type { Columns } from '../kit/export.ts'
import { type DatedReader, statusOn } from './queries.ts'
import { typed } from '../kit/row-types.ts'

export interface Period {
  from?: string | undefined
  to?: string | undefined
}

const pageSize = 500

/** The list as shown on its page, including drafts. */
export const listColumns: Columns<InvoiceSummary> = {
  'Invoice number': ({ invoiceNumber }) => invoiceNumber,
  'Client folder': ({ clientFolderName }) => clientFolderName,
  Status: ({ status }) => status,
  Description: ({ description }) => description,
  Subtotal: ({ subtotal }) => inPlainDollars(subtotal),
  Tax: ({ tax }) => inPlainDollars(tax),
  Total: ({ total }) => inPlainDollars(total),
  Balance: ({ balance }) => inPlainDollars(balance),
  Due: ({ dueDate }) => dueDate,
  'Contract number': ({ contractNumber }) => contractNumber,
  'Sent (UTC)': ({ sentAt }) => sentAt,
  'Paid (UTC)': ({ paidAt }) => paidAt,
}

export const invoiceColumns = [
  'Invoice number',
  'Status',
  'Issued',
  'Due',
  'Client folder',
  'Contract number',
  'Purchase order number',
  'Description',
  'Subtotal',
  'Tax',
  'Total',
  'Paid',
  'Balance',
  'Tax exempt',
  'Tax exemption number',
  'Void reason',
  'Retainer',
] as const

const InvoiceRow = z.object({
  id: z.string(),
  words: z.array(z.string().nullable()),
  cents: z.array(z.number()),
  more: z.array(z.string().nullable()),
})
type InvoiceRow = z.infer<typeof InvoiceRow>

/** Sent invoices in order of creation; `from` and `to` filter by the day they were sent. */
export function invoiceLines(reader: DatedReader, period: Period): AsyncGenerator<readonly Cell[]> {
  const today = officeDate(reader.now)
  const sentOn = sql`(i.sent_at at time zone 'America/New_York')::date`
  return pages<InvoiceRow>(
    (after) =>
      reader.rows(typed(InvoiceRow)`
        select i.id,
          array[i.invoice_number, ${statusOn(today)}, ${sentOn}::text, i.due_date::text, f.name, c.contract_number,
            i.purchase_order_number, i.description] as words,
          array[i.subtotal, i.tax, i.total, i.amount_paid, case when i.status = 'void' then 0 else i.total - i.amount_paid end]::float8[] as cents,
          array[case when i.tax_exempt then 'yes' else 'no' end, i.tax_exemption_number, i.reason,
            case when i.is_retainer then 'yes' else 'no' end] as more
        from invoices i join client_folders f on f.id = i.client_folder_id left join contracts c on c.id = i.contract_id
        where i.sent_at is not null ${within(sentOn, period)} ${beyond(sql`i.id`, after)}
        order by i.id limit ${pageSize}`),
    ({ words, cents, more }) => [...words, ...cents.map(inPlainDollars), ...more],
  )
}

export const paymentColumns = [
  'Date',
  'Invoice number',
  'Client folder',
  'Method',
  'Reference',
  'Amount',
  'Recorded by',
  'Kind',
  'Credit note',
  'Reason',
] as const

const PaymentRow = z.object({
  id: z.string(),
  date: z.string(),
  invoiceNumber: z.string(),
  clientFolderName: z.string(),
  kind: EntryKind,
  creditNoteNumber: z.string().nullable(),
  reason: z.string().nullable(),
  method: EntryMethod,
  reference: z.string().nullable(),
  amount: z.number(),
  recordedByName: z.string().nullable(),
})
type PaymentRow = z.infer<typeof PaymentRow>

/** Payments in order of recording; `from` and `to` filter by the payment date. */
export function paymentLines(reader: DatedReader, period: Period): AsyncGenerator<readonly Cell[]> {
  return pages<PaymentRow>(
    (after) =>
      reader.rows(typed(PaymentRow)`
        select p.id, p.date, i.invoice_number as "invoiceNumber", f.name as "clientFolderName", p.kind, p.method,
          p.reference, p.amount, p.reason, note.credit_note_number as "creditNoteNumber",
          person_name(recorder.first_name, recorder.last_name) as "recordedByName"
        from payments p join invoices i on i.id = p.invoice_id join client_folders f on f.id = p.client_folder_id
          left join users recorder on recorder.id = p.recorded_by_id left join credit_notes note on note.id = p.credit_note_id
        where true ${within(sql`p.date`, period)} ${beyond(sql`p.id`, after)}
        order by p.id limit ${pageSize}`),
    ({
      date,
      invoiceNumber,
      clientFolderName,
      kind,
      method,
      reference,
      amount,
      recordedByName,
      reason,
      creditNoteNumber,
    }) => [
      date,
      invoiceNumber,
      clientFolderName,
      paymentMethodLabels[method],
      reference,
      inPlainDollars(amount),
      recordedByName,
      entryKindLabels[kind],
      creditNoteNumber,
      reason,
    ],
  )
}

const within = (day: Sql, { from, to }: Period): Sql =>
  sql`${from === undefined ? sql`` : sql`and ${day} >= ${from}::date`} ${to === undefined ? sql`` : sql`and ${day} <= ${to}::date`}`

const beyond = (id: Sql, after: string | null): Sql => (after === null ? sql`` : sql`and ${id} > ${after}::uuid`)

async function* pages<Row extends { id: string }>(
  page: (after: string | null) => Promise<Row[]>,
  line: (row: Row) => readonly Cell[],
) {
  for (let after: string | null = null; ;) {
    const rows: Row[] = await page(after)
    yield* rows.map(line)
    if (rows.length < pageSize) return
    after = rows.at(-1)?.id ?? null
  }
}
