import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import {
  assertEmploymentDates,
  assertRoomForEmployee,
  type EmployeeInput,
  type EmployeeView,
} from '../../domain/employee.ts'
import { folderFor } from '../client-folders/queries.ts'
import { addDeadlinesOfNewEmployees, changeEmployeeDeadlines } from '../deadlines/actions.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { employeeFor, viewed } from './queries.ts'

const CountRow = z.object({ count: z.number() })

export async function addEmployee(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: EmployeeInput,
): Promise<EmployeeView> {
  // Locked, so that concurrent calls cannot exceed the limit together.
  const folder = await folderFor(tx, actor, clientFolderId, { lock: 'change', part: 'documents' })
  assertNotArchived(folder)
  assertEmploymentDates(input)
  const { count } = await tx.one(
    typed(CountRow)`select count(*)::int as count from employees where client_folder_id = ${clientFolderId}`,
  )
  assertRoomForEmployee(count)
  const id = newId()
  const { name, email, jobTitle, workType, startDate, endDate, language = 'en' } = input
  await tx.run(sql`
    insert into employees (id, client_folder_id, name, email, job_title, work_type, start_date, end_date, language, created_at,
      updated_at)
    values (${id}, ${clientFolderId}, ${name}, ${email}, ${jobTitle}, ${workType}, ${startDate}, ${endDate}, ${language}, ${tx.now},
      ${tx.now})`)
  const deadlines = await addDeadlinesOfNewEmployees(tx, folder, [{ id, startDate, endDate }])
  tx.record(
    { action: 'employee.added', id, clientFolderId, details: { deadlines } },
    { type: 'employees', id, clientFolderId },
    { type: 'deadlines', id: null, clientFolderId },
  )
  return viewedAfter(tx, actor, id)
}

export async function changeEmployee(
  tx: Tx,
  actor: Actor,
  id: string,
  input: EmployeeInput,
  ifMatch: IfMatch,
): Promise<EmployeeView> {
  const { employee, folder } = await employeeFor(tx, actor, id, { lock: true })
  assertNotArchived(folder)
  assertVersion(employee, ifMatch)
  assertEmploymentDates(input)
  const { name, email, jobTitle, workType, startDate, endDate, language = employee.language } = input
  await tx.run(sql`
    update employees set name = ${name}, email = ${email}, job_title = ${jobTitle}, work_type = ${workType},
      start_date = ${startDate}, end_date = ${endDate}, language = ${language}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  const deadlines = await changeEmployeeDeadlines(tx, folder, { id, startDate, endDate })
  tx.record(
    {
      action: 'employee.changed',
      id,
      clientFolderId: folder.id,
      details: { deadlines, ended: endDate !== null && employee.endDate === null },
    },
    { type: 'employees', id, clientFolderId: folder.id },
    { type: 'deadlines', id: null, clientFolderId: folder.id },
  )
  return viewedAfter(tx, actor, id)
}

async function viewedAfter(tx: Tx, actor: Actor, id: string): Promise<EmployeeView> {
  const { employee, folder } = await employeeFor(tx, actor, id)
  return viewed(employee, folder)
}
