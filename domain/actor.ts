import { z } from 'zod'

export const roles = ['master-admin', 'admin', 'staff', 'client'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** The signed-in person on whose behalf something happens. */
export interface Actor {
  id: string
  role: Role
  firstName: string | null
  lastName: string | null
}

/** As it stands beside what they wrote; null for somebody who has not said it. */
export const nameOf = ({ firstName, lastName }: Actor) => [firstName, lastName].filter(Boolean).join(' ') || null

/** Administrators are treated alike, but for the guards on a master-admin (domain/user.ts). */
export const isAdministrator = (actor: Actor) => actor.role === 'admin' || actor.role === 'master-admin'

export const isStaff = (actor: Actor) => actor.role === 'staff'

export const isClient = (actor: Actor) => actor.role === 'client'

/** Role groups for an endpoint's `who`: the roles that may see the class of things at all. */
export const administrators = ['admin', 'master-admin'] as const satisfies readonly Role[]
export const team = ['staff', 'admin', 'master-admin'] as const satisfies readonly Role[]
