// Rows of the rights table (rights.ts) for files: uploads, single or multipart, and the documents they become.
import sql from 'sql-template-tag'
import { pdf } from '../samples.ts'
import { addDocument, putBytes, registration, upload } from '../uploads.ts'
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

/** The cells exceed a person's upload limit, so earlier uploads are moved to yesterday. */
const rested = async (testApp: TestApp) => {
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  return testApp
}

const restedThen = async <T>(testApp: TestApp, aim: T): Promise<T> => {
  await rested(testApp)
  return aim
}

const acme = (testApp: TestApp) => testApp.folders.acme.id

const documentOfAcme = async (testApp: TestApp): Promise<string> =>
  (await addDocument((await rested(testApp)).sam, acme(testApp))).body.id

const addressOfSam = async (testApp: TestApp): Promise<string> =>
  (await (await rested(testApp)).sam.post('/api/objects/upload')).body.uploadURL

const base = '/api/companion/s3/multipart'

const partsOfSam = async (testApp: TestApp) => {
  const { uploadId, key } = (await (await rested(testApp)).sam.post(base, { filename: 'a.pdf' })).body
  const query = `?key=${key}`
  const url: string = (await testApp.sam.get(`${base}/${uploadId}/1${query}`)).body.url
  return { id: uploadId as string, query, url }
}

const joinedPartsOfSam = async (testApp: TestApp) => {
  const { id, query, url } = await partsOfSam(testApp)
  const { headers } = await putBytes(testApp.sam, url, pdf())
  return { url: `${base}/${id}/complete${query}`, body: { parts: [{ PartNumber: 1, ETag: headers.etag }] } }
}

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const everyoneCreates = [401, 201, 201, 401, 201, 201, 201, 201] as const
const onlyWhoBegan = [401, 404, 404, 401, 200, 404, 404, 404] as const
const anyoneWithTheAddress = [200, 200, 200, 200, 200, 200, 200, 200] as const
const notSupported = [401, 501, 501, 401, 501, 501, 501, 501] as const

