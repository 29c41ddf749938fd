import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listEmployees as endpoint } from '../../api/employees.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, isOpen } from '../../domain/client-folder.ts'
import { Employee, type EmployeeView } from '../../domain/employee.ts'
import { notFound } from '../../domain/errors.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { containing, type Order, type Page, pageIn, Place, placeIn, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  e.id, e.client_folder_id as "clientFolderId", e.name, e.email, e.job_title as "jobTitle", e.work_type as "workType",
  e.start_date as "startDate", e.end_date as "endDate", e.language,
  (select count(*)::int from deadlines d where d.employee_id = e.id and d.completed_on is null) as "openDeadlines",
  e.version, iso(e.created_at) as "createdAt", iso(e.updated_at) as "updatedAt"`

const tables = sql`employees e join client_folders f on f.id = e.client_folder_id`

const ListedEmployee = Employee.extend({ place: Place })
const byName: Order = { by: sql`lower(e.name)`, type: 'text' }

export const viewed = (employee: Employee, folder: Pick<ClientFolder, 'status'>): EmployeeView => ({
  ...employee,
  allowed: isOpen(folder) ? ['edit'] : [],
})

export async function listEmployees(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<EmployeeView>> {
  const folder = await folderFor(reader, actor, clientFolderId, { part: 'documents' })
  const { q } = query
  const rows = await reader.rows(typed(ListedEmployee)`
    select ${columns}, ${placeIn(byName)} from ${tables}
    where e.client_folder_id = ${clientFolderId}
      ${q ? sql`and (e.name || ' ' || e.job_title || ' ' || coalesce(e.email, '')) ilike ${containing(q)}` : sql``}
      ${pageIn(byName, sql`e.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((employee) => viewed(Employee.parse(employee), folder)), next }
}

/** An employee of a folder that the actor may see; throws 404 otherwise. */
export async function employeeFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ employee: Employee; folder: ClientFolder }> {
  const visible = visibleFolders(actor, 'documents')
  if (lock) await lockInFolder(reader, sql`employees e`, sql`e`, id, visible)
  const employee = await reader.maybe(
    typed(Employee)`select ${columns} from ${tables} where e.id = ${id} and ${visible}`,
  )
  if (employee === null) throw notFound()
  return { employee, folder: await folderFor(reader, actor, employee.clientFolderId, { part: 'documents' }) }
}
