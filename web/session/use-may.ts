import type { Endpoint, Who } from '../../api/kit/endpoint.ts'
import type { UserView } from '../../domain/user.ts'
import { useUser } from './use-auth.ts'

/** Whether the reader may make this call at all, as its declaration says. What one may do with a thing, the thing says (`allowed`). */
export function useMay({ who }: Pick<Endpoint, 'who'>): boolean {
  return mayOpen(who, useUser())
}

export const mayOpen = (who: Who, { role }: Pick<UserView, 'role'>): boolean =>
  typeof who === 'string' || who.includes(role)