export const documentRights: Record<string, Row> = {
  'POST /api/documents/:id/withdrawal': {
    // The client can withdraw only their own uploads.
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({
      url: `/api/documents/${await documentOfAcme(testApp)}/withdrawal`,
      body: { reason: 'Wrong folder' },
    }),
  },
  'GET /api/client-folders/:id/withdrawn-documents': {
    answers: inFolder,
    aim: (testApp) => ({ url: `/api/client-folders/${acme(testApp)}/withdrawn-documents` }),
  },
  'POST /api/objects/upload': { answers: everyoneCreates, aim: (testApp) => restedThen(testApp, {}) },
  'PUT /api/objects/upload/:id': {
    answers: anyoneWithTheAddress,
    aim: async (testApp) => ({ url: await addressOfSam(testApp), body: {} }),
  },
  'PUT /api/objects/upload/:id/parts/:number': {
    answers: anyoneWithTheAddress,
    aim: async (testApp) => ({ url: (await partsOfSam(testApp)).url, body: {} }),
  },

  'PUT /api/documents': {
    answers: [401, 201, 400, 401, 201, 400, 201, 201],
    aim: async (testApp, _seat, sender = testApp.alice) => {
      const caller = sender.cookie === null || sender === testApp.ivan ? testApp.sam : sender
      const { documentURL } = await upload(await restedThen(testApp, caller), pdf())
      return { body: { documentURL, ...registration(acme(testApp), 'a.pdf', pdf()) } }
    },
  },
  'GET /api/client-folders/:id/documents': {
    answers: inFolder,
    aim: (testApp) => ({ url: `/api/client-folders/${acme(testApp)}/documents` }),
  },
  'GET /api/client-folders/:id/documents/figures': {
    answers: inFolder,
    aim: (testApp) => ({ url: `/api/client-folders/${acme(testApp)}/documents/figures` }),
  },
  'POST /api/documents/:id/versions': {
    // The client can replace only their own uploads.
    answers: [401, 403, 404, 401, 201, 404, 201, 201],
    aim: async (testApp, _seat, sender = testApp.alice) => {
      const id = await documentOfAcme(testApp)
      const caller = sender.cookie === null || sender === testApp.ivan ? testApp.sam : sender
      const { documentURL } = await upload(await restedThen(testApp, caller), pdf())
      const { clientFolderId: _, ...file } = registration(acme(testApp), 'a.pdf', pdf())
      return { url: `/api/documents/${id}/versions`, body: { documentURL, ...file } }
    },
  },
  'GET /api/documents/:id/versions': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/documents/${await documentOfAcme(testApp)}/versions` }),
  },
  'PATCH /api/documents/:id/subfolder': {
    answers: inFolder,
    aim: async (testApp) => ({
      url: `/api/documents/${await documentOfAcme(testApp)}/subfolder`,
      body: { subfolder: 'Policies' },
    }),
  },
  'PATCH /api/documents/:id/tags': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({
      url: `/api/documents/${await documentOfAcme(testApp)}/tags`,
      body: { tags: ['Payroll'] },
    }),
  },
  'PATCH /api/documents/:id/expiration': {
    // The client can set the date only of their own uploads.
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({
      url: `/api/documents/${await documentOfAcme(testApp)}/expiration`,
      body: { expiresOn: '2027-06-03' },
    }),
  },
  'PATCH /api/documents/:id/visibility': {
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({
      url: `/api/documents/${await documentOfAcme(testApp)}/visibility`,
      body: { visibility: 'team-only' },
    }),
  },
  'PATCH /api/client-folders/:id/subfolders': {
    answers: inFolder,
    aim: async (testApp) => {
      const id = await documentOfAcme(testApp)
      await testApp.sam.patch(`/api/documents/${id}/subfolder`, { subfolder: 'Policies' })
      return { url: `/api/client-folders/${acme(testApp)}/subfolders`, body: { name: 'Policies', newName: 'policies' } }
    },
  },
  'GET /api/client-folders/:id/documents/zip': {
    answers: inFolder,
    aim: async (testApp) => ({
      url: `/api/client-folders/${acme(testApp)}/documents/zip?ids=${await documentOfAcme(testApp)}`,
    }),
  },
  'GET /api/documents/:id': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/documents/${await documentOfAcme(testApp)}` }),
  },
  'GET /api/documents/:id/file': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/documents/${await documentOfAcme(testApp)}/file` }),
  },
  'PATCH /api/documents/:id': {
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({
      url: `/api/documents/${await documentOfAcme(testApp)}`,
      body: { requiresSignature: true },
    }),
  },

  'GET /api/companion/s3/params': { answers: everyone, aim: (testApp) => restedThen(testApp, {}) },
  'POST /api/companion/s3/multipart': {
    answers: everyoneCreates,
    aim: (testApp) => restedThen(testApp, { body: { filename: 'a.pdf' } }),
  },
  'GET /api/companion/s3/multipart/:id': {
    answers: onlyWhoBegan,
    aim: async (testApp) => {
      const { id, query } = await partsOfSam(testApp)
      return { url: `${base}/${id}${query}` }
    },
  },
  'GET /api/companion/s3/multipart/:id/:number': {
    answers: onlyWhoBegan,
    aim: async (testApp) => {
      const { id, query } = await partsOfSam(testApp)
      return { url: `${base}/${id}/2${query}` }
    },
  },
  'POST /api/companion/s3/multipart/:id/complete': { answers: onlyWhoBegan, aim: joinedPartsOfSam },
  'DELETE /api/companion/s3/multipart/:id': {
    answers: onlyWhoBegan,
    aim: async (testApp) => {
      const { id, query } = await partsOfSam(testApp)
      return { url: `${base}/${id}${query}` }
    },
  },
  'GET /api/companion/s3/sts': { answers: notSupported },
  'GET /api/companion/api/:token': { answers: notSupported, aim: () => ({ url: '/api/companion/api/abc' }) },
}
