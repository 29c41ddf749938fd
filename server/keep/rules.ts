// What has to be true of the records beside what the schema itself enforces. Each rule names the rows that break it.
import sql, { raw, type Sql } from 'sql-template-tag'
import { lineTotal, salesTax, sumOf } from '../../domain/money.ts'
import { readNumber, type Series } from '../../domain/numbers.ts'
import { foreignKeys } from '../retention/condemn.ts'
import type { Snapshot } from './snapshot.ts'

export interface Rule {
  /** A sentence that is true when nothing breaks it. */
  says: string
  /** In words that lead to the row: what it is, and its id or number. */
  broken: (snapshot: Snapshot) => AsyncIterable<string>
}

const statement = (says: string, broken: Sql): Rule => ({
  says,
  async *broken(snapshot) {
    for await (const { what } of snapshot.stream<{ what: string }>(broken)) yield what
  },
})

interface Line {
  estimatedHours?: number | null
  quantity?: number | null
  hourlyRate?: number | null
  rate?: number | null
  totalCost?: number | null
  total?: number | null
}

/** Null where a line was entered without a price. */
const totalsOf = (lines: Line[]) => lines.map(({ totalCost, total }) => totalCost ?? total ?? null)

const isRight = (line: Line): boolean => {
  const [quantity, rate] = [line.estimatedHours ?? line.quantity, line.hourlyRate ?? line.rate]
  const total = line.totalCost ?? line.total
  if (quantity === null || quantity === undefined || rate === null || rate === undefined) return true
  return total === lineTotal(quantity, rate)
}

/** What an erased folder keeps are numbers and sums; its lines are gone. */
const notErased = sql`not exists (select from client_folders f where f.id = e.client_folder_id and f.erasure_begun_at is not null)`

const proposalSums: Rule = {
  says: 'Lines of proposals are hours times rate, and totals their sums',
  async *broken(snapshot) {
    const rows = snapshot.stream<{ id: string; lines: Line[]; total: number }>(sql`
      select id, services as lines, total_cost as total from proposals e where ${notErased} order by id`)
    for await (const { id, lines, total } of rows)
      if (!lines.every(isRight) || sumOf(totalsOf(lines).map((each) => each ?? 0)) !== total) yield `proposal ${id}`
  },
}

const contractSums: Rule = {
  says: 'Lines of contracts are hours times rate, and values their sums',
  async *broken(snapshot) {
    const rows = snapshot.stream<{ number: string; lines: Line[]; total: number }>(sql`
      select contract_number as number, services as lines, total_value as total from contracts e where ${notErased} order by id`)
    for await (const { number, lines, total } of rows) {
      const totals = totalsOf(lines).filter((each) => each !== null)
      const isWhole = lines.length > 0 && totals.length === lines.length
      if (!lines.every(isRight) || (isWhole && sumOf(totals) !== total)) yield `contract ${number}`
    }
  },
}

const invoiceSums: Rule = {
  says: 'Lines of invoices are quantity times rate, subtotals their sums, and taxes 5.75 % or none',
  async *broken(snapshot) {
    const rows = snapshot.stream<
      Record<'subtotal' | 'tax' | 'total', number> & { number: string; lines: Line[] | null; exempt: boolean }
    >(sql`
      select invoice_number as number, case when ${notErased} then line_items end as lines, subtotal, tax, total, tax_exempt as exempt
      from invoices e order by id`)
    for await (const { number, lines, subtotal, tax, total, exempt } of rows) {
      const isSum =
        lines === null || (lines.every(isRight) && sumOf(totalsOf(lines).map((each) => each ?? 0)) === subtotal)
      if (!isSum || tax !== (exempt ? 0 : salesTax(subtotal)) || total !== subtotal + tax) yield `invoice ${number}`
    }
  },
}

