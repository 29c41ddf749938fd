import sql, { join, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listClientFolders as endpoint } from '../../api/client-folders.ts'
import { type Actor, isClient } from '../../domain/actor.ts'
import {
  allowedInFolder,
  ClientFolder,
  type ClientFolderView,
  FolderStatus,
  maySeeFolder,
  assertNotArchived,
  ClientFolderRow,
} from '../../domain/client-folder.ts'
import { type FolderPart, mayUsePart, rightsNeeded, seesInEveryFolder } from '../../domain/folder-rights.ts'
import { invalid, notFound } from '../../domain/errors.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { containing, type Order, pageIn, placeIn, toPage, type Page, Place } from '../kit/page.ts'
import { typed, IdRow } from '../kit/row-types.ts'
import { isInView, isWorkedInByActor, staffOfFolder } from './folder-staff.ts'

const columns = sql`
  f.id, f.name, f.client_id as "clientId", person_name(client.first_name, client.last_name) as "clientName",
  client.email as "clientEmail", f.assigned_staff_id as "assignedStaffId",
  person_name(staff.first_name, staff.last_name) as "assignedStaffName", staff.email as "assignedStaffEmail",
  staff.phone as "assignedStaffPhone", staff.staff_access as "assignedStaffAccess", f.services, f.status, f.service_request_id as "serviceRequestId",
  f.created_by_id as "createdById",
  (select person_name(creator.first_name, creator.last_name) from users creator where creator.id = f.created_by_id) as "createdByName",
  f.creator_has_access as "creatorHasAccess",
  (select jsonb_build_object('id', r.id, 'email', r.email) from folder_access_requests r
    where r.client_folder_id = f.id and r.kind = 'client' and r.status = 'pending') as "clientRequest",
  f.tax_exempt as "taxExempt",
  f.tax_exemption_number as "taxExemptionNumber", f.purchase_order_number as "purchaseOrderNumber",
  f.pays_online as "paysOnline", f.reminders_paused as "remindersPaused", f.address,
  f.head_count as "headCount", f.sector,
  (select r.company_size from service_requests r where r.id = f.service_request_id) as "companySize",
  f.merged_into_id as "mergedIntoId", iso(f.merged_at) as "mergedAt",
  f.version, iso(f.created_at) as "createdAt", iso(f.updated_at) as "updatedAt"`

const tables = sql`client_folders f join users staff on staff.id = f.assigned_staff_id left join users client on client.id = f.client_id`

/**
 * SQL condition: the folders (alias `f`) that the actor may see; the content of a folder follows the same rule. For a
 * single row the rule is `maySeeFolder` in the domain; a test checks that both agree.
 */
export function visibleFolders(actor: Actor, part: FolderPart = 'everything'): Sql {
  if (seesInEveryFolder(actor, part)) return sql`true`
  if (isClient(actor)) return foldersOfClient(actor.id, part)
  return mayUsePart(actor, part) ? isWorkedInByActor(actor) : sql`false`
}

/**
 * The same condition on a folder id, for sums and searches. Avoids the join where everything is visible, since it would
 * take half the time of a sum. The folders are an array, so that the index on the folder can be combined with a
 * full-text index.
 */
export const isInVisibleFolder = (actor: Actor, clientFolderId: Sql, part: FolderPart = 'everything'): Sql =>
  seesInEveryFolder(actor, part)
    ? sql`true`
    : sql`${clientFolderId} = any(array(select f.id from client_folders f where ${visibleFolders(actor, part)}))`

/** The same condition for a sum over most rows: hashed once, where an array would be scanned for each row. */
export const isOfVisible = (actor: Actor, clientFolderId: Sql, part: FolderPart = 'everything'): Sql =>
  seesInEveryFolder(actor, part)
    ? sql`true`
    : sql`${clientFolderId} in (select f.id from client_folders f where ${visibleFolders(actor, part)})`

/**
 * A client's own folders, and those where they are a contact with access to the part. As an array, both sides of the
 * "or" use an index: the folders by client, and the folders by id (docs/decisions/0084).
 */
export const foldersOfClient = (
  userId: string,
  part: FolderPart,
): Sql => sql`(f.client_id = ${userId} or f.id = any(array(
  select contact.client_folder_id from folder_contacts contact where contact.user_id = ${userId} ${given(part)})))`

