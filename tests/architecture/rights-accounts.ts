// Rows of the rights table (rights.ts) for accounts: users, staff, sessions, passwords, and emails.
import { createECDH, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { fixturePassword, type TestApp } from '../test-app.ts'
import { inRole, type Row } from './folder-roles.ts'
import { IdRow, typed } from '../../server/kit/row-types.ts'

let count = 0
const newcomer = () => ({ email: `rights-${++count}@example.com`, firstName: 'Rae', lastName: 'Fox' })
const webhookInput = { url: 'https://hooks.example.com/portal', events: ['invoice.paid'] }
/** A new webhook, as the only one: their number is limited. */
const webhook =
  (path: string, body: object = {}) =>
  async (testApp: TestApp) => {
    await testApp.db.run(sql`delete from webhooks`)
    return { url: `/api/webhooks/${(await testApp.alice.post('/api/webhooks', webhookInput)).body.id}${path}`, body }
  }
/** A pending email from Ann to the reply address of Acme's folder. */
const receivedEmail =
  (path: string, bodyOf: (testApp: TestApp) => object = () => ({})) =>
  async (testApp: TestApp) => {
    const { id } = await testApp.db.one(typed(IdRow)`
      insert into received_emails (id, content_hash, uid_validity, uid, from_address, status, reason, client_folder_id, received_at)
      values (gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), '1', 1, 'ann@example.com', 'pending', 'empty',
        ${testApp.folders.acme.id}, now()) returning id`)
    return { url: `/api/received-emails/${id}${path}`, body: bodyOf(testApp) }
  }
const inFolderOnly = [401, 404, 404, 401, 200, 404, 200, 200]
/** A browser's subscription at a push service that no test calls. */
const pushSubscription = () => {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return { endpoint: `https://push.invalid/rights-${++count}`, keys: { p256dh, auth } }
}
const apiKeyInput = { name: 'Zapier', scopes: ['clients:read'], days: 90 }
const unknownToken = 'A'.repeat(43)
const password = 'seven kettles near a window'

const added = async (testApp: TestApp) =>
  (await testApp.alice.post('/api/users', { ...newcomer(), role: 'client' })).body

const invitationToken = async (testApp: TestApp): Promise<string> =>
  (await added(testApp)).invitationUrl.split('/').at(-1)

const addressToken = async (testApp: TestApp): Promise<string | undefined> => {
  const { email } = newcomer()
  const person = await testApp.signIn((await added(testApp)).id, 'client')
  await person.post('/api/profile/email', { email })
  const lastEmail = (await testApp.mail()).find(({ to }) => to === email)
  return /email-change\/([\w-]+)/.exec(lastEmail?.text ?? '')?.[1]
}

const sessionOfAnn = async (testApp: TestApp): Promise<string> => {
  await testApp.signIn(testApp.people.ann.id, 'client')
  const { ann } = testApp.people
  return (
    await testApp.db.one(typed(IdRow)`select id from sessions where user_id = ${ann.id} order by id desc limit 1`)
  ).id
}

/** Ann's only passkey, a fake one: no one can sign with it. */
const passkeyOfAnn = async (testApp: TestApp): Promise<string> => {
  const { ann } = testApp.people
  await testApp.db.run(sql`delete from passkeys where user_id = ${ann.id}`)
  const { id } = await testApp.db.one(typed(IdRow)`
    insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced, created_at)
    values (gen_random_uuid(), ${ann.id}, 'made-up', '\\x00', 0, 'Laptop', false, now()) returning id`)
  return id
}

const madeUpBytes = { id: 'made-up', clientDataJSON: 'e30' }

//                     visitor owner stranger inactive holder colleague admin master
const everyone = (status: number): number[] => Array<number>(8).fill(status)
const signedIn = [401, 200, 200, 401, 200, 200, 200, 200] as const
const administrators = [401, 403, 403, 401, 403, 403, 200, 200] as const
const administratorsAdd = [401, 403, 403, 401, 403, 403, 201, 201] as const
const administratorsOne = [401, 404, 404, 401, 404, 404, 200, 200] as const

const aUser = async (testApp: TestApp) => ({ url: `/api/users/${(await added(testApp)).id}` })

export const accountRights: Record<string, Row> = {
  'GET /api/setup-checklist': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'POST /api/setup-checklist/set-aside': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'DELETE /api/setup-checklist/set-aside': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'POST /api/setup-checklist/test-message': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'POST /api/login': {
    answers: everyone(200),
    endsSession: true,
    aim: () => ({ body: { username: 'sam', password: fixturePassword } }),
  },
  'POST /api/logout': { answers: everyone(200), endsSession: true },
  'GET /api/login': { answers: everyone(302) },
  // Without a provider; with one in server/provider-sign-in/.
  'GET /api/login/provider': { answers: everyone(404) },
  'GET /api/login/provider/callback': { answers: everyone(404) },
  'POST /api/login/provider/code': { answers: everyone(404), aim: () => ({ body: { code: '123456' } }) },
  'GET /api/sessions/proof/provider': { answers: [401, 403, 403, 401, 404, 404, 404, 404] },
  'GET /api/logout': { answers: everyone(302), endsSession: true },
  'GET /api/user': { answers: signedIn },
  'GET /api/sessions': { answers: signedIn },
  'DELETE /api/sessions': { answers: signedIn },
  'DELETE /api/sessions/:id': {
    contacts: [404, 404],
    answers: [401, 200, 404, 401, 404, 404, 404, 404],
    aim: async (testApp) => ({ url: `/api/sessions/${await sessionOfAnn(testApp)}` }),
  },
  'GET /api/sessions/proof': { answers: signedIn },
  'POST /api/sessions/proof': {
    answers: [401, 400, 400, 401, 400, 400, 400, 400],
    aim: () => ({ body: { password: 'not what it is' } }),
  },
  'GET /api/push-key': { answers: signedIn },
  'GET /api/push-subscriptions': { answers: signedIn },
  'POST /api/push-subscriptions': {
    answers: [401, 201, 201, 401, 201, 201, 201, 201],
    aim: () => ({ body: pushSubscription() }),
  },
  'DELETE /api/push-subscriptions/:id': {
    contacts: [404, 404],
    answers: [401, 200, 404, 401, 404, 404, 404, 404],
    aim: async (testApp) => {
      await testApp.db.run(sql`delete from push_subscriptions`)
      return {
        url: `/api/push-subscriptions/${(await testApp.ann.post('/api/push-subscriptions', pushSubscription())).body.id}`,
      }
    },
  },
  'GET /api/passkeys': { answers: signedIn },
  'POST /api/passkeys/creation': { answers: signedIn },
  'POST /api/passkeys/challenge': { answers: everyone(200) },
  // Creating and signing are covered in server/passkeys/; the credentials here are fake.
  'POST /api/passkeys': {
    answers: [401, 400, 400, 401, 400, 400, 400, 400],
    aim: () => ({ body: { name: 'Laptop', credential: { ...madeUpBytes, attestationObject: 'oA' } } }),
  },
  'POST /api/login/passkey': {
    answers: everyone(401),
    aim: () => ({ body: { passkey: { ...madeUpBytes, authenticatorData: 'AA', signature: 'AA' } } }),
  },
  'DELETE /api/passkeys/:id': {
    contacts: [404, 404],
    answers: [401, 200, 404, 401, 404, 404, 404, 404],
    aim: async (testApp) => ({ url: `/api/passkeys/${await passkeyOfAnn(testApp)}` }),
  },
  'GET /api/second-factor': { answers: signedIn },
  'POST /api/second-factor': { answers: [401, 201, 201, 401, 201, 201, 201, 201] },
  'POST /api/second-factor/confirmation': {
    answers: [401, 400, 400, 401, 400, 400, 400, 400],
    aim: async (testApp, seat) => {
      if (seat !== 'visitor') await testApp[inRole[seat]].post('/api/second-factor')
      return { body: { code: 'not a code' } }
    },
  },
  'POST /api/second-factor/recovery-codes': {
    answers: [401, 409, 409, 401, 409, 409, 409, 409],
    aim: async (testApp) => {
      await testApp.db.run(sql`delete from passkeys`)
      return {}
    },
  },
  'DELETE /api/second-factor': { answers: [401, 409, 409, 401, 409, 409, 409, 409] },
  'GET /api/second-factor/requirement': { answers: administrators },
  'PUT /api/second-factor/requirement': { answers: administrators, aim: () => ({ body: { isRequired: false } }) },
  'DELETE /api/users/:id/second-factor': {
    answers: [401, 404, 404, 401, 404, 404, 409, 409],
    aim: async (testApp) => ({ url: `/api/users/${(await added(testApp)).id}/second-factor` }),
  },
  'GET /api/api-keys': { answers: administrators },
  'POST /api/api-keys': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: () => ({ body: apiKeyInput }),
  },
  'DELETE /api/api-keys/:id': {
    answers: administratorsOne,
    aim: async (testApp) => ({
      url: `/api/api-keys/${(await testApp.alice.post('/api/api-keys', apiKeyInput)).body.id}`,
    }),
  },
  'GET /api/webhooks': { answers: administrators },
  'POST /api/webhooks': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: () => ({ body: webhookInput }),
  },
  'GET /api/webhooks/:id': { answers: administratorsOne, aim: webhook('') },
  'PUT /api/webhooks/:id': { answers: administratorsOne, aim: webhook('', { ...webhookInput, isOn: false }) },
  'DELETE /api/webhooks/:id': { answers: administratorsOne, aim: webhook('') },
  'GET /api/webhooks/:id/deliveries': { answers: administratorsOne, aim: webhook('/deliveries') },
  'POST /api/webhooks/:id/test': { answers: administratorsOne, aim: webhook('/test') },
  'POST /api/webhooks/:id/deliveries/:deliveryId/resend': {
    answers: administratorsOne.map((status) => (status === 200 ? 409 : status)),
    aim: async (testApp) => {
      const { url } = await webhook('')(testApp)
      return { url: `${url}/deliveries/${(await testApp.alice.post(`${url}/test`)).body.id}/resend` }
    },
  },
  'GET /api/received-emails': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/received-emails/:id': { answers: inFolderOnly, aim: receivedEmail('') },
  // Nothing is in the mailbox: the portal has none.
  'POST /api/received-emails/:id/message': {
    answers: inFolderOnly.map((status) => (status === 200 ? 409 : status)),
    aim: receivedEmail('/message', (testApp) => ({ clientFolderId: testApp.folders.acme.id })),
  },
  'POST /api/received-emails/:id/dismissal': { answers: inFolderOnly, aim: receivedEmail('/dismissal') },
  'GET /api/demonstration': { answers: everyone(404) },
  'POST /api/one-time-links/look': {
    answers: everyone(200),
    aim: async (testApp) => ({ body: { token: await invitationToken(testApp), purpose: 'invitation' } }),
  },
  'POST /api/invitations/accept': {
    answers: everyone(200),
    endsSession: true,
    aim: async (testApp) => ({ body: { token: await invitationToken(testApp), password } }),
  },
  'POST /api/password/forgot': { answers: everyone(200), aim: () => ({ body: { email: newcomer().email } }) },
  'POST /api/sign-in-links': { answers: everyone(200), aim: () => ({ body: { email: newcomer().email } }) },
  'POST /api/login/link': { answers: everyone(404), aim: () => ({ body: { token: unknownToken } }) },
  'POST /api/password/reset': { answers: everyone(404), aim: () => ({ body: { token: unknownToken, password } }) },
  'PUT /api/password': {
    answers: [401, 400, 400, 401, 400, 400, 400, 400],
    aim: () => ({ body: { current: 'not what it is', password } }),
  },
  'POST /api/set-up': {
    answers: everyone(404),
    aim: () => ({ body: { token: unknownToken, ...newcomer(), password } }),
  },
  'GET /api/users': { answers: administrators },
  'GET /api/users/figures': { answers: administrators },
  'POST /api/users': { answers: administratorsAdd, aim: () => ({ body: { ...newcomer(), role: 'staff' } }) },
  'GET /api/users/csv': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'GET /api/users/:id': { answers: administratorsOne, aim: aUser },
  'PUT /api/users/:id': {
    answers: administratorsOne,
    aim: async (testApp) => ({ ...(await aUser(testApp)), body: { ...newcomer(), role: 'staff' } }),
  },
  'DELETE /api/users/:id': { answers: administratorsOne, aim: aUser },
  'GET /api/users/:id/holdings': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: `/api/users/${(await added(testApp)).id}/holdings` }),
  },
  'POST /api/users/:id/hand-over': {
    answers: administratorsOne,
    aim: async (testApp) => ({
      url: `/api/users/${(await added(testApp)).id}/hand-over`,
      body: { handOverTo: testApp.people.sue.id },
    }),
  },
  'POST /api/users/:id/invitation': {
    answers: [401, 404, 404, 401, 404, 404, 201, 201],
    aim: async (testApp) => ({ url: `/api/users/${(await added(testApp)).id}/invitation` }),
  },
  'GET /api/users/:id/sessions': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: `/api/users/${(await added(testApp)).id}/sessions` }),
  },
  'DELETE /api/users/:id/sessions': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: `/api/users/${(await added(testApp)).id}/sessions` }),
  },
  'DELETE /api/users/:id/sessions/:sessionId': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: `/api/users/${testApp.people.ann.id}/sessions/${await sessionOfAnn(testApp)}` }),
  },
  'PATCH /api/profile': {
    answers: signedIn,
    // Their own names, so that no one is renamed.
    aim: (testApp, seat) => {
      const { firstName, lastName } = testApp.people[seat === 'visitor' ? 'ann' : inRole[seat]]
      return { body: { firstName, lastName } }
    },
  },
  'POST /api/profile/email': { answers: signedIn, aim: () => ({ body: { email: newcomer().email } }) },
  'POST /api/profile/email/confirmation': {
    answers: everyone(200),
    aim: async (testApp) => ({ body: { token: await addressToken(testApp) } }),
  },
  'POST /api/impersonation': {
    // The target is not a client, so that the session is unchanged; success is covered in its own tests.
    answers: [401, 403, 403, 401, 403, 403, 409, 409],
    aim: (testApp) => ({ body: { userId: testApp.people.sam.id } }),
  },
  'DELETE /api/impersonation': { answers: [401, 409, 409, 401, 409, 409, 409, 409] },
  'GET /api/staff': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'POST /api/staff': { answers: administratorsAdd, aim: () => ({ body: newcomer() }) },
  'GET /api/access-reviews': { answers: administrators },
  'POST /api/access-reviews': {
    answers: administratorsAdd,
    aim: async ({ db }) => {
      await db.run(sql`delete from access_reviews`)
      return {}
    },
  },
  'GET /api/access-reviews/team': { answers: administrators },
  'GET /api/access-reviews/team/:id/folders': {
    answers: administratorsOne,
    aim: (testApp) => ({ url: `/api/access-reviews/team/${testApp.people.sam.id}/folders` }),
  },
  'GET /api/access-reviews/folders': { answers: administrators },
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
