// Transferring work: a staff member's work (active client folders, requests in progress, upcoming appointments) is reassigned to one person or
// several, in one step; usually because someone leaves.
import { z } from 'zod'
import type { Actor } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { Id } from './text.ts'
import type { User } from './user.ts'

export const HeldKind = z.enum(['client-folders', 'service-requests'], 'Choose a folder or a request.')
export type HeldKind = z.infer<typeof HeldKind>

/** A larger transfer would block everyone else. */
export const maxTransferred = 1000

export const AssignedItem = z.object({ type: HeldKind, id: Id, name: z.string(), status: z.string() })
export type AssignedItem = z.infer<typeof AssignedItem>

/** A user's work: the counts, and the first 200 items by name. */
export const Holdings = z.object({
  clientFolders: z.int(),
  serviceRequests: z.int(),
  /** Upcoming; they aren't among the items. */
  appointments: z.int(),
  items: z.array(AssignedItem),
})
export type Holdings = z.infer<typeof Holdings>

const person = (missing: string) => z.uuid(missing)

export const TransferInput = z.strictObject({
  handOverTo: person('Choose who to transfer the work to.'),
  /** Items that go to someone else. */
  exceptions: z
    .array(
      z.strictObject({
        type: HeldKind,
        id: z.uuid('Choose a folder or a request.'),
        handOverTo: person('Choose who to transfer it to.'),
      }),
      'The exceptions must be a list.',
    )
    .max(200, 'Use at most 200 exceptions.')
    .default([]),
  /** Whether to deactivate the account as well. */
  deactivate: z.boolean('Choose yes or no.').default(false),
})
export type TransferInput = z.infer<typeof TransferInput>

export interface Transfer {
  type: HeldKind
  id: string
  clientId: string | null
  to: string
}

/**
 * The new assignees. Throws 403 for an admin's transfer of a master administrator's work, 400 for a transfer to the
 * same person and for an exception that is not assigned to them, and 409 above the limit.
 */
export function transferWork(
  user: Pick<User, 'id' | 'role'>,
  actor: Actor,
  held: readonly { type: HeldKind; id: string; clientId: string | null }[],
  { handOverTo, exceptions }: TransferInput,
): Transfer[] {
  if (user.role === 'master-admin' && actor.role !== 'master-admin')
    throw forbidden('Only a master administrator can change a master administrator.')
  if (held.length > maxTransferred)
    throw conflict('This is too much to transfer at one time. Reassign some of the folders first.')
  if (handOverTo === user.id) throw invalid('handOverTo', 'Choose someone else to transfer the work to.')
  const others = new Map(exceptions.map(({ type, id, handOverTo: to }) => [`${type} ${id}`, to]))
  for (const [index, { type, id, handOverTo: to }] of exceptions.entries()) {
    if (to === user.id) throw invalid(`exceptions.${index}.handOverTo`, 'Choose someone else to transfer it to.')
    if (!held.some((each) => each.type === type && each.id === id))
      throw invalid(`exceptions.${index}.id`, 'That isn’t assigned to this person.')
  }
  return held.map((each) => ({ ...each, to: others.get(`${each.type} ${each.id}`) ?? handOverTo }))
}
