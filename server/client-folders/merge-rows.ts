// Moves the content of a folder to the one that remains. The caller has locked both folders, and has checked that nothing
// prevents it (server/client-folders/merge.ts).
import sql, { raw, type Sql } from 'sql-template-tag'
import { moveDrafts } from '../drafts/actions.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Tx } from '../kit/db.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { mergeReadReceipts, mergeUnansweredThreads } from '../messages/merge-threads.ts'
import { movedTables } from './merge-tables.ts'

/** SQL condition: the remaining folder has the deadline (alias `t`) already. */
export const isKnownDeadline = (intoId: string): Sql => sql`(
  t.obligation is not null and t.employee_id is null and exists (
    select from deadlines known where known.client_folder_id = ${intoId} and known.obligation = t.obligation
      and known.due_date = t.due_date and known.employee_id is null))`

/** SQL condition: the remaining folder has a handbook, and a folder has at most one. */
export const hasHandbook = (intoId: string): Sql =>
  sql`exists (select from handbooks known where known.client_folder_id = ${intoId})`

/** SQL condition on the rows (alias `t`) of a table: those that stay. */
export function staysInMerge(table: string, intoId: string): Sql {
  if (table === 'deadlines') return isKnownDeadline(intoId)
  return table === 'handbooks' ? hasHandbook(intoId) : sql`false`
}

export async function moveContent(tx: Tx, keys: DataKeys, id: string, intoId: string): Promise<void> {
  await mergeReadReceipts(tx, id, intoId)
  await mergeUnansweredThreads(tx, id, intoId)
  await moveDrafts(tx, keys, id, intoId)
  for (const { table } of movedTables)
    await tx.run(sql`
      update ${raw(table)} t set client_folder_id = ${intoId}
      where t.client_folder_id = ${id} and not ${staysInMerge(table, intoId)}`)
  await tx.run(sql`update bot_conversations set escalated_folder_id = ${intoId} where escalated_folder_id = ${id}`)
  await tx.run(sql`update service_requests set existing_folder_id = ${intoId} where existing_folder_id = ${id}`)
  await tx.run(sql`
    update notifications set client_folder_id = ${intoId}, path = replace(path, ${id}, ${intoId})
    where client_folder_id = ${id}`)
  // What was merged into this folder before is in the remaining one now.
  await tx.run(sql`update client_folders set merged_into_id = ${intoId} where merged_into_id = ${id}`)
}

const forTeamOnly = [
  'hr-assistant',
  'own-forms',
  'onboarding-reports',
  'tasks',
  'staff-notes',
  'time-entries',
  'received-emails',
]

/** Everything in the folder is to be read again. */
export const allContent = (clientFolderId: string): ChangeEvent[] => [
  ...movedTables.flatMap(({ type }) =>
    type === undefined ? [] : [{ type, id: null, clientFolderId, teamOnly: forTeamOnly.includes(type) }],
  ),
  { type: 'message-readers', id: null, clientFolderId },
  { type: 'service-requests', id: null, clientFolderId, teamOnly: true },
]
