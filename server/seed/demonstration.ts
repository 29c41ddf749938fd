// The accounts of a demonstration. Made-up people; their passwords are no secret.
import type { Role } from '../../domain/actor.ts'

export interface DemonstrationAccount {
  username: string
  firstName: string
  lastName: string
  role: Role
  company: string | null
}

export const demonstrationAccounts: DemonstrationAccount[] = [
  { username: 'master', firstName: 'Morgan', lastName: 'Ellis', role: 'master-admin', company: null },
  { username: 'admin', firstName: 'Dana', lastName: 'Whitfield', role: 'admin', company: null },
  { username: 'staff', firstName: 'Jordan', lastName: 'Price', role: 'staff', company: null },
  { username: 'client', firstName: 'Taylor', lastName: 'Brooks', role: 'client', company: 'Piedmont Cabinet Works' },
]

export const demonstrationUsernames = demonstrationAccounts.map(({ username }) => username)

export const demonstrationPassword = (username: string) => `demo-${username}-2026`

/** What the demonstration's client finds when they sign in. */
export const demonstrationFolder = {
  name: 'Piedmont Cabinet Works',
  services: 'HR Operations and Compliance, HR Consulting',
}
