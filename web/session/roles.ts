import type { Role } from '../../domain/actor.ts'

export const roleWords: Record<Role, string> = {
  'master-admin': 'Master administrator',
  admin: 'Administrator',
  staff: 'Staff',
  client: 'Client',
}
