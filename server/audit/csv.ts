// The trail for a spreadsheet or another archive, a page at a time while it is sent. That somebody took it along stands in it.
import type { AuditEntry } from '../../domain/audit.ts'
import { officeDate, officeTime } from '../../domain/time.ts'
import type { Cell } from '../kit/csv.ts'
import type { Database, Reader } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import { type AuditFilter, listAudit } from './queries.ts'

export const auditColumns = [
  'Time (UTC)',
  'Office day',
  'Office time',
  'Person',
  'Person id',
  'Action',
  'Kind of thing',
  'Thing',
  'Thing id',
  'Client folder',
  'Client folder id',
  'From address',
  'Details',
] as const

export const noteExport = (db: Database, origin: Origin, filter: AuditFilter): Promise<void> =>
  db.transaction(origin, async (tx) => tx.record({ action: 'audit.exported', id: null, details: { ...filter } }))

export async function* auditLines(reader: Reader, filter: AuditFilter): AsyncGenerator<readonly Cell[]> {
  for (let cursor: string | undefined; ;) {
    const { items, next } = await listAudit(reader, filter, { limit: 500, cursor })
    yield* items.map(line)
    if (next === null) return
    cursor = next
  }
}

function line(entry: AuditEntry): readonly Cell[] {
  const at = new Date(entry.at)
  return [
    entry.at,
    officeDate(at),
    officeTime(at),
    entry.actorName,
    entry.actorId,
    entry.action,
    entry.entityType,
    entry.subject,
    entry.entityId,
    entry.clientFolderName,
    entry.clientFolderId,
    entry.address,
    JSON.stringify(entry.details),
  ]
}
