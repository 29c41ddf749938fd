// The audit log: who did what to which item, when, and from where. Only ids, statuses, and field names; never text that
// people wrote.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { forbidden } from './errors.ts'
import { Id, Instant } from './text.ts'

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  actorId: Id.nullable(),
  actorName: z.string().nullable(),
  action: z.string(),
  entityType: z.string(),
  entityId: Id.nullable(),
  /** The item's current name: a number, a title, a name; null if it has none or was deleted. */
  subject: z.string().nullable(),
  clientFolderId: Id.nullable(),
  clientFolderName: z.string().nullable(),
  address: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** The names of the people whose ids are in `details`. */
  people: z.record(z.string(), z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** The actions and entity types in the audit log so far, for a filter. */
export const AuditWords = z.object({ actions: z.array(z.string()), entityTypes: z.array(z.string()) })
export type AuditWords = z.infer<typeof AuditWords>

/**
 * Progress of the verification. It has two parts: the links one by one, then the entries, to find unlinked ones.
 * `fault` is a sentence about the first fault; `entryId` is the entry concerned, if any.
 */
export const AuditLogVerification = z.object({
  /** Null while verification is incomplete. */
  whole: z.boolean().nullable(),
  /** Links verified so far. */
  entries: z.int(),
  /** Total number of links. */
  of: z.int(),
  fault: z.string().nullable(),
  entryId: Id.nullable(),
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  /** Start of the next part; null at the end. */
  next: z.string().nullable(),
})
export type AuditLogVerification = z.infer<typeof AuditLogVerification>

/** A folder's audit log is limited to the team. */
export function assertCanReadAuditLog(actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can view the history of a folder.')
}
