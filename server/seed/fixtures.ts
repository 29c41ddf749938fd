// The users of every test, benchmark, and screenshot: fictional people of fictional firms. Their ids are fixed so that
// tests can name them.
import sql from 'sql-template-tag'
import type { Role } from '../../domain/actor.ts'
import type { Tx } from '../kit/db.ts'

const id = (last: string) => `01890000-0000-7000-8000-${last.padStart(12, '0')}`

interface Person {
  id: string
  username: string
  firstName: string
  lastName: string
  role: Role
  isActive: boolean
}

const person = (n: string, firstName: string, lastName: string, role: Role, isActive = true): Person => ({
  id: id(n),
  username: firstName.toLowerCase(),
  firstName,
  lastName,
  role,
  isActive,
})

export const people = {
  mona: person('1', 'Mona', 'Reyes', 'master-admin'),
  alice: person('2', 'Alice', 'Moore', 'admin'),
  sam: person('3', 'Sam', 'Carter', 'staff'),
  sue: person('4', 'Sue', 'Bennett', 'staff'),
  ann: person('5', 'Ann', 'Keller', 'client'),
  eve: person('6', 'Eve', 'Novak', 'client'),
  ivan: person('7', 'Ivan', 'Ross', 'client', false),
} as const

/** Acme is assigned to Sam, with Ann as its client; Elmwood to Sue, with Eve; Ivan's belongs to an inactive client. */
export const folders = {
  acme: { id: id('a1'), name: 'Acme Tooling', clientId: people.ann.id, assignedStaffId: people.sam.id },
  elmwood: { id: id('a2'), name: 'Elmwood Day School', clientId: people.eve.id, assignedStaffId: people.sue.id },
  ivans: { id: id('a3'), name: 'Ross Bakery', clientId: people.ivan.id, assignedStaffId: people.sue.id },
} as const

const demoEmail = (someone: { username: string }) => `${someone.username}@example.com`

/** @param passwordHash of the one password that all of them share */
export async function seedFixtures(tx: Tx, passwordHash: string): Promise<void> {
  for (const someone of Object.values(people)) {
    await tx.run(sql`
      insert into users (id, username, email, password, first_name, last_name, role, is_active, created_at, updated_at)
      values (${someone.id}, ${someone.username}, ${demoEmail(someone)}, ${passwordHash}, ${someone.firstName}, ${someone.lastName},
        ${someone.role}, ${someone.isActive}, ${tx.now}, ${tx.now})`)
  }
  for (const folder of Object.values(folders)) {
    await tx.run(sql`
      insert into client_folders (id, name, client_id, assigned_staff_id, services, created_by_id, created_at, updated_at)
      values (${folder.id}, ${folder.name}, ${folder.clientId}, ${folder.assignedStaffId}, 'HR Consulting', ${people.alice.id}, ${tx.now}, ${tx.now})`)
  }
}
