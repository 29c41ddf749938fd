// The rows of the rights table (rights.ts) about rate cards.
import type { World } from '../world.ts'
import type { Row } from './seats.ts'

const card = {
  serviceName: 'Handbook review',
  description: 'Read and marked.',
  serviceType: 'hr-consulting',
  hourlyRate: 12_550,
}

const rate = async (world: World): Promise<string> =>
  `/api/service-rates/${(await world.alice.post('/api/service-rates', card)).body.id as string}`

//                 visitor owner stranger inactive holder colleague admin master
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const teamReads = [401, 404, 404, 401, 200, 200, 200, 200] as const

export const rateRights: Record<string, Row> = {
  'GET /api/service-rates': { answers: everyone },
  'GET /api/service-rates/csv': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/service-rates/:id': { answers: everyone, aim: async (world) => ({ url: await rate(world) }) },
  'GET /api/service-rates/:id/history': {
    answers: teamReads,
    aim: async (world) => ({ url: `${await rate(world)}/history` }),
  },
  'POST /api/service-rates': { answers: [401, 403, 403, 401, 403, 403, 201, 201], aim: () => ({ body: card }) },
  'PUT /api/service-rates/:id': {
    answers: [401, 403, 403, 401, 403, 403, 200, 200],
    aim: async (world) => ({ url: await rate(world), body: card }),
  },
}
