// People who are new to the portal, each with an account of their own that a story may change, and the ways they come in.
import sql from 'sql-template-tag'
import type { Answer, Caller, World } from './world.ts'

type NewRole = 'admin' | 'staff' | 'client'

export interface Newcomer {
  id: string
  email: string
  role: NewRole
  caller: Caller
}

let newcomers = 0

const newEmail = () => `newcomer-${++newcomers}@example.com`

/** What an administrator says of a client who is to be added. */
export const newcomerInput = (more: object = {}) => ({
  email: newEmail(),
  firstName: 'New',
  lastName: 'Comer',
  role: 'client',
  phone: '(804) 555-0117',
  company: 'Brookside Dental',
  ...more,
})

/** Somebody who was added and has not come yet, as it is answered to the administrator. */
export const invited = async (world: World, more: object = {}) =>
  (await world.alice.post('/api/users', newcomerInput(more))).body

/** The secret in the address of an invitation. */
export const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

/** Somebody new with the password of the cast, signed in. */
export async function newcomer(world: World, role: NewRole = 'staff'): Promise<Newcomer> {
  const alice = await world.signIn(world.people.alice.id, 'admin')
  const email = newEmail()
  const { id } = (await alice.post('/api/users', { email, firstName: 'Noor', lastName: 'Haddad', role })).body
  await world.db.run(
    sql`update users set password = (select password from users where id = ${world.people.alice.id}) where id = ${id}`,
  )
  return { id, email, role, caller: await world.signIn(id, role) }
}

let addresses = 0

/** Somewhere nobody has tried to sign in from yet. */
export const elsewhere = () => `10.8.${++addresses >> 8}.${addresses & 255}`

/** From an address that nobody used before, so that nothing counts against it. */
export const postFromElsewhere = (world: World, url: string, body: unknown, cookie = ''): Promise<Answer> =>
  world.visitor.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) },
    payload: JSON.stringify(body),
    remoteAddress: elsewhere(),
  })

/** What an answer sets, as the browser sends it back. */
export const cookiesOf = (answer: Answer) =>
  [answer.headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')

/** The subject of the last letter to somebody. */
export const letterTo = async (world: World, to: string) =>
  (await world.mail()).filter((each) => each.to === to).at(-1)?.subject
