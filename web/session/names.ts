import type { UserView } from '../../domain/user.ts'
import type { Home } from '../kit/PageHeader.tsx'
import { useUser } from './use-auth.ts'

const homeLabels: Partial<Record<string, string>> = {
  'master-admin': 'Admin Dashboard',
  admin: 'Admin Dashboard',
  staff: 'Staff Dashboard',
  client: 'Client Dashboard',
}

/** A person's name, or what else they are known by. */
export function fullName(person: Pick<UserView, 'firstName' | 'lastName' | 'username'>): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.username
}

const homeLabel = (role: string) => homeLabels[role] ?? 'Dashboard'

/** The first crumb of every page: `<PageHeader home={useHome()} …>`. */
export function useHome(): Home {
  const { role } = useUser()
  return { label: homeLabel(role), to: '/', hasBackButton: role !== 'client' }
}
