import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import {
  assertNoProblems,
  checkEmployees,
  type EmployeeImportPreview,
  type EmployeeImportResult,
  maxEmployeeImportLength,
  maxEmployeeImportRows,
} from '../../domain/employee-import.ts'
import { folderFor } from '../client-folders/queries.ts'
import { assertRoom, insertEmployees } from '../employees/actions.ts'
import type { Database, Reader, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { readCsv } from '../kit/read-csv.ts'
import { typed } from '../kit/row-types.ts'

/** A character has at most three bytes. */
const limits = { bytes: 3 * maxEmployeeImportLength, rows: maxEmployeeImportRows, what: 'employees' }

/** Throws 400 for text that is no list. */
export const readEmployeeList = (csv: string) => readCsv(Buffer.from(csv), limits)
export type EmployeeList = Awaited<ReturnType<typeof readEmployeeList>>

export async function previewEmployeeImport(
  db: Database,
  actor: Actor,
  clientFolderId: string,
  csv: string,
): Promise<EmployeeImportPreview> {
  assertNotArchived(await folderFor(db, actor, clientFolderId, { part: 'documents' }))
  const list = await readEmployeeList(csv)
  await assertRoom(db, clientFolderId, list.rows.length)
  const { checked, ignored } = checkEmployees(list, await takenAddresses(db, clientFolderId))
  return { rows: checked, ignored }
}

/** Imports all rows of the list; throws 400 if one has a problem. */
export async function importEmployees(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  list: EmployeeList,
): Promise<EmployeeImportResult> {
  // Locked, so that concurrent calls can't exceed the limit or add the same address together.
  const folder = await folderFor(tx, actor, clientFolderId, { lock: 'change', part: 'documents' })
  assertNotArchived(folder)
  await assertRoom(tx, clientFolderId, list.rows.length)
  const { checked } = checkEmployees(list, await takenAddresses(tx, clientFolderId))
  const employees = assertNoProblems(checked).map((employee) => ({ ...employee, id: newId() }))
  const result = { employees: employees.length, deadlines: await insertEmployees(tx, folder, employees) }
  tx.record(
    { action: 'employees.imported', id: clientFolderId, clientFolderId, details: result },
    { type: 'employees', id: null, clientFolderId },
    { type: 'deadlines', id: null, clientFolderId },
  )
  return result
}

const AddressRow = z.object({ address: z.string(), name: z.string() })

async function takenAddresses(reader: Reader, clientFolderId: string): Promise<Map<string, string>> {
  const rows = await reader.rows(typed(AddressRow)`
    select lower(email) as address, name from employees where client_folder_id = ${clientFolderId} and email is not null`)
  return new Map(rows.map(({ address, name }) => [address, name]))
}
