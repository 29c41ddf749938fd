import type { Endpoint } from '../../api/kit/endpoint.ts'
import { useUser } from './use-auth.ts'

/** Whether the reader may make this call at all, as its declaration says. What one may do with a thing, the thing says (`allowed`). */
export function useMay({ who }: Pick<Endpoint, 'who'>): boolean {
  const { role } = useUser()
  return typeof who === 'string' || who.includes(role)
}
