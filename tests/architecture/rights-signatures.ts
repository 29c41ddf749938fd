// Rows of the rights table (rights.ts) for signing, declining, and the resulting PDFs.
import sql from 'sql-template-tag'
import { deliveriesStored } from '../../server/signatures/deliveries.ts'
import { contractInput } from '../contracts.ts'
import { addDocument } from '../uploads.ts'
import { fixturePassword, type TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

/** The cells exceed a person's upload limit, so earlier uploads are moved to yesterday. */
const rested = async (testApp: TestApp) => {
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  return testApp
}

const typed = { consent: true, kind: 'typed', name: 'Ann Keller', password: fixturePassword }

/** A document waiting for Ann's signature, which she has opened. */
async function openedDocument(testApp: TestApp): Promise<string> {
  const more = { requiresSignature: true }
  const { body } = await addDocument((await rested(testApp)).sam, testApp.folders.acme.id, more)
  await testApp.ann.get(body.objectPath)
  await deliveriesStored(testApp.people.ann.id)
  return `/api/documents/${body.id}`
}

async function sealedDocument(testApp: TestApp): Promise<string> {
  const path = await openedDocument(testApp)
  await testApp.ann.post(`${path}/signature`, typed)
  await testApp.runJobs('seal-signature')
  return path
}

/** A contract waiting for Ann's signature, which she has opened. */
async function openedContract(testApp: TestApp): Promise<string> {
  const { body } = await testApp.alice.post('/api/contracts', contractInput(testApp))
  await testApp.ann.get(`/api/contracts/${body.id}/pdf`)
  await deliveriesStored(testApp.people.ann.id)
  return `/api/contracts/${body.id}`
}

/** A contract of Acme's, signed by Ann and sealed. */
async function sealedContract(testApp: TestApp): Promise<string> {
  const path = await openedContract(testApp)
  await testApp.ann.post(`${path}/signature`, typed)
  await testApp.runJobs('seal-signature')
  return path
}

let count = 0

/** Someone else who may sign for Acme. Earlier ones are removed, so that the folder does not fill up. */
async function otherSigner(testApp: TestApp): Promise<string> {
  // Inviting someone needs a recent reauthentication and is limited by the hour, whatever the tests before did.
  await testApp.db.run(sql`delete from rate_limits`)
  await testApp.db.run(sql`update sessions set reauthenticated_at = ${testApp.db.now}`)
  await testApp.db.run(sql`delete from folder_contacts where name = 'Ben Ortiz'`)
  const person = {
    name: 'Ben Ortiz',
    email: `ben-${++count}@acme.example`,
    money: true,
    documents: true,
    messages: true,
    sign: true,
  }
  const answer = await testApp.alice.post(`/api/client-folders/${testApp.folders.acme.id}/contacts`, person)
  if (answer.status !== 201) throw new Error(`The contact was not added: ${answer.text}`)
  return answer.body.userId
}

const annAlone = (testApp: TestApp) => ({ signers: [{ userId: testApp.people.ann.id, position: 1 }], signBy: null })

//                   visitor owner stranger inactive holder colleague admin master
const onlyTheClient = [401, 201, 404, 401, 403, 404, 403, 403] as const
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const

export const signatureRights: Record<string, Row> = {
  'POST /api/documents/:id/signature': {
    answers: onlyTheClient,
    contacts: [403, 404],
    aim: async (testApp) => ({ url: `${await openedDocument(testApp)}/signature`, body: typed }),
  },
  'POST /api/documents/:id/refusal': {
    answers: onlyTheClient,
    contacts: [403, 404],
    aim: async (testApp) => ({ url: `${await openedDocument(testApp)}/refusal`, body: { reason: 'Wrong date.' } }),
  },
  'POST /api/contracts/:id/signature': {
    answers: onlyTheClient,
    contacts: [403, 404],
    aim: async (testApp) => ({ url: `${await openedContract(testApp)}/signature`, body: typed }),
  },
  'POST /api/contracts/:id/refusal': {
    answers: onlyTheClient,
    contacts: [403, 404],
    aim: async (testApp) => ({ url: `${await openedContract(testApp)}/refusal`, body: { reason: 'Too expensive.' } }),
  },
  'PUT /api/contracts/:id/signers': {
    answers: [401, 403, 404, 401, 403, 404, 200, 200],
    aim: async (testApp) => ({ url: `${await openedContract(testApp)}/signers`, body: annAlone(testApp) }),
  },
  'PUT /api/documents/:id/signers': {
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({ url: `${await openedDocument(testApp)}/signers`, body: annAlone(testApp) }),
  },
  'POST /api/contracts/:id/delegation': {
    answers: onlyTheClient,
    contacts: [403, 404],
    aim: async (testApp) => ({
      url: `${await openedContract(testApp)}/delegation`,
      body: { userId: await otherSigner(testApp) },
    }),
  },
  'POST /api/documents/:id/delegation': {
    answers: onlyTheClient,
    contacts: [403, 404],
    aim: async (testApp) => ({
      url: `${await openedDocument(testApp)}/delegation`,
      body: { userId: await otherSigner(testApp) },
    }),
  },
  'GET /api/client-folders/:id/possible-signers': {
    answers: inFolder,
    contacts: [403, 404],
    aim: (testApp) => ({ url: `/api/client-folders/${testApp.folders.acme.id}/possible-signers?for=contracts` }),
  },
  'GET /api/contracts/:id/certificate': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `${await sealedContract(testApp)}/certificate` }),
  },
  'GET /api/documents/:id/signed': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `${await sealedDocument(testApp)}/signed` }),
  },
  'GET /api/documents/:id/certificate': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `${await sealedDocument(testApp)}/certificate` }),
  },
}
