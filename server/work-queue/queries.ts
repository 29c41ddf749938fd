// The work queue. A client's consists of their to-dos; the team's is read in one statement, a part for each kind of
// work. Archived folders are left out, since no one can act on them.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import { type FolderPart, mayUsePart } from '../../domain/folder-rights.ts'
import { officeDate, replyHours } from '../../domain/time.ts'
import {
  byClientRank,
  clientActions,
  fitting,
  groupOf,
  maxWorkItems,
  teamActionOf,
  teamLinkOf,
  TeamWorkKind,
  WorkGroup,
  type WorkGroupCount,
  WorkItem,
  type WorkQueue,
  type WorkView,
} from '../../domain/work-queue.ts'
import { isDue } from '../access-reviews/queries.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import { contractName } from '../contracts/contract-name.ts'
import { typed } from '../kit/row-types.ts'
import { folderOfEmail } from '../received-emails/queries.ts'
import { visiblePendingRequests } from '../service-requests/queries.ts'
import { isOpenTask, isTaskOf, taskTables, visibleTasks } from '../tasks/queries.ts'
import { type DatedReader, type KindCount, openWorkOf } from '../to-dos/queries.ts'

/** @param folderId only this folder's work; without it, all work */
export async function clientWorkQueue(
  reader: DatedReader,
  actor: Actor,
  view: WorkView,
  folderId?: string,
): Promise<WorkQueue> {
  const { items, counts } = await openWorkOf(reader, actor, maxWorkItems, folderId)
  const ordered = items.toSorted(byClientRank).filter(({ isLate }) => view !== 'overdue' || isLate)
  const all = sumOf(counts.map(({ count }) => count))
  return {
    items: fitting(ordered, maxWorkItems).map((item) => ({
      ...item,
      contact: null,
      version: null,
      action: clientActions[item.kind],
    })),
    counts: { mine: all, all, overdue: sumOf(counts.map(({ overdue }) => overdue)) },
    groups: WorkGroup.options.flatMap((group) => groupCount(group, counts)),
    nextAt: null,
  }
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0)

/** Nothing for a group without items. */
function groupCount(group: WorkGroup, counts: readonly KindCount[]): WorkGroupCount[] {
  const its = counts.filter(({ kind }) => groupOf[kind] === group)
  if (its.length === 0) return []
  const amounts = its.flatMap(({ amount }) => amount ?? [])
  return [
    {
      group,
      count: sumOf(its.map(({ count }) => count)),
      overdue: sumOf(its.map(({ overdue }) => overdue)),
      amount: amounts.length === 0 ? null : sumOf(amounts),
    },
  ]
}

const TeamItem = WorkItem.omit({ action: true, link: true, count: true, isLate: true }).extend({
  kind: TeamWorkKind,
  isLate: z.boolean(),
})

const QueueRow = z.object({
  items: z.array(TeamItem),
  counts: z.object({ mine: z.number(), all: z.number(), overdue: z.number() }),
  nextAt: z.string().nullable(),
})

/** Someone waits for our answer, within 24 hours. */
const awaitsReply = (alias: string) => sql`${raw(alias)}.kind in ('accept-request', 'reply-message')`

/** Late work first; among late work and the rest, people who wait for an answer come before invoices and dates. */
const byUrgency = (alias: string) => {
  const x = raw(alias)
  return sql`${x}.is_late desc, ${awaitsReply(alias)} desc, ${x}.due_at, ${x}.since, ${x}.id`
}

export async function teamWorkQueue(
  reader: DatedReader,
  actor: Actor,
  view: WorkView,
  folderId?: string,
): Promise<WorkQueue> {
  const shown = { mine: sql`w.is_mine`, all: sql`true`, overdue: sql`w.is_late` }[view]
  const { items, counts, nextAt } = await reader.one(typed(QueueRow)`
    with w as materialized (
      select w.* from (${teamWork(actor, reader.now)}) w ${folderId === undefined ? sql`` : sql`where w.client_folder_id = ${folderId}`}
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'id', i.id, 'title', i.title, 'amount', i.amount,
          'contact', i.contact, 'clientFolderId', i.client_folder_id, 'folderName', i.folder_name, 'since', iso(i.since),
          'due', i.due, 'isLate', i.is_late, 'version', i.version)
          order by ${byUrgency('i')}), '[]') from (
        select w.* from w where ${shown}
        order by ${byUrgency('w')} limit ${raw(String(maxWorkItems))}) i) as items,
      (select jsonb_build_object('mine', count(*) filter (where w.is_mine), 'all', count(*),
        'overdue', count(*) filter (where w.is_late)) from w) as counts,
      (select iso(min(w.due_at)) from w where not w.is_late and ${awaitsReply('w')}) as "nextAt"`)
  const rights = { administers: isAdministrator(actor), writesMessages: mayUsePart(actor, 'messages') }
  return {
    items: items.map((item) => ({
      ...item,
      count: 1,
      action: teamActionOf(item.kind, rights),
      link: teamLinkOf(item),
    })),
    counts,
    groups: [],
    nextAt,
  }
}

