// What must hold for amounts: proposals, contracts, invoices, payments, credit notes, retainers, and recorded time.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { lineTotal, sumOf } from '../../domain/money.ts'
import { salesTaxOn, TaxMode, type TaxTerms } from '../../domain/sales-tax.ts'
import { typed } from '../kit/row-types.ts'
import { BrokenRow, type Rule, statement } from './rule.ts'

const amount = z.number().nullable().optional()

const Line = z.looseObject({
  estimatedHours: amount,
  quantity: amount,
  hourlyRate: amount,
  rate: amount,
  totalCost: amount,
  total: amount,
  taxed: z.boolean().optional(),
  optionId: z.string().optional(),
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

const ProposalRow = z.object({
  id: z.string(),
  lines: z.array(Line),
  chosen: z.array(z.string()).nullable(),
  total: z.number(),
})

const proposalSums: Rule = {
  says: 'Proposal lines equal hours times rate, and totals include the optional lines that were chosen',
  async *broken(snapshot) {
    const rows = snapshot.stream(typed(ProposalRow)`
      select id, services as lines, chosen_option_ids as chosen, total_cost as total from proposals e where ${notErased} order by id`)
    for await (const { id, lines, chosen, total } of rows) {
      const agreed = lines.filter(({ optionId }) => optionId === undefined || chosen?.includes(optionId) === true)
      if (!lines.every(isRight) || sumOf(totalsOf(agreed).map((each) => each ?? 0)) !== total) yield `proposal ${id}`
    }
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
  'The credit notes for an invoice are at most its total and reverse at most its sales tax, all others contain the sales tax of their rate, their amounts add up, and every credit has its credit note',
  typed(BrokenRow)`
    select 'invoice ' || i.invoice_number as what
    from invoices i join credit_notes n on n.invoice_id = i.id and n.voided_at is null
    group by i.id having sum(n.amount) > i.total or sum(n.tax) > i.tax
    union all select 'credit note ' || n.credit_note_number from credit_notes n
    where n.amount <> n.subtotal + n.tax or (jsonb_array_length(n.line_items) > 0
      and n.subtotal <> (select sum((line ->> 'total')::bigint) from jsonb_array_elements(n.line_items) line))
      -- Rounded half up.
      or (n.invoice_id is null and n.tax <> coalesce(
        (2 * n.amount * n.tax_rate + 100000 + n.tax_rate) / (2 * (100000 + n.tax_rate)), 0))
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
  'Each completed online payment has payments on invoices and an unapplied amount that add up to it, and each refund or dispute in Stripe adjusts it once',
  typed(BrokenRow)`
    with money as (
      select id as online_payment_id, payment_id as entry_id from online_payments where payment_id is not null
      union all select online_payment_id, entry_id from online_payment_entries),
    applied as (
      select m.online_payment_id, sum(e.amount) as recorded, coalesce(sum(e.amount) filter (where not exists (
          select from payments undone where undone.reverses_id = e.id and undone.kind = 'reversal')), 0) as valid
      from money m join payments e on e.id = m.entry_id group by m.online_payment_id)
    select 'online payment ' || o.id as what from online_payments o left join payments p on p.id = o.payment_id
      left join applied a on a.online_payment_id = o.id
    where (o.status <> 'paid' and (o.payment_id is not null or o.unapplied > 0))
      or (o.payment_id is not null and (p.kind <> 'payment' or p.invoice_id <> o.invoice_id or p.amount > o.amount
        or p.method <> case o.method when 'ach' then 'bank-transfer' else 'card' end))
      or (o.status = 'paid' and o.amount not in (coalesce(a.valid, 0) + o.unapplied, coalesce(a.recorded, 0) + o.unapplied)
        and not exists (select from online_payment_corrections c where c.online_payment_id = o.id))
      or exists (select from payments twice where twice.invoice_id = o.invoice_id and twice.kind = 'payment'
        and twice.reference = o.payment_intent_id and twice.recorded_by_id = o.started_by_id and twice.id is distinct from o.payment_id)
    union all select 'online payment ' || o.id
    from online_payment_entries m join online_payments o on o.id = m.online_payment_id join payments p on p.id = m.entry_id
    where o.status <> 'paid' or p.kind <> 'payment' or p.client_folder_id <> o.client_folder_id or p.id = o.payment_id
      or p.method <> case o.method when 'ach' then 'bank-transfer' else 'card' end
    union all select 'Stripe correction ' || c.external_id
    from online_payment_corrections c join online_payments o on o.id = c.online_payment_id
      left join payments e on e.id = c.entry_id left join payments r on r.id = c.reversal_id
    where o.status <> 'paid'
      or (c.entry_id is not null and (e.kind <> 'refund' or not exists (
        select from money m where m.online_payment_id = o.id and m.entry_id = e.reverses_id)))
      or (c.reversal_id is not null and (r.kind <> 'reversal' or r.reverses_id is distinct from c.entry_id))
    union all select 'online refund ' || r.id
    from online_refunds r left join online_payment_corrections c
      on c.external_id = r.refund_id and c.online_payment_id = r.online_payment_id
    where (r.status = 'done') <> (c.external_id is not null)
    union all select 'payment ' || min(c.entry_id::text) from online_payment_corrections c
    group by c.entry_id having count(*) > 1 and c.entry_id is not null`,
)

/**
 * The balance is stored; here it follows from the entries by kind. It is below zero only if Stripe took money back after
 * it was applied. Invoices of an archived folder are deleted in batches.
 */
const retainers = statement(
  'The balance of each retainer equals what was paid in minus what was applied and refunded',
  typed(BrokenRow)`
    with entries as (
      select p.client_folder_id, i.is_retainer, abs(p.amount) as amount, p.kind
      from payments p join invoices i on i.id = p.invoice_id
      where p.kind <> 'reversal'
        and not exists (select from payments undone where undone.reverses_id = p.id and undone.kind = 'reversal')
    ), sums as (
      select client_folder_id,
        coalesce(sum(amount) filter (where is_retainer and kind = 'payment'), 0) as paid_in,
        coalesce(sum(amount) filter (where is_retainer and kind = 'refund'), 0) as refunded,
        coalesce(sum(amount) filter (where kind = 'retainer'), 0) as applied
      from entries group by client_folder_id)
    select 'retainer of folder ' || f.id as what
    from client_folders f left join retainers r on r.client_folder_id = f.id
      left join sums s on s.client_folder_id = f.id
    where f.status <> 'archived' and (
      coalesce(r.balance, 0) <> coalesce(s.paid_in - s.applied - s.refunded, 0)
      or (r.balance < 0 and not exists (
        select from online_payment_corrections c join payments e on e.id = c.entry_id join invoices i on i.id = e.invoice_id
        where i.client_folder_id = f.id and i.is_retainer)))
    union all select 'payment ' || p.id from payments p join invoices i on i.id = p.invoice_id
    where (p.method = 'retainer') and i.is_retainer
      or p.kind = 'retainer' and p.method <> 'retainer'
      or i.is_retainer and p.kind = 'credit' and p.credit_note_id not in (
        select n.id from credit_notes n where n.invoice_id = i.id)
    union all select 'invoice ' || i.invoice_number from invoices i where i.is_retainer and i.tax <> 0`,
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

export const moneyRules: readonly Rule[] = [
  proposalSums,
  contractSums,
  invoiceSums,
  payments,
  corrections,
  creditNotes,
  creditNoteSeries,
  onlinePayments,
  billedTime,
  retainers,
]
