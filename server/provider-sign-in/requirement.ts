import type { Role } from '../../domain/actor.ts'
import type { Config } from '../config.ts'

/**
 * Whether someone with this role signs in at the provider only. Master administrators keep their password, so that a
 * firm whose provider fails can still get in.
 */
export const mustUseProvider = (oidc: Config['oidc'], role: Role): boolean =>
  oidc?.isRequired === true && (role === 'staff' || role === 'admin')
