// The rows of the rights table (rights.ts) about accounts: users, staff, sessions, passwords and letters.
import sql from 'sql-template-tag'
import { castPassword, type World } from '../world.ts'
import { seated, type Row } from './seats.ts'
import { IdRow, typed } from '../../server/kit/row-types.ts'

let count = 0
const newcomer = () => ({ email: `rights-${++count}@example.com`, firstName: 'Rae', lastName: 'Fox' })
const unknownToken = 'A'.repeat(43)
const password = 'seven kettles near a window'

const added = async (world: World) => (await world.alice.post('/api/users', { ...newcomer(), role: 'client' })).body

const invitationToken = async (world: World): Promise<string> => (await added(world)).invitationUrl.split('/').at(-1)

const addressToken = async (world: World): Promise<string | undefined> => {
  const { email } = newcomer()
  const person = await world.signIn((await added(world)).id, 'client')
  await person.post('/api/profile/email', { email })
  const letter = (await world.mail()).find(({ to }) => to === email)
  return /email-change\/([\w-]+)/.exec(letter?.text ?? '')?.[1]
}

const sessionOfAnn = async (world: World): Promise<string> => {
  await world.signIn(world.people.ann.id, 'client')
  const { ann } = world.people
  return (await world.db.one(typed(IdRow)`select id from sessions where user_id = ${ann.id} order by id desc limit 1`))
    .id
}

/** The only one of Ann's, made up: nobody can sign with it. */
const passkeyOfAnn = async (world: World): Promise<string> => {
  const { ann } = world.people
  await world.db.run(sql`delete from passkeys where user_id = ${ann.id}`)
  const { id } = await world.db.one(typed(IdRow)`
    insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced, created_at)
    values (gen_random_uuid(), ${ann.id}, 'made-up', '\\x00', 0, 'Laptop', false, now()) returning id`)
  return id
}

const madeUpBytes = { id: 'made-up', clientDataJSON: 'e30' }

//                     visitor owner stranger inactive holder colleague admin master
const everybody = (status: number): number[] => Array<number>(8).fill(status)
const signedIn = [401, 200, 200, 401, 200, 200, 200, 200] as const
const administrators = [401, 403, 403, 401, 403, 403, 200, 200] as const
const administratorsAdd = [401, 403, 403, 401, 403, 403, 201, 201] as const
const administratorsOne = [401, 404, 404, 401, 404, 404, 200, 200] as const

const aUser = async (world: World) => ({ url: `/api/users/${(await added(world)).id}` })

