// Invariants of the records beyond what the schema enforces. Each rule names the rows that break it.
import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { lineTotal, sumOf } from '../../domain/money.ts'
import { readNumber, type Series } from '../../domain/numbering.ts'
import { salesTaxOn, TaxMode, type TaxTerms } from '../../domain/sales-tax.ts'
import { foreignKeys } from '../retention/cascade-delete.ts'
import { IdRow, typed, type TypedSql } from '../kit/row-types.ts'
import type { Snapshot } from './snapshot.ts'

export interface Rule {
  /** A sentence that is true when no row breaks the rule. */
  says: string
  /** Identifies each row in words: what it is, and its id or number. */
  broken: (snapshot: Snapshot) => AsyncIterable<string>
}

const BrokenRow = z.object({ what: z.string() })

const statement = (says: string, broken: TypedSql<z.infer<typeof BrokenRow>>): Rule => ({
  says,
  async *broken(snapshot) {
    for await (const { what } of snapshot.stream(broken)) yield what
  },
})

const amount = z.number().nullable().optional()

const Line = z.looseObject({
  estimatedHours: amount,
  quantity: amount,
  hourlyRate: amount,
  rate: amount,
  totalCost: amount,
  total: amount,
  taxed: z.boolean().optional(),
})
type Line = z.infer<typeof Line>

/** Null for a line entered without a price. */
const totalsOf = (lines: Line[]) => lines.map(({ totalCost, total }) => totalCost ?? total ?? null)

const isRight = (line: Line): boolean => {
  const [quantity, rate] = [line.estimatedHours ?? line.quantity, line.hourlyRate ?? line.rate]
  const total = line.totalCost ?? line.total
  if (quantity === null || quantity === undefined || rate === null || rate === undefined) return true
  return total === lineTotal(quantity, rate)
}

/** A folder whose data was deleted retains its numbers and sums, but not its lines. */
const notErased = sql`not exists (select from client_folders f where f.id = e.client_folder_id and f.erasure_started_at is not null)`

const ProposalRow = z.object({ id: z.string(), lines: z.array(Line), total: z.number() })

const proposalSums: Rule = {
  says: 'Proposal lines are hours times rate, and totals add up',
  async *broken(snapshot) {
    const rows = snapshot.stream(typed(ProposalRow)`
      select id, services as lines, total_cost as total from proposals e where ${notErased} order by id`)
    for await (const { id, lines, total } of rows)
      if (!lines.every(isRight) || sumOf(totalsOf(lines).map((each) => each ?? 0)) !== total) yield `proposal ${id}`
  },
}

const ContractRow = z.object({ number: z.string(), lines: z.array(Line), total: z.number() })

const contractSums: Rule = {
  says: 'Contract lines are hours times rate, and total values add up',
  async *broken(snapshot) {
    const rows = snapshot.stream(typed(ContractRow)`
      select contract_number as number, services as lines, total_value as total from contracts e where ${notErased} order by id`)
    for await (const { number, lines, total } of rows) {
      const totals = totalsOf(lines).filter((each) => each !== null)
      const isWhole = lines.length > 0 && totals.length === lines.length
      if (!lines.every(isRight) || (isWhole && sumOf(totals) !== total)) yield `contract ${number}`
    }
  },
}

/** Of erased lines only the subtotal is left. */
const expectedTax = (lines: Line[] | null, subtotal: number, terms: TaxTerms) =>
  salesTaxOn(lines?.map(({ total, taxed }) => ({ total: total ?? 0, taxed })) ?? [{ total: subtotal }], terms)

const InvoiceRow = z.object({
  number: z.string(),
  lines: z.array(Line).nullable(),
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  exempt: z.boolean(),
  mode: TaxMode,
  rate: z.number(),
})

const invoiceSums: Rule = {
  says: 'Invoice lines are quantity times rate, subtotals add up, and tax follows from the tax setting of the invoice',
  async *broken(snapshot) {
    const rows = snapshot.stream(typed(InvoiceRow)`
      select invoice_number as number, case when ${notErased} then line_items end as lines, subtotal, tax, total, tax_exempt as exempt,
        tax_mode as mode, tax_rate as rate
      from invoices e order by id`)
    for await (const { number, lines, subtotal, tax, total, exempt, mode, rate } of rows) {
      const isSum =
        lines === null || (lines.every(isRight) && sumOf(totalsOf(lines).map((each) => each ?? 0)) === subtotal)
      const isTax = tax === expectedTax(lines, subtotal, { mode, rate, isExempt: exempt })
      const isUnknown = lines === null && mode === 'by-line'
      if (!isSum || !(isTax || isUnknown) || total !== subtotal + tax) yield `invoice ${number}`
    }
  },
}

