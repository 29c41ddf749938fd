// The rows of the rights table (rights.ts) about files: their upload, whole or in parts, and the documents they become.
import sql from 'sql-template-tag'
import { pdf } from '../samples.ts'
import { addDocument, putBytes, registration, upload } from '../uploads.ts'
import type { World } from '../world.ts'
import type { Row } from './seats.ts'

/** The cells make more uploads than a person may; earlier ones count as yesterday's. */
const rested = async (world: World) => {
  await world.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  return world
}

const restedThen = async <T>(world: World, aim: T): Promise<T> => {
  await rested(world)
  return aim
}

const acme = (world: World) => world.folders.acme.id

const documentOfAcme = async (world: World): Promise<string> =>
  (await addDocument((await rested(world)).sam, acme(world))).body.id

const addressOfSam = async (world: World): Promise<string> =>
  (await (await rested(world)).sam.post('/api/objects/upload')).body.uploadURL

const base = '/api/companion/s3/multipart'

const partsOfSam = async (world: World) => {
  const { uploadId, key } = (await (await rested(world)).sam.post(base, { filename: 'a.pdf' })).body
  const query = `?key=${key}`
  const url: string = (await world.sam.get(`${base}/${uploadId}/1${query}`)).body.url
  return { id: uploadId as string, query, url }
}

const joinedPartsOfSam = async (world: World) => {
  const { id, query, url } = await partsOfSam(world)
  const { headers } = await putBytes(world.sam, url, pdf())
  return { url: `${base}/${id}/complete${query}`, body: { parts: [{ PartNumber: 1, ETag: headers.etag }] } }
}

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const everyoneCreates = [401, 201, 201, 401, 201, 201, 201, 201] as const
const onlyWhoBegan = [401, 404, 404, 401, 200, 404, 404, 404] as const
const whoeverHasTheAddress = [200, 200, 200, 200, 200, 200, 200, 200] as const
const nobody = [401, 501, 501, 401, 501, 501, 501, 501] as const

export const documentRights: Record<string, Row> = {
  'POST /api/objects/upload': { answers: everyoneCreates, aim: (world) => restedThen(world, {}) },
  'PUT /api/objects/upload/:id': {
    answers: whoeverHasTheAddress,
    aim: async (world) => ({ url: await addressOfSam(world), body: {} }),
  },
  'PUT /api/objects/upload/:id/parts/:number': {
    answers: whoeverHasTheAddress,
    aim: async (world) => ({ url: (await partsOfSam(world)).url, body: {} }),
  },

  'PUT /api/documents': {
    answers: [401, 201, 400, 401, 201, 400, 201, 201],
    aim: async (world, _seat, sender = world.alice) => {
      const caller = sender.cookie === null || sender === world.ivan ? world.sam : sender
      const { documentURL } = await upload(await restedThen(world, caller), pdf())
      return { body: { documentURL, ...registration(acme(world), 'a.pdf', pdf()) } }
    },
  },
  'GET /api/client-folders/:id/documents': {
    answers: inFolder,
    aim: (world) => ({ url: `/api/client-folders/${acme(world)}/documents` }),
  },
  'GET /api/documents/:id': {
    answers: inFolder,
    aim: async (world) => ({ url: `/api/documents/${await documentOfAcme(world)}` }),
  },
  'GET /api/documents/:id/file': {
    answers: inFolder,
    aim: async (world) => ({ url: `/api/documents/${await documentOfAcme(world)}/file` }),
  },
  'PATCH /api/documents/:id': {
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: async (world) => ({
      url: `/api/documents/${await documentOfAcme(world)}`,
      body: { requiresSignature: true },
    }),
  },

  'GET /api/companion/s3/params': { answers: everyone, aim: (world) => restedThen(world, {}) },
  'POST /api/companion/s3/multipart': {
    answers: everyoneCreates,
    aim: (world) => restedThen(world, { body: { filename: 'a.pdf' } }),
  },
  'GET /api/companion/s3/multipart/:id': {
    answers: onlyWhoBegan,
    aim: async (world) => {
      const { id, query } = await partsOfSam(world)
      return { url: `${base}/${id}${query}` }
    },
  },
  'GET /api/companion/s3/multipart/:id/:number': {
    answers: onlyWhoBegan,
    aim: async (world) => {
      const { id, query } = await partsOfSam(world)
      return { url: `${base}/${id}/2${query}` }
    },
  },
  'POST /api/companion/s3/multipart/:id/complete': { answers: onlyWhoBegan, aim: joinedPartsOfSam },
  'DELETE /api/companion/s3/multipart/:id': {
    answers: onlyWhoBegan,
    aim: async (world) => {
      const { id, query } = await partsOfSam(world)
      return { url: `${base}/${id}${query}` }
    },
  },
  'GET /api/companion/s3/sts': { answers: nobody },
  'GET /api/companion/api/:token': { answers: nobody, aim: () => ({ url: '/api/companion/api/abc' }) },
}
