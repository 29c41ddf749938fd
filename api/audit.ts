import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { AuditEntry, AuditWords, TrailVerification } from '../domain/audit.ts'
import { CalendarDate, Id, searchWords } from '../domain/text.ts'
import { list, raw, read } from './kit/endpoint.ts'

/** Days are those of the office's calendar, both ends included. */
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
    'The whole trail, newest first: by person, thing (`entityType`, `entityId`), action, folder, and days of the office.',
  of: AuditEntry,
  query: everywhere,
})

export const exportAudit = raw('GET', {
  path: '/api/audit/csv',
  who: administrators,
  reauthenticate: true,
  summary: 'The same as CSV (RFC 4180, UTF-8), newest first and as long as it is. Stands in the trail itself.',
  query: everywhere,
})

export const readAuditWords = read({
  path: '/api/audit/words',
  who: administrators,
  summary: 'The actions and the kinds of things that stand in the trail so far.',
  reply: AuditWords,
})

export const verifyAudit = read({
  path: '/api/audit/verification',
  who: administrators,
  summary:
    'Walks the chain of hashes and says whether the trail is whole, or where it breaks first. With `part` it walks for about a second and says where to go on (`next`): begin with `part=0`.',
  reply: TrailVerification,
  query: { part: z.union([z.string().regex(/^(0|[1-9]\d{0,14})$/), Id], 'This is no part of the trail.').optional() },
})

export const listFolderAudit = list({
  path: '/api/client-folders/:id/audit',
  who: 'signed-in',
  summary: "A folder's own trail, for the team.",
  of: AuditEntry,
  query: filters,
})