const payments = statement(
  'The amount paid on an invoice is its payments and credits minus their reversals and refunds, from zero to the total, and a fully paid invoice has the status paid',
  typed(BrokenRow)`
    select 'invoice ' || i.invoice_number as what from invoices i, lateral (
      select coalesce(sum(p.amount), 0) as entered, coalesce(sum(case p.kind
        when 'refund' then -abs(p.amount)
        when 'reversal' then case r.kind when 'refund' then abs(r.amount) else -abs(r.amount) end
        else abs(p.amount) end), 0) as by_kind
      from payments p left join payments r on r.id = p.reverses_id where p.invoice_id = i.id) sums
    where i.amount_paid <> sums.entered or i.amount_paid <> sums.by_kind or i.amount_paid not between 0 and i.total
      or (i.status = 'paid') <> (i.paid_at is not null)
      or (i.status = 'paid' and i.amount_paid <> i.total)
      or (i.status in ('sent', 'overdue') and i.total > 0 and i.amount_paid >= i.total)
      or (i.status in ('draft', 'void') and i.amount_paid > 0)
    order by i.id`,
)

const corrections = statement(
  'Every reversal and refund matches the entry it corrects, and no credit note is used beyond its amount',
  typed(BrokenRow)`
    select 'payment ' || r.id as what from payments r join payments p on p.id = r.reverses_id
    where r.invoice_id <> p.invoice_id or p.kind = 'reversal' or r.credit_note_id is distinct from p.credit_note_id
      or (r.kind = 'reversal' and r.amount <> -p.amount) or (r.kind = 'refund' and p.kind <> 'payment')
    union all select 'payment ' || p.id from payments p
    where (p.kind in ('reversal', 'refund') and p.reverses_id is null)
      or (p.method = 'credit') <> (p.credit_note_id is not null)
    union all select 'payment ' || p.id from payments p
    where p.kind = 'payment' and p.amount < (
      select coalesce(-sum(r.amount), 0) from payments r where r.reverses_id = p.id
        and not exists (select from payments undone where undone.reverses_id = r.id))
    union all select 'credit note ' || n.credit_note_number from credit_notes n
    where n.client_folder_id <> (select i.client_folder_id from invoices i where i.id = n.invoice_id)
      or (select coalesce(sum(p.amount), 0) from payments p where p.credit_note_id = n.id) not between 0 and
        case when n.voided_at is null then n.amount else 0 end
      or exists (select from payments p where p.credit_note_id = n.id and p.client_folder_id <> n.client_folder_id)`,
)

const creditNotes = statement(
  'The credit notes for an invoice are at most its total, and every credit has its credit note',
  typed(BrokenRow)`
    select 'invoice ' || i.invoice_number as what from invoices i
    where i.total < (select sum(n.amount) from credit_notes n where n.invoice_id = i.id and n.voided_at is null)
    union all select 'payment ' || p.id from payments p where p.kind = 'credit' and p.credit_note_id is null`,
)

/** Numbers are missing only of notes that were deleted after their retention period, which the audit log counts. */
const creditNoteSeries = statement(
  'Credit note numbers have no gaps',
  typed(BrokenRow)`
    with periods as (
      select coalesce(s.period, n.period) as period, coalesce(s.last, 0) as last, coalesce(n.count, 0) as count, coalesce(n.highest, 0) as highest
      from (select period, last from number_series where series = 'CN') s
      full join (
        select split_part(credit_note_number, '-', 2) as period, count(*), max(split_part(credit_note_number, '-', 3)::bigint) as highest
        from credit_notes where credit_note_number ~ '^CN-\\d+-\\d{1,9}$' group by 1) n on n.period = s.period),
    deleted as (
      select coalesce(sum((details -> 'counts' ->> 'credit_notes')::bigint), 0) as count
      from audit_entries where action = 'retention.purged')
    select 'credit notes of ' || period as what from periods
    where highest > last
      or (count <> last and (select sum(last - count) from periods) <> (select count from deleted))`,
)

