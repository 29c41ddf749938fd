// Viewing as a client: an administrator sees exactly what that client sees, for half an hour, and changes nothing.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { Instant } from './text.ts'
import type { User } from './user.ts'

export const viewingMinutes = 30

export const ViewingInput = z.strictObject({ userId: z.uuid('Please choose a client.') })
export const Viewing = z.object({ until: Instant })

/** Refuses 400 whoever is not known, 409 whoever is no active client. */
export function assertCanViewAs(
  user: Pick<User, 'role' | 'isActive'> | null,
  actor: Actor,
): asserts user is Pick<User, 'role' | 'isActive'> {
  if (!isAdministrator(actor)) throw forbidden('Only administrators can view as a client.')
  if (user === null) throw invalid('userId', 'Please choose a client.')
  if (user.role !== 'client' || !user.isActive) throw conflict('Only the pages of an active client can be viewed.')
}

/** To every write while it lasts. */
export const onlyLooking = () =>
  forbidden('You are viewing as a client, so nothing can be changed. Stop viewing first.')

export const notViewing = () => conflict('You are not viewing as anybody.')