/** The items of the team's work queue that the actor can see, a row each. */
export const teamWork = (actor: Actor, now: Date): Sql => join(parts(actor, now), ' union all ')

interface Part {
  kind: TeamWorkKind
  /** The part of the folder that it belongs to. */
  part: FolderPart
  /** id, title, amount, since, due date, and version of the row `x`. */
  facts: [Sql, Sql, Sql, Sql, Sql, Sql]
  table: Sql
  where: Sql
  /** The person it is waiting for; defaults to the client. */
  contact?: Sql
  /** Whether it belongs to the actor, in addition to the work in folders that they lead. */
  mine?: Sql
}

const none = sql`null::bigint`
const noDate = sql`null::date`

function parts(actor: Actor, now: Date): Sql[] {
  const today = officeDate(now)
  const late = new Date(now.getTime() - replyHours * 3_600_000)
  const openIn = (part: FolderPart) => sql`${visibleFolders(actor, part)} and f.status <> 'archived'`
  const lateReply = (since: Sql) => sql`${since} + make_interval(hours => ${replyHours}::int)`
  const signers = sql`signers s where s.entity_id = x.id and s.status = 'pending' and s.turn_at is not null`
  const ownTurn = sql`exists (select from ${signers} and s.user_id = ${actor.id})`
  const turns = sql`(select string_agg(coalesce(person_name(who.first_name, who.last_name), who.email), ', ' order by s.id)
    from users who, signers s where s.entity_id = x.id and s.status = 'pending' and s.turn_at is not null and who.id = coalesce(s.user_id, f.client_id))`
  const inFolder = ({
    kind,
    part,
    facts: [id, title, amount, since, due, version],
    table,
    where,
    contact,
    mine,
  }: Part) => sql`
    select ${kind}::text as kind, ${id} as id, ${title} as title, ${amount} as amount,
      ${contact ?? sql`person_name(client.first_name, client.last_name)`} as contact, f.id as client_folder_id, f.name as folder_name,
      ${since} as since, ${due} as due, coalesce(${due} < ${today}::date, false) as is_late,
      coalesce(${due}::timestamptz, 'infinity'::timestamptz) as due_at,
      (f.assigned_staff_id = ${actor.id} or ${mine ?? sql`false`}) as is_mine, ${version} as version
    from ${table} x join client_folders f on f.id = x.client_folder_id left join users client on client.id = f.client_id
    where (${where}) and ${openIn(part)}`
  const folderParts: Part[] = [
    {
      kind: 'review-documents',
      part: 'documents',
      facts: [sql`x.id`, sql`x.title`, none, sql`x.created_at`, noDate, sql`x.version`],
      table: sql`document_requests`,
      where: sql`x.status = 'submitted'`,
    },
    {
      kind: 'overdue-invoice',
      part: 'money',
      facts: [
        sql`x.id`,
        sql`x.invoice_number`,
        sql`x.total - x.amount_paid`,
        sql`x.sent_at`,
        sql`x.due_date`,
        sql`x.version`,
      ],
      table: sql`invoices`,
      where: sql`x.status in ('sent', 'overdue') and x.due_date <= ${today}::date and x.total > x.amount_paid`,
    },
    {
      kind: 'unsigned-contract',
      part: 'money',
      facts: [sql`x.id`, contractName('x'), sql`x.total_value`, sql`x.created_at`, sql`x.sign_by`, sql`x.version`],
      table: sql`contracts`,
      where: sql`x.status = 'draft' or x.status = 'active' and ${ownTurn}`,
      contact: turns,
      mine: ownTurn,
    },
    {
      kind: 'unsigned-document',
      part: 'documents',
      facts: [
        sql`x.id`,
        sql`x.original_name`,
        none,
        sql`coalesce(x.signature_requested_at, x.created_at)`,
        sql`x.sign_by`,
        sql`x.version`,
      ],
      table: sql`documents`,
      where: sql`x.requires_signature and x.declined_at is null and x.withdrawn_at is null and (not x.is_signed or ${ownTurn})`,
      contact: turns,
      mine: ownTurn,
    },
    {
      kind: 'unanswered-proposal',
      part: 'money',
      facts: [sql`x.id`, sql`x.title`, sql`x.total_cost`, sql`x.sent_at`, sql`x.valid_until`, sql`x.version`],
      table: sql`proposals`,
      where: sql`x.status = 'sent' and (x.valid_until is null or x.valid_until >= ${today}::date)`,
    },
    {
      kind: 'late-document-request',
      part: 'documents',
      facts: [sql`x.id`, sql`x.title`, none, sql`x.created_at`, sql`x.due_date`, sql`x.version`],
      table: sql`document_requests`,
      where: sql`x.status = 'pending' and x.due_date <= ${today}::date`,
    },
    {
      kind: 'due-assignment',
      part: 'documents',
      facts: [sql`x.id`, sql`x.title`, none, sql`x.created_at`, sql`x.due_date`, sql`x.version`],
      table: sql`assignments`,
      where: sql`x.status <> 'completed' and x.status <> 'cancelled' and x.due_date <= ${today}::date`,
    },
    {
      kind: 'received-email',
      part: 'messages',
      facts: [sql`x.id`, sql`x.from_address`, none, sql`x.received_at`, noDate, sql`x.version`],
      // Without a known folder, it is only on the page for received email.
      table: sql`(
        select e.id, e.from_address, e.received_at, e.version, ${folderOfEmail} as client_folder_id
        from received_emails e where e.status = 'pending')`,
      where: sql`true`,
      contact: sql`x.from_address`,
    },
  ]
  if (isAdministrator(actor))
    folderParts.push({
      kind: 'create-contract',
      part: 'money',
      facts: [sql`x.id`, sql`x.title`, sql`x.total_cost`, sql`x.updated_at`, noDate, sql`x.version`],
      table: sql`proposals`,
      where: sql`x.status = 'approved' and not exists (select from contracts c where c.proposal_id = x.id and c.status not in ('cancelled', 'declined'))`,
    })
  // Everyone who can accept them sees pending requests until someone does.
  const requests = sql`
      select 'accept-request' as kind, x.id, x.business_name as title, null::bigint as amount,
        person_name(x.first_name, x.last_name) as contact, x.existing_folder_id as client_folder_id,
        (select existing.name from client_folders existing where existing.id = x.existing_folder_id) as folder_name,
        x.created_at as since, null::date as due, x.created_at < ${late} as is_late, ${lateReply(sql`x.created_at`)} as due_at,
        coalesce(x.assigned_staff_id = ${actor.id}, true) as is_mine, x.version
      from service_requests x where x.status = 'pending' and not x.is_suspected_spam and ${visiblePendingRequests(actor, 'x')}`
  const replies = sql`
      select 'reply-message' as kind, x.last_message_id as id, left(last.content, 160) as title, null::bigint as amount,
        person_name(client.first_name, client.last_name) as contact, f.id as client_folder_id, f.name as folder_name,
        x.since, null::date as due, x.since < ${late} as is_late, ${lateReply(sql`x.since`)} as due_at,
        f.assigned_staff_id = ${actor.id} as is_mine, null::int as version
      from unanswered_threads x join client_folders f on f.id = x.client_folder_id
        join messages last on last.id = x.last_message_id left join users client on client.id = f.client_id
      where x.dismissed_at is null and ${openIn('messages')}`
  // Its assignee is its contact.
  const tasks = sql`
      select 'due-task' as kind, t.id, t.title, null::bigint as amount, person_name(who.first_name, who.last_name) as contact,
        f.id as client_folder_id, f.name as folder_name, t.created_at as since, t.due_date as due, t.due_date < ${today}::date as is_late,
        t.due_date::timestamptz as due_at, ${isTaskOf(actor)} as is_mine, t.version
      from ${taskTables(now)} where ${isOpenTask} and t.due_date <= ${today}::date and ${visibleTasks(actor)}`
  const review = sql`
      select 'review-access' as kind, r.id, r.quarter as title, null::bigint as amount, null::text as contact,
        null::uuid as client_folder_id, null::text as folder_name, r.reminded_at as since, null::date as due, false as is_late,
        'infinity'::timestamptz as due_at, true as is_mine, null::int as version
      from access_reviews r where ${isDue(now)}`
  return [
    ...(isAdministrator(actor) ? [review] : []),
    ...(mayUsePart(actor, 'everything') ? [requests] : []),
    ...(mayUsePart(actor, 'messages') ? [replies] : []),
    tasks,
    ...folderParts.filter(({ part }) => mayUsePart(actor, part)).map(inFolder),
  ]
}
