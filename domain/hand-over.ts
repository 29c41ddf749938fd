// Handing over: what a staff member holds (client folders that are not archived, requests in progress) goes to others, all of it
// to one person or some of it to others, in one step; usually because somebody leaves.
import { z } from 'zod'
import type { Actor } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { Id } from './text.ts'
import type { User } from './user.ts'

export const HeldKind = z.enum(['client-folders', 'service-requests'], 'Please choose a folder or a request.')
export type HeldKind = z.infer<typeof HeldKind>

/** More at once would hold up everybody else. */
export const mostHandedOver = 1000

export const Held = z.object({ type: HeldKind, id: Id, name: z.string(), status: z.string() })
export type Held = z.infer<typeof Held>

/** What somebody holds: how much, and the first 200 of it by name. */
export const Holdings = z.object({ clientFolders: z.int(), serviceRequests: z.int(), items: z.array(Held) })
export type Holdings = z.infer<typeof Holdings>

const person = (missing: string) => z.uuid(missing)

export const HandOverInput = z.strictObject({
  handOverTo: person('Please choose who takes over.'),
  /** Things that go to somebody else than the rest. */
  exceptions: z
    .array(
      z.strictObject({
        type: HeldKind,
        id: z.uuid('Please choose a thing.'),
        handOverTo: person('Please choose who takes it.'),
      }),
      'Please name the exceptions as a list.',
    )
    .max(200, 'Please use at most 200.')
    .default([]),
  /** Whether the account is deactivated with it. */
  deactivate: z.boolean('Please choose yes or no.').default(false),
})
export type HandOverInput = z.infer<typeof HandOverInput>

export interface HandOver {
  type: HeldKind
  id: string
  clientId: string | null
  to: string
}

/**
 * Who gets what. Refuses an admin's hand-over for a master-admin (403), a person who takes over from themselves, an exception
 * that is not held (400), and more than can be done at once (409).
 */
export function handOver(
  user: Pick<User, 'id' | 'role'>,
  actor: Actor,
  held: readonly { type: HeldKind; id: string; clientId: string | null }[],
  { handOverTo, exceptions }: HandOverInput,
): HandOver[] {
  if (user.role === 'master-admin' && actor.role !== 'master-admin')
    throw forbidden('Only a master-admin can change a master-admin.')
  if (held.length > mostHandedOver)
    throw conflict('This is more than can be handed over at once. Reassign some of the folders first.')
  if (handOverTo === user.id) throw invalid('handOverTo', 'Please choose somebody else to take over.')
  const others = new Map(exceptions.map(({ type, id, handOverTo: to }) => [`${type} ${id}`, to]))
  for (const [index, { type, id, handOverTo: to }] of exceptions.entries()) {
    if (to === user.id) throw invalid(`exceptions.${index}.handOverTo`, 'Please choose somebody else to take it.')
    if (!held.some((each) => each.type === type && each.id === id))
      throw invalid(`exceptions.${index}.id`, 'This person does not hold that.')
  }
  return held.map((each) => ({ ...each, to: others.get(`${each.type} ${each.id}`) ?? handOverTo }))
}
