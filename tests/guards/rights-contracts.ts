// The rows of the rights table (rights.ts) about contracts.
import { approvedProposal, contractInput } from '../contracts.ts'
import type { World } from '../world.ts'
import type { Row } from './seats.ts'

const contractOfAcme = async (world: World): Promise<string> =>
  (await world.alice.post('/api/contracts', contractInput(world))).body.id

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const administratorsInFolder = [401, 403, 404, 401, 403, 404, 200, 200] as const

export const contractRights: Record<string, Row> = {
  'GET /api/contracts': { answers: everyone },
  'POST /api/contracts': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: (world) => ({ body: contractInput(world) }),
  },
  'GET /api/contracts/csv': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/contracts/:id': {
    answers: inFolder,
    aim: async (world) => ({ url: `/api/contracts/${await contractOfAcme(world)}` }),
  },
  'PUT /api/contracts/:id': {
    answers: administratorsInFolder,
    aim: async (world) => ({ url: `/api/contracts/${await contractOfAcme(world)}`, body: contractInput(world) }),
  },
  'PATCH /api/contracts/:id/status': {
    answers: administratorsInFolder,
    aim: async (world) => ({
      url: `/api/contracts/${await contractOfAcme(world)}/status`,
      body: { status: 'cancelled', reason: 'Another one takes its place.' },
    }),
  },
  'GET /api/contracts/:id/pdf': {
    answers: inFolder,
    aim: async (world) => ({ url: `/api/contracts/${await contractOfAcme(world)}/pdf` }),
  },
  'POST /api/proposals/:id/contract': {
    answers: [401, 403, 404, 401, 403, 404, 201, 201],
    aim: async (world) => ({
      url: `/api/proposals/${await approvedProposal(world)}/contract`,
      body: { clientName: 'Ann Keller' },
    }),
  },
}
