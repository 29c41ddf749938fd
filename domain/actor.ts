import { z } from 'zod'
import { roles } from './roles.ts'

export { administrators, roles, team } from './roles.ts'
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** The signed-in person on whose behalf something happens. */
export const Actor = z.object({
  id: z.string(),
  role: Role,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
})
export type Actor = z.infer<typeof Actor>

/** As it stands beside what they wrote; null for somebody who has not said it. */
export const nameOf = ({ firstName, lastName }: Actor) => [firstName, lastName].filter(Boolean).join(' ') || null

/** Administrators are treated alike, but for the guards on a master-admin (domain/user.ts). */
export const isAdministrator = (actor: Actor) => actor.role === 'admin' || actor.role === 'master-admin'

export const isStaff = (actor: Actor) => actor.role === 'staff'

export const isClient = (actor: Actor) => actor.role === 'client'
