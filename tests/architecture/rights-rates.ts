// Rows of the rights table (rights.ts) for rate cards.
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

const card = {
  serviceName: 'Handbook review',
  description: 'Read and marked.',
  serviceType: 'hr-consulting',
  hourlyRate: 12_550,
}

const rate = async (testApp: TestApp): Promise<string> =>
  `/api/service-rates/${(await testApp.alice.post('/api/service-rates', card)).body.id as string}`

//                 visitor owner stranger inactive holder colleague admin master
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const teamReads = [401, 404, 404, 401, 200, 200, 200, 200] as const

export const rateRights: Record<string, Row> = {
  'GET /api/service-rates': { answers: everyone },
  'GET /api/service-rates/csv': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/service-rates/:id': { answers: everyone, aim: async (testApp) => ({ url: await rate(testApp) }) },
  'GET /api/service-rates/:id/history': {
    answers: teamReads,
    aim: async (testApp) => ({ url: `${await rate(testApp)}/history` }),
  },
  'POST /api/service-rates': { answers: [401, 403, 403, 401, 403, 403, 201, 201], aim: () => ({ body: card }) },
  'PUT /api/service-rates/:id': {
    answers: [401, 403, 403, 401, 403, 403, 200, 200],
    aim: async (testApp) => ({ url: await rate(testApp), body: card }),
  },
}
