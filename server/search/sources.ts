// Search sources: for each kind, the rows that the actor may see, what is searched, and what is shown.
import sql, { type Sql } from 'sql-template-tag'
import { type Actor, isAdministrator, isClient } from '../../domain/actor.ts'
import type { SearchKind } from '../../domain/search.ts'
import { isInVisibleFolder, visibleFolders } from '../client-folders/queries.ts'
import { isListedFor } from '../documents/queries.ts'
import { statusOn as invoiceStatusOn, visibleInvoices } from '../invoices/queries.ts'
import { statusOn as proposalStatusOn, visibleProposals } from '../proposals/queries.ts'
import { visibleRequests } from '../service-requests/queries.ts'
import { staffNoteText } from '../staff-notes/queries.ts'
import { taskText, visibleTasks } from '../tasks/queries.ts'

export interface Source {
  kind: SearchKind
  from: Sql
  visible: Sql
  /** The indexed expression of the trigram index. */
  searched: Sql
  /** Matches at its start rank first. */
  title: Sql
  detail: Sql
  status: Sql
  id: Sql
  clientFolderId: Sql
  assignmentId?: Sql
  /** Its id, which sorts by time. */
  newest: Sql
  /** Its name in addresses, if not its id. */
  slug?: Sql
  /** A large table, of which only the newest hits are ranked. */
  isMany: boolean
  /** Its table, if the detail is its text, which is searched: the newest come first, and an excerpt is shown. */
  textIn?: { table: Sql; alias: Sql }
}

export function sourcesFor(actor: Actor, today: string): Source[] {
  const everyone = [folders(actor), documents(actor), proposals(actor, today), contracts(actor)]
  const all = [...everyone, invoices(actor, today), hrPolicies, messages(actor), assignmentComments(actor)]
  return isClient(actor) ? all : [...all, people(actor), serviceRequests(actor), staffNotes(actor), tasks(actor)]
}

const folders = (actor: Actor): Source => ({
  kind: 'client-folders',
  from: sql`client_folders f left join users client on client.id = f.client_id`,
  visible: visibleFolders(actor, 'folder'),
  searched: sql`f.name`,
  title: sql`f.name`,
  detail: sql`coalesce(person_name(client.first_name, client.last_name), left(f.services, 200))`,
  status: sql`f.status`,
  id: sql`f.id::text`,
  clientFolderId: sql`f.id`,
  newest: sql`f.id`,
  isMany: false,
})

/** Administrators find everyone, staff the clients of their folders. */
const people = (actor: Actor): Source => ({
  kind: 'people',
  from: sql`users u`,
  visible: isAdministrator(actor)
    ? sql`true`
    : sql`exists (select from client_folders f where f.client_id = u.id and ${visibleFolders(actor, 'folder')})`,
  searched: sql`(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '') || ' ' || u.email || ' ' || u.username || ' ' || coalesce(u.company, ''))`,
  title: sql`coalesce(person_name(u.first_name, u.last_name), u.username)`,
  detail: sql`u.email`,
  status: sql`u.role`,
  id: sql`u.id::text`,
  clientFolderId: sql`(select f.id from client_folders f where f.client_id = u.id and ${visibleFolders(actor, 'folder')} order by f.id desc limit 1)`,
  newest: sql`u.id`,
  isMany: false,
})

const serviceRequests = (actor: Actor): Source => ({
  kind: 'service-requests',
  from: sql`service_requests r`,
  visible: visibleRequests(actor),
  searched: sql`(r.business_name || ' ' || r.first_name || ' ' || r.last_name || ' ' || r.email)`,
  title: sql`r.business_name`,
  detail: sql`r.first_name || ' ' || r.last_name`,
  status: sql`r.status`,
  id: sql`r.id::text`,
  clientFolderId: sql`null::uuid`,
  newest: sql`r.id`,
  isMany: true,
})

const inFolders = { detail: sql`f.name`, clientFolderId: sql`f.id`, isMany: true }

const documents = (actor: Actor): Source => ({
  ...inFolders,
  kind: 'documents',
  from: sql`documents d join client_folders f on f.id = d.client_folder_id`,
  visible: sql`${isListedFor(actor, sql`d`)} and ${isInVisibleFolder(actor, sql`d.client_folder_id`, 'documents')}`,
  searched: sql`d.original_name`,
  title: sql`d.original_name`,
  status: sql`null`,
  id: sql`d.id::text`,
  newest: sql`d.id`,
})

