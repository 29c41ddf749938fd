// The rows of the rights table (rights.ts) about signing, declining, and the papers that come of it.
import sql from 'sql-template-tag'
import { deliveriesStored } from '../../server/signatures/deliveries.ts'
import { contractInput } from '../contracts.ts'
import { addDocument } from '../uploads.ts'
import { castPassword, type World } from '../world.ts'
import type { Row } from './seats.ts'

/** The cells make more uploads than a person may; earlier ones count as yesterday's. */
const rested = async (world: World) => {
  await world.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  return world
}

const typed = { consent: true, kind: 'typed', name: 'Ann Keller', password: castPassword }

/** A document that waits for Ann's signature, and that she has opened. */
async function openedDocument(world: World): Promise<string> {
  const more = { requiresSignature: true }
  const { body } = await addDocument((await rested(world)).sam, world.folders.acme.id, more)
  await world.ann.get(body.objectPath)
  await deliveriesStored(world.people.ann.id)
  return `/api/documents/${body.id}`
}

async function sealedDocument(world: World): Promise<string> {
  const path = await openedDocument(world)
  await world.ann.post(`${path}/signature`, typed)
  await world.runJobs()
  return path
}

/** A contract that waits for Ann's signature, and that she has opened. */
async function openedContract(world: World): Promise<string> {
  const { body } = await world.alice.post('/api/contracts', contractInput(world))
  await world.ann.get(`/api/contracts/${body.id}/pdf`)
  await deliveriesStored(world.people.ann.id)
  return `/api/contracts/${body.id}`
}

//                   visitor owner stranger inactive holder colleague admin master
const onlyTheClient = [401, 201, 404, 401, 403, 404, 403, 403] as const
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const

export const signatureRights: Record<string, Row> = {
  'POST /api/documents/:id/signature': {
    answers: onlyTheClient,
    contacts: [403, 404],
    aim: async (world) => ({ url: `${await openedDocument(world)}/signature`, body: typed }),
  },
  'POST /api/documents/:id/refusal': {
    answers: onlyTheClient,
    contacts: [403, 404],
    aim: async (world) => ({ url: `${await openedDocument(world)}/refusal`, body: { reason: 'Wrong date.' } }),
  },
  'POST /api/contracts/:id/signature': {
    answers: onlyTheClient,
    contacts: [403, 404],
    aim: async (world) => ({ url: `${await openedContract(world)}/signature`, body: typed }),
  },
  'POST /api/contracts/:id/refusal': {
    answers: onlyTheClient,
    contacts: [403, 404],
    aim: async (world) => ({ url: `${await openedContract(world)}/refusal`, body: { reason: 'Too dear.' } }),
  },
  'GET /api/documents/:id/signed': {
    answers: inFolder,
    aim: async (world) => ({ url: `${await sealedDocument(world)}/signed` }),
  },
  'GET /api/documents/:id/certificate': {
    answers: inFolder,
    aim: async (world) => ({ url: `${await sealedDocument(world)}/certificate` }),
  },
}
