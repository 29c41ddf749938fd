// Staff members for tests of who works in a folder.
import sql from 'sql-template-tag'
import type { TestApp } from './test-app.ts'

let count = 0

/** A new staff member, signed in. */
export async function staffMember(testApp: TestApp, firstName = 'Mel', more: object = {}) {
  const email = `staff-${++count}@example.com`
  const person = { email, role: 'staff', firstName, lastName: 'Ortiz', ...more }
  const { body } = await testApp.alice.post('/api/users', person)
  const id = body.id as string
  // As if they had accepted the invitation.
  await testApp.db.run(sql`
    update users set password = (select password from users where id = ${testApp.people.alice.id}) where id = ${id}`)
  return { id, email, caller: await testApp.signIn(id, 'staff') }
}
