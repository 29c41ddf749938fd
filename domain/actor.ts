import { z } from 'zod'
import { roles } from './roles.ts'

export { administrators, roles, team } from './roles.ts'
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/**
 * What a staff member sees: a consultant everything in the folders in which they work, an assistant everything there
 * but money, and a bookkeeper only money, in every folder. Other roles are not limited by it.
 */
export const StaffAccess = z.enum(['consultant', 'bookkeeper', 'assistant'], 'Choose an option from the list.')
export type StaffAccess = z.infer<typeof StaffAccess>

/** The signed-in user on whose behalf an action runs. */
export const Actor = z.object({
  id: z.string(),
  role: Role,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  staffAccess: StaffAccess,
  /** Ids of the colleagues for whom they cover at this time, and whose folders they see. */
  covers: z.array(z.string()),
})
export type Actor = z.infer<typeof Actor>

/** The limits of someone who has none besides their role. */
export const unlimited: Pick<Actor, 'staffAccess' | 'covers'> = { staffAccess: 'consultant', covers: [] }

/** The name shown next to what they wrote; null if none was given. */
export const nameOf = ({ firstName, lastName }: Pick<Actor, 'firstName' | 'lastName'>) =>
  [firstName, lastName].filter(Boolean).join(' ') || null

/** Both administrator roles are equal, except for the protection of master administrators (domain/user.ts). */
export const isAdministrator = (actor: Pick<Actor, 'role'>) => actor.role === 'admin' || actor.role === 'master-admin'

export const isStaff = (actor: Pick<Actor, 'role'>) => actor.role === 'staff'

export const isClient = (actor: Pick<Actor, 'role'>) => actor.role === 'client'
