// The trail: who did what to which thing, when and from where. Ids, statuses and field names only; never what people wrote.
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
  /** What the thing is called today: a number, a title, a name; null where it has none or is gone. */
  subject: z.string().nullable(),
  clientFolderId: Id.nullable(),
  clientFolderName: z.string().nullable(),
  address: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** The names of the people whose ids stand in `details`. */
  people: z.record(z.string(), z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** The words that the trail holds so far, for a filter. */
export const AuditWords = z.object({ actions: z.array(z.string()), entityTypes: z.array(z.string()) })
export type AuditWords = z.infer<typeof AuditWords>

/**
 * How far the chain was walked. The walk has two parts: the links one by one, then the entries, for such as are in no chain.
 * `fault` is a sentence about the first break; `entryId` the entry it is about, where there is one.
 */
export const TrailVerification = z.object({
  /** Null while there is more to walk. */
  whole: z.boolean().nullable(),
  /** Links that were found in order so far. */
  entries: z.int(),
  /** Links there are. */
  of: z.int(),
  fault: z.string().nullable(),
  entryId: Id.nullable(),
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  /** Where the next part begins; null at the end. */
  next: z.string().nullable(),
})
export type TrailVerification = z.infer<typeof TrailVerification>

/** The trail of a folder is for the team. */
export function assertCanReadAuditLog(actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can read the trail of a folder.')
}
