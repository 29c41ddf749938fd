import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { AuditEntry, AuditWords, AuditLogVerification } from '../domain/audit-log.ts'
import { CalendarDate, Id, searchWords } from '../domain/text.ts'
import { list, raw, read } from './kit/endpoint.ts'

/** Days in the office's calendar, both ends included. */
const filters = {
  actorId: Id.optional(),
  entityType: searchWords.optional(),
  entityId: Id.optional(),
  action: searchWords.optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
}
const everywhere = { ...filters, clientFolderId: Id.optional() }

export const listAudit = list({
  path: '/api/audit',
  who: administrators,
  summary:
    'Lists the audit log, newest first. Filters: person, record (`entityType`, `entityId`), action, folder, and days (Eastern time).',
  of: AuditEntry,
  query: everywhere,
})

export const exportAudit = raw('GET', {
  path: '/api/audit/csv',
  who: administrators,
  reauthenticate: true,
  summary:
    'Exports the audit log as CSV (RFC 4180, UTF-8), newest first, with the same filters. The export is itself an entry in the audit log.',
  query: everywhere,
})

export const readAuditWords = read({
  path: '/api/audit/words',
  who: administrators,
  summary: 'Lists the actions and record types in the audit log so far.',
  reply: AuditWords,
})

export const verifyAudit = read({
  path: '/api/audit/verification',
  who: administrators,
  summary:
    'Verifies the hash chain of the audit log and returns whether it is unchanged, or the first fault. With `part`, it works for about a second and returns where to continue (`next`); start with `part=0`.',
  reply: AuditLogVerification,
  query: {
    part: z.union([z.string().regex(/^(0|[1-9]\d{0,14})$/), Id], 'This is not part of the audit log.').optional(),
  },
})

export const listFolderAudit = list({
  path: '/api/client-folders/:id/audit',
  who: 'signed-in',
  summary: 'Lists the audit log entries of one folder. Team only.',
  of: AuditEntry,
  query: filters,
})
