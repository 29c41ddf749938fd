// Test data that an administrator can add to a demonstration, any number of times: people and folders have fixed names,
// so that a repetition finds the existing ones, and the documents of its client (documents.ts).
import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Provider } from '../config.ts'
import type { Tx } from '../kit/db.ts'
import { addAgreements } from './agreements.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'
import { IdRow, typed } from '../kit/row-types.ts'

const people = [
  ['test-admin-1', 'Joan', 'Harper', 'admin'],
  ['test-admin-2', 'Carl', 'Whitlock', 'admin'],
  ['test-admin-3', 'Nadia', 'Osei', 'admin'],
  ['test-staff-1', 'Ben', 'Alvarez', 'staff'],
  ['test-staff-2', 'Grace', 'Lindqvist', 'staff'],
  ['test-staff-3', 'Tom', 'Okafor', 'staff'],
  ['test-staff-4', 'Lena', 'Fischer', 'staff'],
  ['test-staff-5', 'Marco', 'Bell', 'staff'],
] as const

const folders = [
  { name: 'Old Dominion Millwork', services: 'Leadership & Training', forDemonstrationClient: false },
  { name: 'Blue Ridge Charter Academy', services: 'Talent Acquisition', forDemonstrationClient: false },
  {
    name: 'Shenandoah Day School',
    services: 'HR Operations and Compliance, HR Consulting',
    forDemonstrationClient: true,
  },
]

/** Returns how many of each were added: none the second time, unless there is no contract to sign. */
export async function setUpTestData(tx: Tx, actor: Actor, provider: Provider) {
  // Two concurrent requests take turns.
  await takeAdvisoryLock(tx, 'testData')
  const staff = new Map<string, string>()
  let users = 0
  for (const [username, firstName, lastName, role] of people) {
    const added = await tx.run(sql`
      insert into users (id, username, email, first_name, last_name, role, is_demonstration, created_by, created_at, updated_at)
      values (${newId()}, ${username}, ${`${username}@example.com`}, ${firstName}, ${lastName}, ${role}, true, ${actor.id}, ${tx.now}, ${tx.now})
      on conflict do nothing`)
    users += added
    const person = await tx.one(typed(IdRow)`select id from users where username = ${username}`)
    if (role === 'staff') staff.set(username, person.id)
  }
  const demonstration = await demonstrationPeople(tx)
  const assignedStaffId = demonstration.staffId ?? (staff.get('test-staff-1') as string)
  let clientFolders = 0
  for (const folder of folders) {
    const there = await tx.maybe(sql`
      select id from client_folders where name = ${folder.name} and is_test_data`)
    if (there !== null) continue
    const id = newId()
    await tx.run(sql`
      insert into client_folders (id, name, client_id, assigned_staff_id, services, created_by_id, is_test_data, created_at, updated_at)
      values (${id}, ${folder.name}, ${folder.forDemonstrationClient ? demonstration.clientId : null}, ${assignedStaffId},
        ${folder.services}, ${actor.id}, true, ${tx.now}, ${tx.now})`)
    clientFolders++
    tx.publish({ type: 'client-folders', id, clientFolderId: id })
  }
  const added = { users, clientFolders, ...(await addAgreements(tx, actor, provider)) }
  tx.record(
    { action: 'test-data.set-up', id: null, details: added },
    { type: 'users', id: null },
    { type: 'staff', id: null, roles: ['staff'] },
  )
  return { message: 'Test data generated successfully', ...added }
}

async function demonstrationPeople(tx: Tx): Promise<{ staffId: string | null; clientId: string | null }> {
  const named = (username: string) =>
    tx.maybe(typed(IdRow)`select id from users where username = ${username} and is_demonstration and is_active`)
  return { staffId: (await named('staff'))?.id ?? null, clientId: (await named('client'))?.id ?? null }
}
