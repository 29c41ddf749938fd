import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { listDeadlines as endpoint, listFolderDeadlines as inFolder } from '../../api/deadlines.ts'
import type { Actor } from '../../domain/actor.ts'
import { FolderStatus, isOpen } from '../../domain/client-folder.ts'
import { allowedForDeadline, Deadline, type DeadlineView } from '../../domain/deadline.ts'
import { notFound } from '../../domain/errors.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { containing, type Order, type Page, pageIn, Place, placeIn, reversed, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { bundledChanges } from '../law-changes/bundled.ts'
import { bundledObligations } from './obligations.ts'

const columns = sql`
  d.id, d.client_folder_id as "clientFolderId", f.name as "clientFolderName", f.status as "folderStatus",
  d.employee_id as "employeeId", e.name as "employeeName", d.kind, d.title, d.obligation, d.due_date as "dueDate",
  d.repeat_months as "repeatMonths", case when d.completed_on is null then 'open' else 'completed' end as status,
  d.completed_on as "completedOn", d.version, iso(d.created_at) as "createdAt", iso(d.updated_at) as "updatedAt"`

const tables = sql`deadlines d join client_folders f on f.id = d.client_folder_id left join employees e on e.id = d.employee_id`

const Row = Deadline.omit({ guidePath: true }).extend({
  obligation: Deadline.shape.guidePath,
  folderStatus: FolderStatus,
})
type Row = z.infer<typeof Row>
const ListedRow = Row.extend({ place: Place })

/** The guide section for a standard deadline or a law update. */
export function guidePathOf(obligation: string | null): string | null {
  const guide =
    bundledObligations().find(({ slug }) => slug === obligation)?.guide ??
    bundledChanges().find(({ slug }) => `law-${slug}` === obligation)?.policies[0]
  return guide === undefined ? null : `/hr-policies/${guide.slug}#${guide.anchor}`
}

const viewed = ({ obligation, folderStatus, ...deadline }: Row): DeadlineView => ({
  ...deadline,
  guidePath: guidePathOf(obligation),
  allowed: allowedForDeadline(deadline, isOpen({ status: folderStatus })),
})

const byDueDate: Order = { by: sql`d.due_date`, type: 'date' }

type Filters = Omit<z.output<(typeof endpoint)['query']>, 'clientFolderId'>

async function pageWhere(reader: Reader, where: Sql, query: Filters): Promise<Page<DeadlineView>> {
  const { q, status, kind, until } = query
  const order = status === 'completed' ? reversed(byDueDate) : byDueDate
  const rows = await reader.rows(typed(ListedRow)`
    select ${columns}, ${placeIn(order)} from ${tables}
    where ${where}
      ${status === undefined ? sql`` : status === 'open' ? sql`and d.completed_on is null` : sql`and d.completed_on is not null`}
      ${kind ? sql`and d.kind = ${kind}` : sql``}
      ${until ? sql`and d.due_date <= ${until}::date` : sql``}
      ${q ? sql`and (d.title || ' ' || coalesce(e.name, '') || ' ' || f.name) ilike ${containing(q)}` : sql``}
      ${pageIn(order, sql`d.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((row) => viewed(Row.parse(row))), next }
}

export const listDeadlines = (
  reader: Reader,
  actor: Actor,
  { clientFolderId, ...query }: z.output<(typeof endpoint)['query']>,
): Promise<Page<DeadlineView>> =>
  pageWhere(
    reader,
    sql`${visibleFolders(actor, 'documents')} and f.status <> 'archived'
      ${clientFolderId ? sql`and d.client_folder_id = ${clientFolderId}` : sql``}`,
    query,
  )

export async function listFolderDeadlines(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  { employeeId, ...query }: z.output<(typeof inFolder)['query']>,
): Promise<Page<DeadlineView>> {
  await folderFor(reader, actor, clientFolderId, { part: 'documents' })
  return pageWhere(
    reader,
    sql`d.client_folder_id = ${clientFolderId} ${employeeId ? sql`and d.employee_id = ${employeeId}` : sql``}`,
    query,
  )
}

/** A deadline of a folder that the actor may see; throws 404 otherwise. */
export async function deadlineFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ deadline: DeadlineView; obligation: string | null }> {
  const visible = visibleFolders(actor, 'documents')
  if (lock) await lockInFolder(reader, sql`deadlines d`, sql`d`, id, visible)
  const row = await reader.maybe(typed(Row)`select ${columns} from ${tables} where d.id = ${id} and ${visible}`)
  if (row === null) throw notFound()
  return { deadline: viewed(row), obligation: row.obligation }
}
