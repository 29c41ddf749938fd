// Rows of the rights table (rights.ts) for imports, and for bulk actions: Sam's, about Acme's folder.
import sql from 'sql-template-tag'
import { newId } from '../../server/kit/id.ts'
import { pdf, zip } from '../samples.ts'
import type { Caller, TestApp } from '../test-app.ts'
import { upload } from '../uploads.ts'
import type { Row } from './folder-roles.ts'

const messageToAcme = (testApp: TestApp) => ({
  kind: 'message',
  content: 'Our office is closed on Friday.',
  recipients: { folderIds: [testApp.folders.acme.id] },
})

const bulkActionOfSam = async (testApp: TestApp): Promise<string> =>
  `/api/bulk-actions/${(await testApp.sam.post('/api/bulk-actions', messageToAcme(testApp))).body.id as string}`

//                 visitor owner stranger inactive holder colleague admin master
const team = [401, 403, 403, 401, 200, 200, 200, 200] as const
const senderAndAdministrators = [401, 404, 404, 401, 200, 404, 200, 200] as const

export const bulkRights: Record<string, Row> = {
  'GET /api/bulk-actions': { answers: team },
  'GET /api/bulk-actions/recipients': { answers: team },
  'POST /api/bulk-actions': {
    answers: [401, 403, 403, 401, 201, 404, 201, 201],
    aim: (testApp) => ({ body: messageToAcme(testApp) }),
  },
  'GET /api/bulk-actions/:id': {
    answers: senderAndAdministrators,
    aim: async (testApp) => ({ url: await bulkActionOfSam(testApp) }),
  },
  'GET /api/bulk-actions/:id/items': {
    answers: senderAndAdministrators,
    aim: async (testApp) => ({ url: `${await bulkActionOfSam(testApp)}/items` }),
  },
  'GET /api/bulk-actions/:id/csv': {
    answers: senderAndAdministrators,
    aim: async (testApp) => ({ url: `${await bulkActionOfSam(testApp)}/csv` }),
  },
  'PATCH /api/bulk-actions/:id/status': {
    answers: senderAndAdministrators,
    aim: async (testApp) => ({ url: `${await bulkActionOfSam(testApp)}/status`, body: { status: 'stopped' } }),
  },
}

/** The cells exceed the limit of one person, so the count starts again. */
const uploaded = async (testApp: TestApp): Promise<string> => {
  await testApp.db.run(sql`delete from rate_limits`)
  const { body } = await testApp.alice.send({
    method: 'POST',
    url: '/api/client-imports',
    headers: { 'content-type': 'text/csv' },
    payload: `Business name,Email,Consultant\nOak ${newId()},${newId()}@example.com,sam@example.com\n`,
  })
  return `/api/client-imports/${body.id as string}`
}

/** An uploaded ZIP, whose upload doesn’t count toward the limit of one person. */
async function zipOf(testApp: TestApp, sender: Caller) {
  const caller = sender === testApp.mona ? sender : testApp.alice
  await testApp.db.run(sql`delete from rate_limits`)
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days' where claimed_at is not null`)
  const { documentURL } = await upload(caller, zip([{ name: 'Lease.pdf', content: pdf(newId()) }]))
  return { documentURL, fileName: 'Files.zip', clientFolderId: testApp.folders.acme.id }
}

const uploadedZip = async (testApp: TestApp): Promise<string> => {
  const { body } = await testApp.alice.post('/api/document-imports', await zipOf(testApp, testApp.alice))
  return `/api/document-imports/${body.id as string}`
}

const administrators = [401, 403, 403, 401, 403, 403, 200, 200] as const
const administratorsOne = [401, 404, 404, 401, 404, 404, 200, 200] as const

export const importRights: Record<string, Row> = {
  'GET /api/client-imports': { answers: administrators },
  // Its body is a file; an empty one is refused.
  'POST /api/client-imports': { answers: [401, 403, 403, 401, 403, 403, 400, 400] },
  'GET /api/client-imports/:id': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: await uploaded(testApp) }),
  },
  'GET /api/client-imports/:id/rows': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: `${await uploaded(testApp)}/rows` }),
  },
  'GET /api/client-imports/:id/csv': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: `${await uploaded(testApp)}/csv` }),
  },
  'PUT /api/client-imports/:id': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: await uploaded(testApp), body: { mapping: { name: 0 }, defaultLeadId: null } }),
  },
  'POST /api/client-imports/:id/start': {
    answers: [401, 404, 404, 401, 404, 404, 201, 201],
    aim: async (testApp) => ({ url: `${await uploaded(testApp)}/start`, body: { invites: false } }),
  },
  'POST /api/client-imports/:id/stop': {
    answers: administratorsOne,
    aim: async (testApp) => {
      const url = await uploaded(testApp)
      await testApp.alice.post(`${url}/start`, { invites: false })
      return { url: `${url}/stop` }
    },
  },
  'DELETE /api/client-imports/:id': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: await uploaded(testApp) }),
  },
  'GET /api/document-imports': { answers: administrators },
  'POST /api/document-imports': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: async (testApp, _role, sender = testApp.alice) => ({ body: await zipOf(testApp, sender) }),
  },
  'GET /api/document-imports/:id': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: await uploadedZip(testApp) }),
  },
  'GET /api/document-imports/:id/rows': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: `${await uploadedZip(testApp)}/rows` }),
  },
  'GET /api/document-imports/:id/csv': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: `${await uploadedZip(testApp)}/csv` }),
  },
  'POST /api/document-imports/:id/start': {
    answers: [401, 404, 404, 401, 404, 404, 201, 201],
    aim: async (testApp) => ({ url: `${await uploadedZip(testApp)}/start` }),
  },
  'POST /api/document-imports/:id/stop': {
    answers: administratorsOne,
    aim: async (testApp) => {
      const url = await uploadedZip(testApp)
      await testApp.alice.post(`${url}/start`)
      return { url: `${url}/stop` }
    },
  },
  'DELETE /api/document-imports/:id': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: await uploadedZip(testApp) }),
  },
}
