// A client's to-dos, in one statement: their folders first, then the items of each kind, each with its own index.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { applies, AppliesTo, headCountOf, Sector } from '../../domain/audience.ts'
import { officeDate } from '../../domain/time.ts'
import { byUrgency, linkOf, maxToDos, type ToDoList, type ToDo, ToDoKind } from '../../domain/to-do.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { isTurnOf } from '../signatures/signer-queries.ts'

/** At most this many folders, newest first, and this many items of each kind over all of them. */
const maxFolders = 200
const maxOfKind = raw(String(maxToDos + 1))

const Row = z.object({
  kind: ToDoKind,
  id: z.string(),
  title: z.string(),
  amount: z.number().nullable(),
  clientFolderId: z.string(),
  folderName: z.string(),
  due: z.string().nullable(),
  since: z.string(),
})
type Row = z.infer<typeof Row>

const Policy = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  appliesTo: AppliesTo,
  since: z.string(),
})
type Policy = z.infer<typeof Policy>

const Employing = z.object({
  headCount: z.number().nullable(),
  companySize: z.string().nullable(),
  sector: Sector.nullable(),
})
type Employing = z.infer<typeof Employing>

const OpenWorkRow = z.object({ items: z.array(Row), policies: z.array(Policy), employers: z.array(Employing) })

/** @param order of the to-dos: those that do not fit are the last ones */
export async function toDosOf(
  reader: Reader & { readonly now: Date },
  actor: Actor,
  order = byUrgency,
): Promise<ToDoList> {
  const today = officeDate(reader.now)
  const found = await reader.one(typed(OpenWorkRow)`
    with f as materialized (
      select f.id, f.name, f.client_id, f.client_id = ${actor.id} is true as own, f.head_count, f.sector,
        (select r.company_size from service_requests r where r.id = f.service_request_id) as company_size,
        f.client_id = ${actor.id} is true or contact.money as money,
        f.client_id = ${actor.id} is true or contact.documents as documents,
        f.client_id = ${actor.id} is true or contact.messages as messages, contact.sign as may_sign
      from client_folders f
      left join folder_contacts contact on contact.client_folder_id = f.id and contact.user_id = ${actor.id}
      where ${visibleFolders(actor, 'folder')} and f.status <> 'archived'
      order by f.id desc limit ${raw(String(maxFolders))}
    )
    select (select coalesce(jsonb_agg(item), '[]') from (${join(kinds(actor, today), ' union all ')}) item) as items,
      (select coalesce(jsonb_agg(policy), '[]') from (${policies(actor)}) policy) as policies,
      (select coalesce(jsonb_agg(jsonb_build_object('headCount', f.head_count, 'companySize', f.company_size, 'sector', f.sector)), '[]')
        from f where f.own) as employers`)
  const items = [...found.items.map((row) => itemOf(row, today)), ...toAcknowledge(found.policies, found.employers)]
  const ordered = items.toSorted(order)
  return { items: ordered.slice(0, maxToDos), more: ordered.length > maxToDos }
}

