import { administrators } from '../domain/actor.ts'
import { AuditEntry, TrailVerification } from '../domain/audit.ts'
import { Id, searchWords } from '../domain/text.ts'
import { list, read } from './kit/endpoint.ts'

const filters = { actorId: Id.optional(), entityId: Id.optional(), action: searchWords.optional() }

export const listAudit = list({
  path: '/api/audit',
  who: administrators,
  summary: 'The whole trail, newest first.',
  of: AuditEntry,
  query: { ...filters, clientFolderId: Id.optional() },
})

export const verifyAudit = read({
  path: '/api/audit/verification',
  who: administrators,
  summary: 'Walks the chain of hashes and says whether the trail is whole, or where it breaks first.',
  reply: TrailVerification,
})

export const listFolderAudit = list({
  path: '/api/client-folders/:id/audit',
  who: 'signed-in',
  summary: "A folder's own trail, for the team.",
  of: AuditEntry,
  query: filters,
})