/** The contact (alias `contact`) has access to the part. */
const given = (part: FolderPart): Sql =>
  join([sql``, ...rightsNeeded(part).map((right) => sql`contact.${raw(right)}`)], ' and ')

/** The folder's facts that the actions on its content depend on (`FolderFacts` in the domain). */
export const folderFacts = sql`jsonb_build_object('status', f.status, 'clientId', f.client_id)`

/** The contacts of folder `f` who can sign in. @param which SQL condition on them (alias `contact`) */
export const contactsOf = (which: Sql): Sql => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('userId', person.id, 'email', person.email,
      'name', person_name(person.first_name, person.last_name), 'money', contact.money, 'documents', contact.documents,
      'messages', contact.messages, 'sign', contact.sign) order by contact.id), '[]')
    from folder_contacts contact join users person on person.id = contact.user_id and person.role = 'client' and person.is_active
    where contact.client_folder_id = f.id and ${which}) as contacts`

/**
 * The members of folder `f`, and those who cover for someone who works in it.
 * @param which SQL condition on them (alias `person`)
 */
const colleaguesOf = (which: Sql, now: Date): Sql => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('userId', person.id, 'email', person.email,
      'name', person_name(person.first_name, person.last_name), 'staffAccess', person.staff_access,
      'isMember', colleague.is_member) order by person.id), '[]')
    from (
      select s.user_id, bool_or(s.role = 'member') as is_member from ${staffOfFolder(now)} s
      where s.role in ('member', 'cover') group by s.user_id
    ) colleague join users person on person.id = colleague.user_id
    where person.role = 'staff' and person.is_active and person.id <> f.assigned_staff_id and ${which}) as colleagues`

const hiddenMoney = { taxExempt: null, taxExemptionNumber: null, purchaseOrderNumber: null }

/** How the team works with the client. */
const hiddenFromClients = {
  clientRequest: null,
  creatorHasAccess: false,
  remindersPaused: false,
  mergedIntoId: null,
  mergedAt: null,
}

export function viewed(row: ClientFolder, actor: Actor): ClientFolderView {
  const { contacts: _contacts, colleagues: _colleagues, assignedStaffAccess: _access, ...folder } = row
  return {
    ...folder,
    ...(maySeeFolder(row, actor, 'money') ? {} : hiddenMoney),
    ...(isClient(actor) ? hiddenFromClients : {}),
    allowed: allowedInFolder(row, actor),
  }
}

const orders: Record<string, Order | undefined> = { name: { by: sql`lower(f.name)`, type: 'text' } }

const ListedFolder = ClientFolderRow.extend({ place: Place })

export async function listClientFolders(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<ClientFolderView>> {
  const { q, status, assignedStaffId, clientId, view } = query
  const order = orders[query.order ?? 'newest']
  const rows = await reader.rows(typed(ListedFolder)`
    select ${columns}, ${contactsOf(sql`contact.user_id = ${actor.id}`)},
      ${colleaguesOf(sql`person.id = ${actor.id}`, reader.now)}, ${placeIn(order)} from ${tables}
    where ${visibleFolders(actor, 'folder')}
      ${status ? sql`and f.status = ${status}` : sql``}
      ${assignedStaffId ? sql`and f.assigned_staff_id = ${assignedStaffId}` : sql``}
      ${clientId ? sql`and f.client_id = ${clientId}` : sql``}
      ${view ? sql`and ${isInView(actor, view)}` : sql``}
      ${q ? sql`and (f.name || ' ' || f.services) ilike ${containing(q)}` : sql``}
      ${pageIn(order, sql`f.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((folder) => viewed(folder, actor)), next }
}

/**
 * A folder that the actor may see; throws 404 otherwise.
 * @param part the part of the folder needed; the default is everything, so that forgetting it shows a contact too
 * little rather than too much
 * @param lock until the transaction ends: `change` is exclusive, `add` is shared but keeps the folder from being
 * archived
 */
export async function folderFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock, part = 'everything' }: { lock?: 'change' | 'add'; part?: FolderPart } = {},
): Promise<ClientFolder> {
  const its = sql`f.id = ${id} and ${visibleFolders(actor, part)}`
  const read = () =>
    reader.maybe(typed(ClientFolderRow)`
      select ${columns}, ${contactsOf(sql`true`)}, ${colleaguesOf(sql`true`, reader.now)} from ${tables} where ${its}`)
  const lockFolder = () =>
    reader.maybe(
      sql`select f.id from client_folders f where ${its} for ${lock === 'change' ? sql`no key update` : sql`share`} of f`,
    )
  // Locked before reading, so that the people are those that the previous transaction left. Sent together, the
  // statements run in sequence.
  const [, folder] = await Promise.all([lock ? lockFolder() : null, read()])
  if (folder === null) throw notFound()
  return folder
}