const onlinePayments = statement(
  'Each online payment is one payment on its invoice for the same amount once it is paid, and each refund or dispute in Stripe corrects it once',
  typed(BrokenRow)`
    select 'online payment ' || o.id as what from online_payments o left join payments p on p.id = o.payment_id
    where (o.status <> 'paid' and (o.payment_id is not null or o.unapplied > 0))
      or (o.payment_id is not null and (p.kind <> 'payment' or p.invoice_id <> o.invoice_id or p.amount > o.amount
        or p.method <> case o.method when 'ach' then 'bank-transfer' else 'card' end))
      or (o.status = 'paid' and coalesce(p.amount, 0) + o.unapplied <> o.amount
        and not exists (select from online_payment_corrections c where c.online_payment_id = o.id))
      or exists (select from payments twice where twice.invoice_id = o.invoice_id and twice.kind = 'payment'
        and twice.reference = o.payment_intent_id and twice.recorded_by_id = o.started_by_id and twice.id is distinct from o.payment_id)
    union all select 'Stripe correction ' || c.external_id
    from online_payment_corrections c join online_payments o on o.id = c.online_payment_id
      left join payments e on e.id = c.entry_id left join payments r on r.id = c.reversal_id
    where o.status <> 'paid'
      or (c.entry_id is not null and (e.kind <> 'refund' or e.reverses_id is distinct from o.payment_id))
      or (c.reversal_id is not null and (r.kind <> 'reversal' or r.reverses_id is distinct from c.entry_id))
    union all select 'online refund ' || r.id
    from online_refunds r left join online_payment_corrections c
      on c.external_id = r.refund_id and c.online_payment_id = r.online_payment_id
    where (r.status = 'done') <> (c.external_id is not null)
    union all select 'payment ' || min(c.entry_id::text) from online_payment_corrections c
    group by c.entry_id having count(*) > 1 and c.entry_id is not null`,
)

const billedTime = statement(
  'Invoice lines of recorded time bill exactly their entries, and an entry is on at most one line',
  typed(BrokenRow)`
    with lines as (
      select i.id, i.invoice_number, (line ->> 'timeLineId')::uuid as line_id, (line ->> 'total')::bigint as total
      from invoices i join client_folders f on f.id = i.client_folder_id and f.status <> 'archived',
        jsonb_array_elements(i.line_items) line
      where i.status <> 'void' and line ? 'timeLineId')
    select 'invoice ' || l.invoice_number as what from lines l
    where l.total is distinct from (
      select sum((t.minutes * t.hourly_rate + 30) / 60)::bigint from time_entries t
      where t.invoice_id = l.id and t.invoice_line_id = l.line_id and t.is_billable)
    union all select 'time entry ' || t.id from time_entries t join client_folders f on f.id = t.client_folder_id
    where f.status <> 'archived' and t.invoice_id is not null
      and not exists (select from lines l where l.id = t.invoice_id and l.line_id = t.invoice_line_id)`,
)

const NumberRow = z.object({ number: z.string(), same: z.number() })

const numbers = (says: string, series: Series, column: Sql, table: Sql): Rule => ({
  says,
  async *broken(snapshot) {
    const rows = snapshot.stream(typed(NumberRow)`
      select ${column} as number, count(*) over (partition by ${column}) as same from ${table} order by 1`)
    for await (const { number, same } of rows)
      if (same > 1 || readNumber(series, number) === null) yield `number ${number}`
  },
})

