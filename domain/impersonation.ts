// Viewing as a client: an administrator sees exactly what that client sees, for half an hour, read-only.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { Instant } from './text.ts'
import type { User } from './user.ts'

export const impersonationMinutes = 30

export const ImpersonationInput = z.strictObject({ userId: z.uuid('Choose a client.') })
export const Impersonation = z.object({ until: Instant })

/** Throws 400 for an unknown user, 409 for anyone but an active client. */
export function assertCanImpersonate(
  user: Pick<User, 'role' | 'isActive'> | null,
  actor: Actor,
): asserts user is Pick<User, 'role' | 'isActive'> {
  if (!isAdministrator(actor)) throw forbidden('Only administrators can view as a client.')
  if (user === null) throw invalid('userId', 'Choose a client.')
  if (user.role !== 'client' || !user.isActive) throw conflict('You can view only as an active client.')
}

/** The error for every write in the meantime. */
export const readOnlyImpersonation = () =>
  forbidden('You’re viewing as a client, so you can’t change anything. Stop viewing first.')

export const notImpersonating = () => conflict('You’re not viewing as a client.')
