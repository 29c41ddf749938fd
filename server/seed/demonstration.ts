// The accounts of a demonstration: fictional people. On a local portal their passwords are well known.
import type { Role } from '../../domain/actor.ts'
import { recoveryAlphabet, recoveryCodeFrom } from '../../domain/second-factor.ts'
import type { MasterKey } from '../kit/master-key.ts'

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

/** On a public address: random (79 bits), and the same at each start, because they are derived from the master key. */
export const publicDemonstrationPassword = (key: MasterKey, username: string) =>
  recoveryCodeFrom([...key.derive(`demonstration password of ${username}`, 16)].map((byte) => byte % recoveryAlphabet))

/** What the demonstration's client finds after signing in. */
export const demonstrationFolder = {
  name: 'Piedmont Cabinet Works',
  services: 'HR Operations and Compliance, HR Consulting',
}