const owners = statement(
  'Related records belong to the same client folder',
  typed(BrokenRow)`
    select 'contract ' || c.contract_number || ' and its proposal' as what
    from contracts c join proposals p on p.id = c.proposal_id where p.client_folder_id <> c.client_folder_id
    union all select 'invoice ' || i.invoice_number || ' and its contract'
    from invoices i join contracts c on c.id = i.contract_id where c.client_folder_id <> i.client_folder_id
    union all select 'time entry ' || t.id || ' and its invoice'
    from time_entries t join invoices i on i.id = t.invoice_id where i.client_folder_id <> t.client_folder_id
    union all select 'recurring invoice ' || p.id || ' and an invoice'
    from invoice_plan_runs r join invoice_plans p on p.id = r.plan_id join invoices i on i.id = r.invoice_id
    where i.client_folder_id <> p.client_folder_id
    union all select 'payment ' || p.id || ' and its invoice'
    from payments p join invoices i on i.id = p.invoice_id where i.client_folder_id <> p.client_folder_id
    union all select 'online payment ' || o.id || ' and its invoice'
    from online_payments o join invoices i on i.id = o.invoice_id where i.client_folder_id <> o.client_folder_id
    union all select 'handbook version ' || v.id || ' and its handbook'
    from handbook_versions v join handbooks h on h.id = v.handbook_id where h.client_folder_id <> v.client_folder_id
    union all select 'employee acknowledgment ' || a.id || ' and its version or employee'
    from employee_acknowledgments a join handbook_versions v on v.id = a.version_id join employees e on e.id = a.employee_id
    where v.client_folder_id <> a.client_folder_id or e.client_folder_id <> a.client_folder_id
    union all select 'handbook version ' || v.id || ' and its document'
    from handbook_versions v join documents d on d.id = v.document_id where d.client_folder_id <> v.client_folder_id
    union all select 'document ' || d.id || ' and its request'
    from documents d join document_requests r on r.id = d.document_request_id where r.client_folder_id <> d.client_folder_id
    union all select 'deadline ' || d.id || ' and its employee'
    from deadlines d join employees e on e.id = d.employee_id where e.client_folder_id <> d.client_folder_id
    union all select 'assignment ' || a.id || ' and its document'
    from assignments a join documents d on d.id = a.document_id where d.client_folder_id <> a.client_folder_id
    union all select 'proposal ' || p.id || ' and the one that it revises'
    from proposals p join proposals r on r.id = p.revises_id where r.client_folder_id <> p.client_folder_id
    union all select 'proposal ' || p.id || ' and its report'
    from proposals p join onboarding_reports r on r.id = p.onboarding_report_id where r.client_folder_id <> p.client_folder_id
    union all select 'signature ' || s.id || ' and its contract'
    from signatures s join contracts c on s.entity_type = 'contracts' and c.id = s.entity_id where c.client_folder_id <> s.client_folder_id
    union all select 'signature of the firm ' || s.id || ' and its contract'
    from firm_signatures s join contracts c on c.id = s.contract_id where c.client_folder_id <> s.client_folder_id
    union all select 'signature ' || s.id || ' and its document'
    from signatures s join documents d on s.entity_type = 'documents' and d.id = s.entity_id where d.client_folder_id <> s.client_folder_id
    union all select 'thread of folder ' || w.client_folder_id || ' and its message'
    from unanswered_threads w join messages m on m.id = w.message_id where m.client_folder_id <> w.client_folder_id`,
)

const signed = statement(
  'Signed status matches the signature records',
  typed(BrokenRow)`
    select 'contract ' || c.contract_number as what from contracts c
    where (c.signed_at is not null) <> exists (select from signatures s where s.entity_type = 'contracts' and s.entity_id = c.id)
    union all select 'contract ' || c.contract_number || ', signed by the firm' from contracts c
    join firm_signatures s on s.contract_id = c.id
    where s.text_version > c.text_version or s.text_version < 1 or (c.signed_at is not null and s.signed_at > c.signed_at)
    union all select 'document ' || d.id from documents d
    where d.is_signed <> exists (select from signatures s where s.entity_type = 'documents' and s.entity_id = d.id)`,
)

const uploads = statement(
  'Each document matches its upload',
  typed(BrokenRow)`
    select 'document ' || d.id as what from documents d left join uploads u on u.id = d.id
    where u.id is null or u.claimed_at is null or (u.storage_key, u.size, u.sha256) <> (d.storage_key, d.file_size, d.sha256)`,
)

const team = statement(
  'Only active staff are members of folders, and the lead of a folder is not one of its members',
  typed(BrokenRow)`
    select 'folder member ' || m.id as what from folder_members m
      join client_folders f on f.id = m.client_folder_id join users u on u.id = m.user_id
    where u.role <> 'staff' or not u.is_active or m.user_id = f.assigned_staff_id`,
)

/** Every single-column foreign key in the catalog. PostgreSQL enforces them unless someone disabled that. */
const references: Rule = {
  says: 'Every reference points to an existing record',
  async *broken(snapshot) {
    for (const { table, column, to, toColumn } of await foreignKeys(snapshot)) {
      const rows = snapshot.stream(typed(IdRow)`
        select e.${raw(column)}::text as id from ${raw(table)} e
        where e.${raw(column)} is not null and not exists (select from ${raw(to)} o where o.${raw(toColumn)} = e.${raw(column)})`)
      for await (const { id } of rows) yield `${table}.${column} ${id}`
    }
  },
}

export const rules: readonly Rule[] = [
  proposalSums,
  contractSums,
  invoiceSums,
  payments,
  corrections,
  creditNotes,
  creditNoteSeries,
  onlinePayments,
  numbers('Contract numbers have the right format and are unique', 'PROHR', raw('contract_number'), raw('contracts')),
  numbers('Invoice numbers have the right format and are unique', 'INV', raw('invoice_number'), raw('invoices')),
  numbers(
    'Credit note numbers have the right format and are unique',
    'CN',
    raw('credit_note_number'),
    raw('credit_notes'),
  ),
  billedTime,
  owners,
  signed,
  uploads,
  team,
  references,
]
