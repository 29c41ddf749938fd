// The dry run of an import: validates each row and compares it with existing data. The comparison is repeated when the row
// is imported.
import { setImmediate as turn } from 'node:timers/promises'
import { z } from 'zod'
import {
  cellOf,
  type ImportedClient,
  importFields,
  importKeyOf,
  type ImportMapping,
  readImportRow,
} from '../../domain/client-import.ts'
import type { ImportRowStatus } from '../../domain/import.ts'
import type { Reader } from '../kit/db.ts'
import type { CsvRow } from '../kit/read-csv.ts'
import { typed } from '../kit/row-types.ts'

export interface CheckedRow extends CsvRow {
  name: string
  email: string
  client: ImportedClient | null
  status: ImportRowStatus
  reason: string | null
  clientFolderId: string | null
}

interface Known {
  /** Folders by `importKeyOf`. */
  folders: Map<string, string>
  staff: Set<string>
  /** Addresses that can't be a client's or a contact's: of the team, or of a deactivated account. */
  others: Set<string>
}

export const alreadyHere = 'This client already exists.'
export const noLead = `${importFields.lead}: Enter it in the file, or choose a consultant for rows without one.`
export const unknownLead = `${importFields.lead}: No active staff member has this email address.`

const rowsInTurn = 200

export async function checkRows(
  reader: Reader,
  rows: readonly CsvRow[],
  mapping: ImportMapping,
  defaultLeadId: string | null,
): Promise<CheckedRow[]> {
  const known = await whatIsKnown(reader)
  const first = new Map<string, number>()
  const checked: CheckedRow[] = []
  for (const row of rows) {
    // Thousands of rows would block other requests.
    if (checked.length % rowsInTurn === 0) await turn()
    checked.push(checkRow(row, { mapping, defaultLeadId, known, first }))
  }
  return checked
}

interface Check {
  mapping: ImportMapping
  defaultLeadId: string | null
  known: Known
  /** The first row of each client. */
  first: Map<string, number>
}

function checkRow({ row, cells }: CsvRow, { mapping, defaultLeadId, known, first }: Check): CheckedRow {
  const base = {
    row,
    cells,
    name: cellOf(cells, mapping.name).slice(0, 200),
    email: cellOf(cells, mapping.email).slice(0, 200),
    client: null,
    clientFolderId: null,
  }
  const { client, problem } = readImportRow(cells, mapping)
  if (client === null) return { ...base, status: 'failed', reason: problem }
  const key = importKeyOf(client)
  const clientFolderId = known.folders.get(key) ?? null
  if (clientFolderId !== null) return { ...base, status: 'skipped', reason: alreadyHere, clientFolderId }
  const earlier = first.get(key)
  if (earlier !== undefined)
    return { ...base, status: 'skipped', reason: `This is the same client as in row ${earlier}.` }
  const problems = [
    ...(client.lead === null && defaultLeadId === null ? [noLead] : []),
    ...(client.lead !== null && !known.staff.has(client.lead.toLowerCase()) ? [unknownLead] : []),
    ...[client, ...client.contacts]
      .filter(({ email }) => known.others.has(email.toLowerCase()))
      .map(({ email }) => `${email} belongs to someone who can’t be a client or contact.`),
  ]
  if (problems.length > 0) return { ...base, status: 'failed', reason: problems.join(' ') }
  first.set(key, row)
  return { ...base, client, status: 'pending', reason: null }
}

const FolderRow = z.object({ id: z.string(), name: z.string(), email: z.string() })
const AccountRow = z.object({ email: z.string(), isStaff: z.boolean() })

async function whatIsKnown(reader: Reader): Promise<Known> {
  const folders = await reader.rows(typed(FolderRow)`
    select f.id, f.name, u.email from client_folders f join users u on u.id = f.client_id`)
  const others = await reader.rows(typed(AccountRow)`
    select lower(email) as email, role = 'staff' and is_active as "isStaff" from users
    where role <> 'client' or not is_active`)
  return {
    folders: new Map(folders.map((folder) => [importKeyOf(folder), folder.id])),
    staff: new Set(others.filter(({ isStaff }) => isStaff).map(({ email }) => email)),
    others: new Set(others.map(({ email }) => email)),
  }
}