const proposals = (actor: Actor, today: string): Source => ({
  ...inFolders,
  kind: 'proposals',
  from: sql`proposals p join client_folders f on f.id = p.client_folder_id`,
  visible: sql`${visibleProposals(actor)} and ${isInVisibleFolder(actor, sql`p.client_folder_id`, 'money')}`,
  searched: sql`p.title`,
  title: sql`p.title`,
  status: proposalStatusOn(today),
  id: sql`p.id::text`,
  newest: sql`p.id`,
})

const contracts = (actor: Actor): Source => ({
  ...inFolders,
  kind: 'contracts',
  from: sql`contracts c join client_folders f on f.id = c.client_folder_id`,
  visible: isInVisibleFolder(actor, sql`c.client_folder_id`, 'money'),
  searched: sql`(c.contract_number || ' ' || c.client_name || ' ' || coalesce(c.client_company, ''))`,
  title: sql`c.contract_number`,
  status: sql`c.status`,
  id: sql`c.id::text`,
  newest: sql`c.id`,
})

const invoices = (actor: Actor, today: string): Source => ({
  ...inFolders,
  kind: 'invoices',
  from: sql`invoices i join client_folders f on f.id = i.client_folder_id`,
  visible: sql`${visibleInvoices(actor)} and ${isInVisibleFolder(actor, sql`i.client_folder_id`, 'money')}`,
  searched: sql`(i.invoice_number || ' ' || coalesce(i.description, ''))`,
  title: sql`i.invoice_number`,
  status: invoiceStatusOn(today),
  id: sql`i.id::text`,
  newest: sql`i.id`,
})

/** Retired policies are listed on their own page instead. */
const hrPolicies: Source = {
  kind: 'hr-policies',
  from: sql`hr_policies p`,
  visible: sql`p.is_active`,
  searched: sql`(p.title || ' ' || array_to_string(p.keywords, ' '))`,
  title: sql`p.title`,
  detail: sql`left(p.description, 200)`,
  status: sql`null`,
  id: sql`p.slug`,
  slug: sql`p.slug`,
  clientFolderId: sql`null::uuid`,
  newest: sql`p.id`,
  isMany: false,
}

const inThread = { title: sql`f.name`, status: sql`null`, clientFolderId: sql`f.id`, isMany: true }

/** A retracted message has no text, but is still known by its id. */
const messages = (actor: Actor): Source => ({
  ...inThread,
  kind: 'messages',
  from: sql`messages m join client_folders f on f.id = m.client_folder_id`,
  visible: sql`m.retracted_at is null and ${isInVisibleFolder(actor, sql`m.client_folder_id`, 'messages')}`,
  searched: sql`m.content`,
  detail: sql`m.content`,
  id: sql`m.id::text`,
  newest: sql`m.id`,
  textIn: { table: sql`messages`, alias: sql`m` },
})

/** Who sees the assignment sees its comments. A retracted one has no text, but is still known by its id. */
const assignmentComments = (actor: Actor): Source => ({
  kind: 'assignment-comments',
  from: sql`assignment_comments c join assignments a on a.id = c.assignment_id join client_folders f on f.id = c.client_folder_id`,
  visible: sql`c.retracted_at is null and ${isInVisibleFolder(actor, sql`c.client_folder_id`, 'documents')}`,
  searched: sql`c.content`,
  title: sql`a.title || ' · ' || f.name`,
  detail: sql`c.content`,
  status: sql`null`,
  id: sql`c.id::text`,
  clientFolderId: sql`f.id`,
  assignmentId: sql`a.id`,
  newest: sql`c.id`,
  isMany: true,
  textIn: { table: sql`assignment_comments`, alias: sql`c` },
})

/** Not a source for clients. */
const staffNotes = (actor: Actor): Source => ({
  ...inThread,
  kind: 'staff-notes',
  from: sql`staff_notes n join client_folders f on f.id = n.client_folder_id`,
  visible: isInVisibleFolder(actor, sql`n.client_folder_id`, 'work'),
  searched: staffNoteText,
  detail: staffNoteText,
  id: sql`n.id::text`,
  newest: sql`n.id`,
  textIn: { table: sql`staff_notes`, alias: sql`n` },
})

/** Not a source for clients. */
const tasks = (actor: Actor): Source => ({
  kind: 'tasks',
  from: sql`tasks t left join client_folders f on f.id = t.client_folder_id`,
  visible: visibleTasks(actor),
  searched: taskText,
  title: sql`t.title`,
  detail: sql`f.name`,
  status: sql`t.status`,
  id: sql`t.id::text`,
  clientFolderId: sql`f.id`,
  newest: sql`t.id`,
  isMany: true,
})
