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

/** At most this many folders, newest first. */
const maxFolders = 200

export type DatedReader = Reader & { readonly now: Date }

const Row = z.object({
  kind: ToDoKind,
  id: z.string(),
  title: z.string(),
  amount: z.number().nullable(),
  clientFolderId: z.string(),
  folderName: z.string(),
  due: z.string().nullable(),
  since: z.string(),
  ofKind: z.number(),
  lateOfKind: z.number(),
  amountOfKind: z.number().nullable(),
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

export async function toDosOf(reader: DatedReader, actor: Actor): Promise<ToDoList> {
  const { items } = await openWorkOf(reader, actor, maxToDos + 1)
  const ordered = items.toSorted(byUrgency)
  return { items: ordered.slice(0, maxToDos), more: ordered.length > maxToDos }
}

/** What a kind comes to, all of it. `amount`: in cents, null where it has none. */
export interface KindCount {
  kind: ToDoKind
  count: number
  overdue: number
  amount: number | null
}

/**
 * The most urgent of each kind, in no order, and the counts of all.
 * @param maxOfKind over all folders
 * @param folderId only this folder's; policies belong to none
 */
export async function openWorkOf(
  reader: DatedReader,
  actor: Actor,
  maxOfKind: number,
  folderId?: string,
): Promise<{ items: ToDo[]; counts: KindCount[] }> {
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
      where ${visibleFolders(actor, 'folder')} and f.status <> 'archived' ${folderId === undefined ? sql`` : sql`and f.id = ${folderId}`}
      order by f.id desc limit ${raw(String(maxFolders))}
    )
    select (select coalesce(jsonb_agg(item), '[]') from (${join(kinds(actor, today, maxOfKind), ' union all ')}) item) as items,
      (select coalesce(jsonb_agg(policy), '[]') from (${policies(actor)}) policy) as policies,
      (select coalesce(jsonb_agg(jsonb_build_object('headCount', f.head_count, 'companySize', f.company_size, 'sector', f.sector)), '[]')
        from f where f.own) as employers`)
  const rows = found.items
  const toRead = folderId === undefined ? toAcknowledge(found.policies, found.employers) : []
  const first = new Map(rows.map((row) => [row.kind, row]))
  return {
    items: [...rows.map((row) => itemOf(row, today)), ...toRead],
    counts: [
      ...[...first.values()].map(({ kind, ofKind: count, lateOfKind: overdue, amountOfKind: amount }) => ({
        kind,
        count,
        overdue,
        amount,
      })),
      ...toRead.map(({ kind }) => ({ kind, count: 1, overdue: 0, amount: null })),
    ],
  }
}

const kinds = (actor: Actor, today: string, max: number): Sql[] =>
  kindsOf(actor, today).map(([kind, facts, from]) => of(kind, facts, from, today, max))

/** By its number and what it is about: "PROHR-2026-0004: HR on call and 2 more". */
const namedContract = sql`c.contract_number || coalesce(': ' || nullif(c.services->0->>'customName', '')
  || case when jsonb_array_length(c.services) > 1 then ' and ' || jsonb_array_length(c.services) - 1 || ' more' else '' end, '')`

/** Of each kind: id, title, amount, due date, and since when it is pending; and where it is found. */
const kindsOf = (actor: Actor, today: string): [ToDoKind, Sql, Sql][] => [
  [
    'sign-document',
    sql`d.id, d.original_name, null::bigint, d.sign_by, coalesce(d.signature_requested_at, d.created_at)`,
    sql`
    documents d on d.client_folder_id = f.id and f.documents and d.requires_signature and not d.is_signed and d.declined_at is null
      and d.withdrawn_at is null and ${isTurnOf(actor.id, sql`d.id`, sql`f.may_sign`)}`,
  ],
  [
    'sign-contract',
    sql`c.id, ${namedContract}, c.total_value, c.sign_by, c.created_at`,
    sql`
    contracts c on c.client_folder_id = f.id and f.money and c.status = 'draft'
      and ${isTurnOf(actor.id, sql`c.id`, sql`f.may_sign`)}`,
  ],
  [
    'answer-proposal',
    sql`p.id, p.title, p.total_cost, p.valid_until, p.sent_at`,
    sql`
    proposals p on p.client_folder_id = f.id and f.own and p.status = 'sent' and (p.valid_until is null or p.valid_until >= ${today}::date)`,
  ],
  [
    'pay-invoice',
    sql`i.id, i.invoice_number, i.total - i.amount_paid, i.due_date, i.sent_at`,
    sql`
    invoices i on i.client_folder_id = f.id and f.money and i.status in ('sent', 'overdue') and i.total > i.amount_paid`,
  ],
  [
    'upload-document',
    sql`r.id, r.title, null::bigint, r.due_date, coalesce(r.returned_at, r.created_at)`,
    sql`
    document_requests r on r.client_folder_id = f.id and f.documents and r.status = 'pending'`,
  ],
  // Signature requests are listed separately above, for those whose turn it is.
  [
    'finish-assignment',
    sql`a.id, a.title, null::bigint, a.due_date, a.created_at`,
    sql`
    assignments a on a.client_folder_id = f.id and f.documents and a.status <> 'completed' and a.status <> 'cancelled'
      and not (a.required_action = 'signature' and a.document_id is not null)`,
  ],
  // If another contact or the client has replied, it is settled for everyone.
  [
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
  ],
]

const of = (kind: ToDoKind, facts: Sql, from: Sql, today: string, max: number): Sql => sql`
  (select ${kind} as kind, fact.id, fact.title, fact.amount, f.id as "clientFolderId", f.name as "folderName", fact.due, iso(fact.since) as since,
      count(*) over () as "ofKind", count(*) filter (where fact.due < ${today}::date) over () as "lateOfKind",
      (sum(fact.amount) over ())::bigint as "amountOfKind"
    from f join ${from} cross join lateral (select ${facts}) fact(id, title, amount, due, since)
    order by fact.due nulls last, fact.since limit ${raw(String(max))})`

/** Required policies whose current version the caller has not acknowledged; only for clients of a folder. */
const policies = (actor: Actor): Sql => sql`
  select p.id, p.slug, p.title, p.applies_to as "appliesTo", iso(p.updated_at) as since from hr_policies p
  where p.is_active and p.policy_type = 'required' and exists (select from f where f.own)
    and not exists (select from hr_policy_acknowledgments a
      where a.policy_id = p.id and a.user_id = ${actor.id} and a.number = p.current_version)
  order by p.id limit 200`

const itemOf = ({ ofKind: _all, lateOfKind: _late, amountOfKind: _sum, ...row }: Row, today: string): ToDo => ({
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
