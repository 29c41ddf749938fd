import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived, type ClientFolder } from '../../domain/client-folder.ts'
import {
  assertEmploymentDates,
  assertRoomForEmployees,
  type EmployeeInput,
  type EmployeeView,
} from '../../domain/employee.ts'
import { folderFor } from '../client-folders/queries.ts'
import { addDeadlinesOfNewEmployees, changeEmployeeDeadlines } from '../deadlines/actions.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { rowsOf } from '../kit/rows.ts'
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
  await assertRoom(tx, clientFolderId, 1)
  const id = newId()
  const deadlines = await insertEmployees(tx, folder, [{ ...input, id }])
  tx.record(
    { action: 'employee.added', id, clientFolderId, details: { deadlines } },
    { type: 'employees', id, clientFolderId },
    { type: 'deadlines', id: null, clientFolderId },
  )
  return viewedAfter(tx, actor, id)
}

export async function assertRoom(reader: Reader, clientFolderId: string, added: number): Promise<void> {
  const { count } = await reader.one(
    typed(CountRow)`select count(*)::int as count from employees where client_folder_id = ${clientFolderId}`,
  )
  assertRoomForEmployees(count, added)
}

/** With their standard deadlines, whose number is returned. */
export async function insertEmployees(
  tx: Tx,
  folder: ClientFolder,
  employees: readonly (EmployeeInput & { id: string })[],
): Promise<number> {
  const rows = employees.map(({ id, name, email, jobTitle, workType, startDate, endDate, language = 'en' }) => ({
    id,
    name,
    email,
    job_title: jobTitle,
    work_type: workType,
    start_date: startDate,
    end_date: endDate,
    language,
  }))
  await tx.run(sql`
    insert into employees (id, client_folder_id, name, email, job_title, work_type, start_date, end_date, language, created_at,
      updated_at)
    select r.id, ${folder.id}, r.name, r.email, r.job_title, r.work_type, r.start_date, r.end_date, r.language, ${tx.now},
      ${tx.now}
    from ${rowsOf(
      'id uuid, name text, email text, job_title text, work_type text, start_date date, end_date date, language text',
      rows,
    )}`)
  return addDeadlinesOfNewEmployees(tx, folder, employees)
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
