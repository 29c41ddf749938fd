import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listBulkActionItems as endpoint } from '../../api/bulk-actions.ts'
import type { Actor } from '../../domain/actor.ts'
import {
  allowedInBulkAction,
  BulkAction,
  BulkActionItem,
  type BulkActionView,
  seesAllBulkActions,
} from '../../domain/bulk-action.ts'
import { notFound } from '../../domain/errors.ts'
import { mayUsePart } from '../../domain/folder-rights.ts'
import { isInVisibleFolder } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, type PageQuery, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columnsFor = (actor: Actor): Sql => sql`
  b.id, b.kind, b.title, b.status, b.started_by_id as "startedById",
  person_name(starter.first_name, starter.last_name) as "startedByName",
  (select person_name(stopper.first_name, stopper.last_name) from users stopper where stopper.id = b.stopped_by_id) as "stoppedByName",
  (select jsonb_build_object('pending', count(*) filter (where i.status = 'pending'), 'done', count(*) filter (where i.status = 'done'),
      'skipped', count(*) filter (where i.status = 'skipped'), 'failed', count(*) filter (where i.status = 'failed'))
    from bulk_action_items i where i.bulk_action_id = b.id) as counts,
  (select count(*)::int from bulk_action_items i where i.bulk_action_id = b.id and not (${isVisibleItem(actor)})) as "hiddenRecipients",
  iso(b.finished_at) as "finishedAt", b.version, iso(b.created_at) as "createdAt"`

/** SQL condition: the recipient (alias `i`) is a folder that the actor may see, as when the action was started. */
const isVisibleItem = (actor: Actor): Sql => isInVisibleFolder(actor, sql`i.client_folder_id`, 'work')

const tables = sql`bulk_actions b join users starter on starter.id = b.started_by_id`

const visibleBulkActions = (actor: Actor): Sql =>
  seesAllBulkActions(actor) ? sql`true` : mayUsePart(actor, 'work') ? sql`b.started_by_id = ${actor.id}` : sql`false`

const viewed = (action: BulkAction): BulkActionView => ({ ...action, allowed: allowedInBulkAction(action) })

export async function listBulkActions(reader: Reader, actor: Actor, query: PageQuery): Promise<Page<BulkActionView>> {
  const rows = await reader.rows(typed(BulkAction)`
    select ${columnsFor(actor)} from ${tables} where ${visibleBulkActions(actor)} ${pageOf(sql`b.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map(viewed), next }
}

/** Throws 404 if the actor may not see it. @param lock until the transaction ends */
export async function bulkActionFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<BulkActionView> {
  if (lock) await reader.rows(sql`select from bulk_actions where id = ${id} for update`)
  const action = await reader.maybe(
    typed(BulkAction)`select ${columnsFor(actor)} from ${tables} where b.id = ${id} and ${visibleBulkActions(actor)}`,
  )
  if (action === null) throw notFound()
  return viewed(action)
}

/** In the order in which they are handled, without those that the actor may no longer see. */
export async function listBulkActionItems(
  reader: Reader,
  actor: Actor,
  id: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<BulkActionItem>> {
  await bulkActionFor(reader, actor, id)
  const rows = await reader.rows(typed(BulkActionItem)`
    select i.id, i.client_folder_id as "clientFolderId", i.name, i.status, i.reason, iso(i.done_at) as "doneAt"
    from bulk_action_items i
    where i.bulk_action_id = ${id} and ${isVisibleItem(actor)} ${query.status ? sql`and i.status = ${query.status}` : sql``}
      ${pageOf(sql`i.id`, query, 'oldest')}`)
  return toPage(rows, query)
}
