// The rows of the rights table (rights.ts) about proposals, all in Acme's folder.
import type { World } from '../world.ts'
import type { Row } from './seats.ts'

const body = (world: World) => ({
  clientFolderId: world.folders.acme.id,
  title: 'Handbook project',
  description: 'A first handbook.',
  services: [{ customName: 'Review', estimatedHours: 2, hourlyRate: 12_550 }],
  validUntil: '2099-12-31',
})

const draft = async (world: World): Promise<string> =>
  `/api/proposals/${(await world.sam.post('/api/proposals', body(world))).body.id as string}`

export const sentProposal = async (world: World): Promise<string> => {
  const url = await draft(world)
  await world.sam.patch(`${url}/status`, { status: 'sent' })
  return url
}

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const

export const proposalRights: Record<string, Row> = {
  'GET /api/proposals': { answers: everyone },
  'GET /api/proposals/csv': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/proposals/:id': { answers: inFolder, aim: async (world) => ({ url: await sentProposal(world) }) },
  'GET /api/proposals/:id/pdf': {
    answers: inFolder,
    aim: async (world) => ({ url: `${await sentProposal(world)}/pdf` }),
  },
  // A folder that one may not see is a mistake in the body.
  'POST /api/proposals': {
    answers: [401, 403, 403, 401, 201, 400, 201, 201],
    aim: (world) => ({ body: body(world) }),
  },
  // To the client a draft is not there.
  'PUT /api/proposals/:id': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (world) => ({ url: await draft(world), body: body(world) }),
  },
  'PATCH /api/proposals/:id/status': {
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: async (world) => ({ url: `${await sentProposal(world)}/status`, body: { status: 'withdrawn' } }),
  },
  'POST /api/proposals/:id/revision': {
    answers: [401, 403, 404, 401, 201, 404, 201, 201],
    aim: async (world) => ({ url: `${await sentProposal(world)}/revision` }),
  },
}