const payments = statement(
  'What was paid on an invoice is the sum of its payments, and it reads paid when that is its total',
  sql`
    select 'invoice ' || i.invoice_number as what from invoices i
    where i.amount_paid <> (select coalesce(sum(p.amount), 0) from payments p where p.invoice_id = i.id)
      or (i.status = 'paid') <> (i.paid_at is not null)
      or (i.status = 'paid' and i.amount_paid <> i.total)
      or (i.status in ('sent', 'overdue') and i.total > 0 and i.amount_paid >= i.total)
      or (i.status = 'draft' and i.amount_paid > 0)
    order by i.id`,
)

const numbers = (says: string, series: Series, column: Sql, table: Sql): Rule => ({
  says,
  async *broken(snapshot) {
    const rows = snapshot.stream<{ number: string; same: number }>(sql`
      select ${column} as number, count(*) over (partition by ${column}) as same from ${table} order by 1`)
    for await (const { number, same } of rows)
      if (same > 1 || readNumber(series, number) === null) yield `number ${number}`
  },
})

const owners = statement(
  'What belongs together belongs to the same folder',
  sql`
    select 'contract ' || c.contract_number || ' and its proposal' as what
    from contracts c join proposals p on p.id = c.proposal_id where p.client_folder_id <> c.client_folder_id
    union all select 'invoice ' || i.invoice_number || ' and its contract'
    from invoices i join contracts c on c.id = i.contract_id where c.client_folder_id <> i.client_folder_id
    union all select 'payment ' || p.id || ' and its invoice'
    from payments p join invoices i on i.id = p.invoice_id where i.client_folder_id <> p.client_folder_id
    union all select 'document ' || d.id || ' and its request'
    from documents d join document_requests r on r.id = d.document_request_id where r.client_folder_id <> d.client_folder_id
    union all select 'assignment ' || a.id || ' and its document'
    from assignments a join documents d on d.id = a.document_id where d.client_folder_id <> a.client_folder_id
    union all select 'proposal ' || p.id || ' and the one that it revises'
    from proposals p join proposals r on r.id = p.revises_id where r.client_folder_id <> p.client_folder_id
    union all select 'proposal ' || p.id || ' and its report'
    from proposals p join onboarding_reports r on r.id = p.onboarding_report_id where r.client_folder_id <> p.client_folder_id
    union all select 'signature ' || s.id || ' and its contract'
    from signatures s join contracts c on s.entity_type = 'contracts' and c.id = s.entity_id where c.client_folder_id <> s.client_folder_id
    union all select 'signature ' || s.id || ' and its document'
    from signatures s join documents d on s.entity_type = 'documents' and d.id = s.entity_id where d.client_folder_id <> s.client_folder_id
    union all select 'thread of folder ' || w.client_folder_id || ' and its message'
    from waiting_threads w join messages m on m.id = w.message_id where m.client_folder_id <> w.client_folder_id`,
)

const signed = statement(
  'What reads signed has its signature, and what has one reads signed',
  sql`
    select 'contract ' || c.contract_number as what from contracts c
    where (c.signed_at is not null) <> exists (select from signatures s where s.entity_type = 'contracts' and s.entity_id = c.id)
    union all select 'document ' || d.id from documents d
    where d.is_signed <> exists (select from signatures s where s.entity_type = 'documents' and s.entity_id = d.id)`,
)

const uploads = statement(
  'A document is the upload that it was registered from',
  sql`
    select 'document ' || d.id as what from documents d left join uploads u on u.id = d.id
    where u.id is null or u.claimed_at is null or (u.storage_key, u.size, u.sha256) <> (d.storage_key, d.file_size, d.sha256)`,
)

/** Each foreign key over one column, as the catalogue has them: PostgreSQL holds them, unless somebody switched that off. */
const references: Rule = {
  says: 'Every reference leads to a row',
  async *broken(snapshot) {
    for (const { table, column, to, toColumn } of await foreignKeys(snapshot)) {
      const rows = snapshot.stream<{ id: string }>(sql`
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
  numbers(
    'Contract numbers have their form, and each is there once',
    'PROHR',
    raw('contract_number'),
    raw('contracts'),
  ),
  numbers('Invoice numbers have their form, and each is there once', 'INV', raw('invoice_number'), raw('invoices')),
  owners,
  signed,
  uploads,
  references,
]
