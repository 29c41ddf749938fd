// The trail: who did what to which thing, when and from where. Ids, statuses and field names only; never what people wrote.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { forbidden } from './refusal.ts'
import { Id, Instant } from './text.ts'

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  actorId: Id.nullable(),
  actorName: z.string().nullable(),
  action: z.string(),
  entityType: z.string(),
  entityId: Id.nullable(),
  clientFolderId: Id.nullable(),
  address: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const TrailVerification = z.object({
  whole: z.boolean(),
  entries: z.int(),
  fault: z.string().nullable(),
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
})

/** The trail of a folder is for the team. */
export function readTrail(actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can read the trail of a folder.')
}
