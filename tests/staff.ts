// Staff members for tests of who works in a folder.
import type { TestApp } from './test-app.ts'

let count = 0

/** A new staff member, signed in. */
export async function staffMember(testApp: TestApp, firstName = 'Mel') {
  const email = `staff-${++count}@example.com`
  const { body } = await testApp.alice.post('/api/users', { email, role: 'staff', firstName, lastName: 'Ortiz' })
  const id = body.id as string
  return { id, email, caller: await testApp.signIn(id, 'staff') }
}
