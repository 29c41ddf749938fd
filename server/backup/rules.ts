// Invariants of the records beyond what the schema enforces. Each rule names the rows that break it.
import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { readNumber, type Series } from '../../domain/numbering.ts'
import { foreignKeys } from '../retention/cascade-delete.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { moneyRules } from './money-rules.ts'
import { BrokenRow, type Rule, statement } from './rule.ts'

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
    union all select 'contract ' || c.contract_number || ' and the one that it renews or amends'
    from contracts c join contracts p on p.id = c.previous_id where p.client_folder_id <> c.client_folder_id
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
    union all select 'form submission ' || s.id || ' and its form'
    from hr_form_submissions s join own_form_versions v on v.id = s.own_form_version_id join own_forms f on f.id = v.form_id
    where f.client_folder_id <> s.client_folder_id or s.form_type <> f.id::text
    union all select 'employee acknowledgment ' || a.id || ' and its version or employee'
    from employee_acknowledgments a join handbook_versions v on v.id = a.version_id join employees e on e.id = a.employee_id
    where v.client_folder_id <> a.client_folder_id or e.client_folder_id <> a.client_folder_id
    union all select 'handbook version ' || v.id || ' and its document'
    from handbook_versions v join documents d on d.id = v.document_id where d.client_folder_id <> v.client_folder_id
    union all select 'document ' || d.id || ' and its request'
    from documents d join document_requests r on r.id = d.document_request_id where r.client_folder_id <> d.client_folder_id
    union all select 'deadline ' || d.id || ' and its employee'
    from deadlines d join employees e on e.id = d.employee_id where e.client_folder_id <> d.client_folder_id
    union all select 'training record ' || t.id || ' and its employee'
    from training_records t join employees e on e.id = t.employee_id where e.client_folder_id <> t.client_folder_id
    union all select 'training record ' || t.id || ' and its certificate'
    from training_records t join documents d on d.id = t.document_id where d.client_folder_id <> t.client_folder_id
    union all select 'training record ' || t.id || ' and its deadlines'
    from training_records t join deadlines d on d.id in (t.completed_deadline_id, t.next_deadline_id)
    where d.employee_id is distinct from t.employee_id
    union all select 'assignment ' || a.id || ' and its document'
    from assignments a join documents d on d.id = a.document_id where d.client_folder_id <> a.client_folder_id
    union all select 'comment ' || c.id || ' and its assignment'
    from assignment_comments c join assignments a on a.id = c.assignment_id where a.client_folder_id <> c.client_folder_id
    union all select 'proposal ' || p.id || ' and the one that it revises'
    from proposals p join proposals r on r.id = p.revises_id where r.client_folder_id <> p.client_folder_id
    union all select 'proposal ' || p.id || ' and its report'
    from proposals p join onboarding_reports r on r.id = p.onboarding_report_id where r.client_folder_id <> p.client_folder_id
    union all select 'signature ' || s.id || ' and its contract'
    from signatures s join contracts c on s.entity_type = 'contracts' and c.id = s.entity_id where c.client_folder_id <> s.client_folder_id
    union all select 'signature of the firm ' || s.id || ' and its contract'
    from firm_signatures s join contracts c on c.id = s.contract_id where c.client_folder_id <> s.client_folder_id
    union all select 'signer ' || r.id || ' and its contract'
    from signers r join contracts c on c.id = r.entity_id where c.client_folder_id <> r.client_folder_id
    union all select 'signer ' || r.id || ' and its document'
    from signers r join documents d on d.id = r.entity_id where d.client_folder_id <> r.client_folder_id
    union all select 'signature ' || s.id || ' and its document'
    from signatures s join documents d on s.entity_type = 'documents' and d.id = s.entity_id where d.client_folder_id <> s.client_folder_id
    union all select 'message ' || m.id || ' and its document'
    from message_documents l join messages m on m.id = l.message_id join documents d on d.id = l.document_id
    where d.client_folder_id <> m.client_folder_id
    union all select 'thread of folder ' || w.client_folder_id || ' and its message'
    from unanswered_threads w join messages m on m.id = w.message_id where m.client_folder_id <> w.client_folder_id`,
)

/** Everyone on the client's side has signed, and someone has. */
const clientHasSigned = (entityId: Sql): Sql => sql`(
  select count(*) > 0 and bool_and(r.status = 'signed') from signers r
  where r.entity_id = ${entityId} and r.side = 'client' and r.status not in ('delegated', 'removed'))`

const signed = statement(
  'Signed status matches the signature records',
  typed(BrokenRow)`
    select 'contract ' || c.contract_number as what from contracts c
    where (c.signed_at is not null) <> ${clientHasSigned(sql`c.id`)}
    union all select 'contract ' || c.contract_number || ', signed by the firm' from contracts c
    join firm_signatures s on s.contract_id = c.id
    where s.text_version > c.text_version or s.text_version < 1 or (c.signed_at is not null and s.signed_at > c.signed_at)
    union all select 'document ' || d.id from documents d
    where d.is_signed <> ${clientHasSigned(sql`d.id`)}
    union all select 'signature ' || s.id || ', of no signer' from signatures s
    where not exists (select from signers r where r.signature_id = s.id and r.entity_id = s.entity_id and r.entity_type = s.entity_type
      and r.user_id = s.signer_id)
    union all select 'signer ' || r.id || ', without a signature' from signers r
    where r.status = 'signed' and not exists (select from signatures s where s.id = r.signature_id)`,
)

const signingOrder = statement(
  'No one signed out of turn, and only signers whose turn it is can sign',
  typed(BrokenRow)`
    select 'signer ' || later.id || ', before signer ' || earlier.id as what
    from signers later join signers earlier on earlier.entity_id = later.entity_id and earlier.position < later.position
    where later.status = 'signed' and (earlier.status = 'pending' or earlier.status = 'signed' and earlier.ended_at > later.ended_at)
    union all select 'signer ' || r.id || ', whose turn it isn’t' from signers r
    where r.status = 'pending' and (r.turn_at is null) = (r.position = (
      select min(p.position) from signers p where p.entity_id = r.entity_id and p.status = 'pending'))`,
)

const uploads = statement(
  'Each document matches its upload',
  typed(BrokenRow)`
    select 'document ' || d.id as what from documents d left join uploads u on u.id = d.id
    where u.id is null or u.claimed_at is null or (u.storage_key, u.size, u.sha256) <> (d.storage_key, d.file_size, d.sha256)`,
)

const teamOnly = statement(
  'No message, assignment, handbook, training record, or signer names a team-only document',
  typed(BrokenRow)`
    select 'document ' || d.id as what from documents d
    where d.visibility = 'team-only' and (exists (select from message_documents l where l.document_id = d.id)
      or exists (select from assignments a where a.document_id = d.id)
      or exists (select from handbook_versions v where v.document_id = d.id)
      or exists (select from training_records t where t.document_id = d.id)
      or exists (select from signers s where s.entity_id = d.id))`,
)

const team = statement(
  'Only active staff are members of folders, and the lead of a folder is not one of its members',
  typed(BrokenRow)`
    select 'folder member ' || m.id as what from folder_members m
      join client_folders f on f.id = m.client_folder_id join users u on u.id = m.user_id
    where u.role <> 'staff' or not u.is_active or m.user_id = f.assigned_staff_id`,
)

const tasks = statement(
  'Completed team tasks name who completed them, and each task in a series is newer than the one before it',
  typed(BrokenRow)`
    select 'task ' || t.id || ', done by no one' as what from tasks t where t.status = 'done' and t.completed_by_id is null
    union all select 'task ' || t.id || ', older than the one it follows' from tasks t join tasks p on p.id = t.previous_id
    where t.id <= p.id`,
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
  ...moneyRules,
  numbers('Contract numbers have the right format and are unique', 'PROHR', raw('contract_number'), raw('contracts')),
  numbers('Invoice numbers have the right format and are unique', 'INV', raw('invoice_number'), raw('invoices')),
  numbers(
    'Credit note numbers have the right format and are unique',
    'CN',
    raw('credit_note_number'),
    raw('credit_notes'),
  ),
  owners,
  signed,
  signingOrder,
  uploads,
  teamOnly,
  team,
  tasks,
  references,
]