export const accountRights: Record<string, Row> = {
  'GET /api/first-steps': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'POST /api/first-steps/set-aside': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'DELETE /api/first-steps/set-aside': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'POST /api/first-steps/test-message': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'POST /api/login': {
    answers: everybody(200),
    endsSession: true,
    aim: () => ({ body: { username: 'sam', password: castPassword } }),
  },
  'POST /api/logout': { answers: everybody(200), endsSession: true },
  'GET /api/login': { answers: everybody(302) },
  'GET /api/logout': { answers: everybody(302), endsSession: true },
  'GET /api/user': { answers: signedIn },
  'GET /api/sessions': { answers: signedIn },
  'DELETE /api/sessions': { answers: signedIn },
  'DELETE /api/sessions/:id': {
    contacts: [404, 404],
    answers: [401, 200, 404, 401, 404, 404, 404, 404],
    aim: async (world) => ({ url: `/api/sessions/${await sessionOfAnn(world)}` }),
  },
  'GET /api/sessions/proof': { answers: signedIn },
  'POST /api/sessions/proof': {
    answers: [401, 400, 400, 401, 400, 400, 400, 400],
    aim: () => ({ body: { password: 'not what it is' } }),
  },
  'GET /api/passkeys': { answers: signedIn },
  'POST /api/passkeys/creation': { answers: signedIn },
  'POST /api/passkeys/challenge': { answers: everybody(200) },
  // What a device makes or signs is told of in server/passkeys/; here it is made up.
  'POST /api/passkeys': {
    answers: [401, 400, 400, 401, 400, 400, 400, 400],
    aim: () => ({ body: { name: 'Laptop', credential: { ...madeUpBytes, attestationObject: 'oA' } } }),
  },
  'POST /api/login/passkey': {
    answers: everybody(401),
    aim: () => ({ body: { passkey: { ...madeUpBytes, authenticatorData: 'AA', signature: 'AA' } } }),
  },
  'DELETE /api/passkeys/:id': {
    contacts: [404, 404],
    answers: [401, 200, 404, 401, 404, 404, 404, 404],
    aim: async (world) => ({ url: `/api/passkeys/${await passkeyOfAnn(world)}` }),
  },
  'GET /api/second-factor': { answers: signedIn },
  'POST /api/second-factor': { answers: [401, 201, 201, 401, 201, 201, 201, 201] },
  'POST /api/second-factor/confirmation': {
    answers: [401, 400, 400, 401, 400, 400, 400, 400],
    aim: async (world, seat) => {
      if (seat !== 'visitor') await world[seated[seat]].post('/api/second-factor')
      return { body: { code: 'not a code' } }
    },
  },
  'POST /api/second-factor/recovery-codes': {
    answers: [401, 409, 409, 401, 409, 409, 409, 409],
    aim: async (world) => {
      await world.db.run(sql`delete from passkeys`)
      return {}
    },
  },
  'DELETE /api/second-factor': { answers: [401, 409, 409, 401, 409, 409, 409, 409] },
  'GET /api/second-factor/requirement': { answers: administrators },
  'PUT /api/second-factor/requirement': { answers: administrators, aim: () => ({ body: { isRequired: false } }) },
  'DELETE /api/users/:id/second-factor': {
    answers: [401, 404, 404, 401, 404, 404, 409, 409],
    aim: async (world) => ({ url: `/api/users/${(await added(world)).id}/second-factor` }),
  },
  'GET /api/demonstration': { answers: everybody(404) },
  'POST /api/one-time-links/look': {
    answers: everybody(200),
    aim: async (world) => ({ body: { token: await invitationToken(world), purpose: 'invitation' } }),
  },
  'POST /api/invitations/accept': {
    answers: everybody(200),
    endsSession: true,
    aim: async (world) => ({ body: { token: await invitationToken(world), password } }),
  },
  'POST /api/password/forgot': { answers: everybody(200), aim: () => ({ body: { email: newcomer().email } }) },
  'POST /api/password/reset': { answers: everybody(404), aim: () => ({ body: { token: unknownToken, password } }) },
  'PUT /api/password': {
    answers: [401, 400, 400, 401, 400, 400, 400, 400],
    aim: () => ({ body: { current: 'not what it is', password } }),
  },
  'POST /api/set-up': {
    answers: everybody(404),
    aim: () => ({ body: { token: unknownToken, ...newcomer(), password } }),
  },
  'GET /api/users': { answers: administrators },
  'GET /api/users/figures': { answers: administrators },
  'POST /api/users': { answers: administratorsAdd, aim: () => ({ body: { ...newcomer(), role: 'staff' } }) },
  'GET /api/users/csv': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'GET /api/users/:id': { answers: administratorsOne, aim: aUser },
  'PUT /api/users/:id': {
    answers: administratorsOne,
    aim: async (world) => ({ ...(await aUser(world)), body: { ...newcomer(), role: 'staff' } }),
  },
  'DELETE /api/users/:id': { answers: administratorsOne, aim: aUser },
  'GET /api/users/:id/holdings': {
    answers: administratorsOne,
    aim: async (world) => ({ url: `/api/users/${(await added(world)).id}/holdings` }),
  },
  'POST /api/users/:id/hand-over': {
    answers: administratorsOne,
    aim: async (world) => ({
      url: `/api/users/${(await added(world)).id}/hand-over`,
      body: { handOverTo: world.people.sue.id },
    }),
  },
  'POST /api/users/:id/invitation': {
    answers: [401, 404, 404, 401, 404, 404, 201, 201],
    aim: async (world) => ({ url: `/api/users/${(await added(world)).id}/invitation` }),
  },
  'GET /api/users/:id/sessions': {
    answers: administratorsOne,
    aim: async (world) => ({ url: `/api/users/${(await added(world)).id}/sessions` }),
  },
  'DELETE /api/users/:id/sessions': {
    answers: administratorsOne,
    aim: async (world) => ({ url: `/api/users/${(await added(world)).id}/sessions` }),
  },
  'DELETE /api/users/:id/sessions/:sessionId': {
    answers: administratorsOne,
    aim: async (world) => ({ url: `/api/users/${world.people.ann.id}/sessions/${await sessionOfAnn(world)}` }),
  },
  'PATCH /api/profile': {
    answers: signedIn,
    // Their own names, so that nobody is called otherwise afterwards.
    aim: (world, seat) => {
      const { firstName, lastName } = world.people[seat === 'visitor' ? 'ann' : seated[seat]]
      return { body: { firstName, lastName } }
    },
  },
  'POST /api/profile/email': { answers: signedIn, aim: () => ({ body: { email: newcomer().email } }) },
  'POST /api/profile/email/confirmation': {
    answers: everybody(200),
    aim: async (world) => ({ body: { token: await addressToken(world) } }),
  },
  'POST /api/viewing': {
    // Aimed at somebody who is no client, so that the session stays what it is; the story is in its own tests.
    answers: [401, 403, 403, 401, 403, 403, 409, 409],
    aim: (world) => ({ body: { userId: world.people.sam.id } }),
  },
  'DELETE /api/viewing': { answers: [401, 409, 409, 401, 409, 409, 409, 409] },
  'GET /api/staff': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'POST /api/staff': { answers: administratorsAdd, aim: () => ({ body: newcomer() }) },
  'GET /api/outbox': { answers: administrators },
  'GET /api/outbox/:id': {
    answers: administratorsOne,
    aim: async ({ db }) => {
      const { id } = await db.one(typed(IdRow)`
        insert into emails (id, "to", subject, text, html, about, status, created_at)
        values (gen_random_uuid(), 'rights@example.com', 'Hello', 'Hello', '<p>Hello', 'test', 'kept', ${db.now}) returning id`)
      return { url: `/api/outbox/${id}` }
    },
  },
}
