import sql, { type Sql } from 'sql-template-tag'
import { type Actor, isAdministrator, isClient } from '../../domain/actor.ts'
import {
  type AccessRequestStatus,
  allowedActions,
  FolderAccessRequest,
  type FolderAccessRequestView,
} from '../../domain/folder-access-request.ts'
import { notFound } from '../../domain/errors.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageOf, type PageQuery, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const account = sql`
  (select jsonb_build_object('name', person_name(u.first_name, u.last_name), 'email', u.email, 'role', u.role, 'isActive', u.is_active,
      'folders', coalesce((select jsonb_agg(own.name order by own.id desc) from client_folders own
        where own.client_id = u.id
          or own.id in (select client_folder_id from folder_contacts where user_id = u.id)), '[]'))
    from users u where u.id = r.user_id) as account`

const columns = (actor: Actor) => sql`
  r.id, r.client_folder_id as "clientFolderId", f.name as "clientFolderName", r.kind, r.email, r.name, r.money, r.documents, r.messages, r.sign,
  r.status, r.requested_by_id as "requestedById", person_name(asker.first_name, asker.last_name) as "requestedByName",
  iso(r.decided_at) as "decidedAt", ${isAdministrator(actor) ? account : sql`null as account`}, r.version,
  iso(r.created_at) as "createdAt", iso(r.updated_at) as "updatedAt"`

const tables = sql`
  folder_access_requests r join client_folders f on f.id = r.client_folder_id join users asker on asker.id = r.requested_by_id`

/**
 * Requests of the folders that the actor may see; a client sees those about contacts of folders that they are the
 * client of.
 */
const visible = (actor: Actor): Sql =>
  isClient(actor) ? sql`(f.client_id = ${actor.id} and r.kind = 'contact')` : visibleFolders(actor, 'work')

const viewed = (request: FolderAccessRequest, actor: Actor): FolderAccessRequestView => ({
  ...request,
  allowed: allowedActions(request, actor),
})

export async function listAccessRequests(
  reader: Reader,
  actor: Actor,
  query: PageQuery & { status?: AccessRequestStatus | undefined; clientFolderId?: string | undefined },
): Promise<Page<FolderAccessRequestView>> {
  const { status, clientFolderId } = query
  const rows = await reader.rows(typed(FolderAccessRequest)`
    select ${columns(actor)} from ${tables} where ${visible(actor)}
      ${status ? sql`and r.status = ${status}` : sql``}
      ${clientFolderId ? sql`and r.client_folder_id = ${clientFolderId}` : sql``}
      ${pageOf(sql`r.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((request) => viewed(request, actor)), next }
}

export async function accessRequestFor(reader: Reader, actor: Actor, id: string): Promise<FolderAccessRequestView> {
  const found = await reader.maybe(
    typed(FolderAccessRequest)`select ${columns(actor)} from ${tables} where r.id = ${id} and ${visible(actor)}`,
  )
  if (found === null) throw notFound()
  return viewed(found, actor)
}