const kinds = (actor: Actor, today: string): Sql[] => [
  of(
    'sign-document',
    sql`d.id, d.original_name, null::bigint, d.sign_by, coalesce(d.signature_requested_at, d.created_at)`,
    sql`
    documents d on d.client_folder_id = f.id and f.documents and d.requires_signature and not d.is_signed and d.declined_at is null
      and d.withdrawn_at is null and ${isTurnOf(actor.id, sql`d.id`, sql`f.may_sign`)}`,
  ),
  of(
    'sign-contract',
    sql`c.id, c.contract_number, c.total_value, c.sign_by, c.created_at`,
    sql`
    contracts c on c.client_folder_id = f.id and f.money and c.status = 'draft'
      and ${isTurnOf(actor.id, sql`c.id`, sql`f.may_sign`)}`,
  ),
  of(
    'answer-proposal',
    sql`p.id, p.title, p.total_cost, p.valid_until, p.sent_at`,
    sql`
    proposals p on p.client_folder_id = f.id and f.own and p.status = 'sent' and (p.valid_until is null or p.valid_until >= ${today}::date)`,
  ),
  of(
    'pay-invoice',
    sql`i.id, i.invoice_number, i.total - i.amount_paid, i.due_date, i.sent_at`,
    sql`
    invoices i on i.client_folder_id = f.id and f.money and i.status in ('sent', 'overdue') and i.total > i.amount_paid`,
  ),
  of(
    'upload-document',
    sql`r.id, r.title, null::bigint, r.due_date, coalesce(r.returned_at, r.created_at)`,
    sql`
    document_requests r on r.client_folder_id = f.id and f.documents and r.status = 'pending'`,
  ),
  // Signature requests are listed separately above, for those whose turn it is.
  of(
    'finish-assignment',
    sql`a.id, a.title, null::bigint, a.due_date, a.created_at`,
    sql`
    assignments a on a.client_folder_id = f.id and f.documents and a.status <> 'completed' and a.status <> 'cancelled'
      and not (a.required_action = 'signature' and a.document_id is not null)`,
  ),
  // If another contact or the client has replied, it is settled for everyone.
  of(
    'answer-message',
    sql`m.id, coalesce(m.sender, ''), null::bigint, null::date, m.created_at`,
    sql`
    lateral (
      select last.id, person_name(sender.first_name, sender.last_name) as sender, last.created_at, last.is_from_client
      from messages last join users sender on sender.id = last.sender_id
      where last.client_folder_id = f.id order by last.id desc limit 1
    ) m on f.messages and not m.is_from_client and not exists (
      select from message_read_receipts mr
      where mr.user_id = ${actor.id} and mr.client_folder_id = f.id and mr.last_message_id >= m.id)`,
  ),
]

/** @param facts id, title, amount, due date, and since when it is pending */
const of = (kind: ToDoKind, facts: Sql, from: Sql): Sql => sql`
  (select ${kind} as kind, fact.id, fact.title, fact.amount, f.id as "clientFolderId", f.name as "folderName", fact.due, iso(fact.since) as since
    from f join ${from} cross join lateral (select ${facts}) fact(id, title, amount, due, since)
    order by fact.due nulls last, fact.since limit ${maxOfKind})`

/** Required policies whose current version the caller has not acknowledged; only for clients of a folder. */
const policies = (actor: Actor): Sql => sql`
  select p.id, p.slug, p.title, p.applies_to as "appliesTo", iso(p.updated_at) as since from hr_policies p
  where p.is_active and p.policy_type = 'required' and exists (select from f where f.own)
    and not exists (select from hr_policy_acknowledgments a
      where a.policy_id = p.id and a.user_id = ${actor.id} and a.number = p.current_version)
  order by p.id limit 200`

const itemOf = (row: Row, today: string): ToDo => ({
  ...row,
  count: 1,
  isLate: row.due !== null && row.due < today,
  link: linkOf(row.kind, row.id, row.clientFolderId, null),
})

/** One to-do for all of them, since they are read together. */
function toAcknowledge(found: Policy[], employers: Employing[]): ToDo[] {
  const concerning = found.filter(({ appliesTo }) =>
    employers.some((each) => applies(appliesTo, { headCount: headCountOf(each), sector: each.sector }) !== 'no'),
  )
  const [first] = concerning
  if (first === undefined) return []
  const slug = concerning.length === 1 ? first.slug : null
  return [
    {
      kind: 'acknowledge-policies',
      id: first.id,
      title: first.title,
      amount: null,
      count: concerning.length,
      clientFolderId: null,
      folderName: null,
      due: null,
      isLate: false,
      since: concerning.reduce((latest, { since }) => (since > latest ? since : latest), first.since),
      link: linkOf('acknowledge-policies', first.id, null, slug),
    },
  ]
}