/** A folder by its id without an access check, for jobs. */
export const unsafeFolder = (tx: Tx, id: string): Promise<ClientFolder> =>
  tx.one(typed(ClientFolderRow)`
    select ${columns}, ${contactsOf(sql`true`)}, ${colleaguesOf(sql`true`, tx.now)} from ${tables}
    where f.id = ${id}`)

/** A folder to add content to; throws 404 if the actor may not see this part of it. */
export const folderToAddTo = (
  tx: Tx,
  actor: Actor,
  id: string,
  part: FolderPart = 'everything',
): Promise<ClientFolder> => folderFor(tx, actor, id, { lock: 'add', part })

const FolderStatusRow = z.object({ id: z.string(), status: FolderStatus })

/**
 * The folder that this person's form or question belongs to: the one named, or the first in their list that is not
 * archived. Null for the team and for people without a folder. Throws 400 for a folder that is not theirs, 409 for an
 * archived one.
 */
export async function folderOfSender(reader: Reader, actor: Actor, named: string | null): Promise<string | null> {
  const path = 'clientFolderId'
  if (!isClient(actor)) {
    if (named !== null) throw invalid(path, 'Leave out the folder. Items that the team sends don’t belong to a folder.')
    return null
  }
  const visible = visibleFolders(actor, 'folder')
  if (named === null) {
    const first = await reader.maybe(typed(IdRow)`
      select f.id from client_folders f where ${visible} and f.status <> 'archived' order by f.id desc limit 1`)
    return first?.id ?? null
  }
  const folder = await reader.maybe(
    typed(FolderStatusRow)`select f.id, f.status from client_folders f where f.id = ${named} and ${visible}`,
  )
  if (folder === null) throw invalid(path, 'Choose one of your folders.')
  assertNotArchived(folder)
  return folder.id
}

/** What the client of a folder sees or has left there; a test names the reason for each other table with a folder. */
export const contentTables = [
  'messages',
  'bookings',
  'documents',
  'assignments',
  'document_requests',
  'proposals',
  'contracts',
  'invoices',
  'credit_notes',
  'employees',
  'deadlines',
  'training_records',
  'onboarding_reports',
  'handbooks',
  'own_forms',
  'hr_form_submissions',
  'bot_conversations',
  'staff_notes',
  'folder_contacts',
]

const AnyRow = z.object({ any: z.boolean() })

/** Whether the folder has content that a new client would get to see. */
export async function hasContent(reader: Reader, id: string): Promise<boolean> {
  const found = contentTables.map((table) => sql`exists (select from ${raw(table)} where client_folder_id = ${id})`)
  return (await reader.one(typed(AnyRow)`select ${join(found, ' or ')} as any`)).any
}

/** The same, but throws 409 for an archived folder. */
export async function openFolder(tx: Tx, actor: Actor, id: string, part?: FolderPart): Promise<ClientFolder> {
  const folder = await folderToAddTo(tx, actor, id, part)
  assertNotArchived(folder)
  return folder
}

/**
 * Locks a row of a folder until the transaction ends, and keeps the folder from being archived. Locked before reading,
 * so that the previous transaction's writes are visible.
 * @param table with the alias that `row` repeats and that `visible` (what the actor may see) uses
 */
export const lockInFolder = (reader: Reader, table: Sql, row: Sql, id: string, visible: Sql): Promise<unknown> =>
  reader.maybe(sql`
    select ${row}.id from ${table} join client_folders f on f.id = ${row}.client_folder_id
    where ${row}.id = ${id} and ${visible} for update of ${row} for share of f`)
