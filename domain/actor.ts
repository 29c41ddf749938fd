import { z } from 'zod'
import { roles } from './roles.ts'

export { administrators, roles, team } from './roles.ts'
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** The signed-in user on whose behalf an action runs. */
export const Actor = z.object({
  id: z.string(),
  role: Role,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
})
export type Actor = z.infer<typeof Actor>

/** The name shown next to what they wrote; null if none was given. */
export const nameOf = ({ firstName, lastName }: Actor) => [firstName, lastName].filter(Boolean).join(' ') || null

/** Both administrator roles are equal, except for the protection of master administrators (domain/user.ts). */
export const isAdministrator = (actor: Actor) => actor.role === 'admin' || actor.role === 'master-admin'

export const isStaff = (actor: Actor) => actor.role === 'staff'

export const isClient = (actor: Actor) => actor.role === 'client'
