// New users, each with an account that a test may change, and how they join.
import sql from 'sql-template-tag'
import type { Answer, Caller, TestApp } from './test-app.ts'

type NewRole = 'admin' | 'staff' | 'client'

export interface Newcomer {
  id: string
  email: string
  role: NewRole
  caller: Caller
}

let newcomers = 0

const newEmail = () => `newcomer-${++newcomers}@example.com`

/** An administrator's input for adding a client. */
export const newcomerInput = (more: object = {}) => ({
  email: newEmail(),
  firstName: 'New',
  lastName: 'Comer',
  role: 'client',
  phone: '(804) 555-0117',
  company: 'Brookside Dental',
  ...more,
})

/** The reply to an administrator who added someone who has not signed in yet. */
export const invited = async (testApp: TestApp, more: object = {}) =>
  (await testApp.alice.post('/api/users', newcomerInput(more))).body

/** The secret in the address of an invitation. */
export const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

/** A new signed-in user with the standard test password. */
export async function newcomer(testApp: TestApp, role: NewRole = 'staff'): Promise<Newcomer> {
  const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
  const email = newEmail()
  const { id } = (await alice.post('/api/users', { email, firstName: 'Noor', lastName: 'Haddad', role })).body
  await testApp.db.run(
    sql`update users set password = (select password from users where id = ${testApp.people.alice.id}) where id = ${id}`,
  )
  return { id, email, role, caller: await testApp.signIn(id, role) }
}

let addresses = 0

/** An address from which no one has tried to sign in yet. */
export const elsewhere = () => `10.8.${++addresses >> 8}.${addresses & 255}`

/** From an unused address, so that no limit applies. */
export const postFromElsewhere = (testApp: TestApp, url: string, body: unknown, cookie = ''): Promise<Answer> =>
  testApp.visitor.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) },
    payload: JSON.stringify(body),
    remoteAddress: elsewhere(),
  })

/** The cookies that a reply sets, as the browser sends them back. */
export const cookiesOf = (answer: Answer) =>
  [answer.headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')

/** The subject of the last email to someone. */
export const emailTo = async (testApp: TestApp, to: string) =>
  (await testApp.mail()).filter((each) => each.to === to).at(-1)?.subject
