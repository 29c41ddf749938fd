// The audit log as CSV, read page by page while it is sent. The export itself is audited.
import type { AuditEntry } from '../../domain/audit-log.ts'
import { officeDate, officeTime } from '../../domain/time.ts'
import type { Cell } from '../kit/csv.ts'
import type { Database, Reader } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import { type AuditFilter, listAudit } from './queries.ts'

export const auditColumns = [
  'Time (UTC)',
  'Date (ET)',
  'Time (ET)',
  'Person',
  'Person ID',
  'Action',
  'Record type',
  'Record',
  'Record ID',
  'Client folder',
  'Client folder ID',
  'IP address',
  'Details',
] as const

export const recordAuditExport = (db: Database, origin: Origin, filter: AuditFilter): Promise<void> =>
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
