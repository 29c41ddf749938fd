// The rows of the rights table (rights.ts) about document requests and onboarding reports, all in Acme's folder.
import type { World } from '../world.ts'
import type { Row } from './seats.ts'

const acme = (world: World, rest: string) => `/api/client-folders/${world.folders.acme.id}/${rest}`

const request = { title: 'Current employee handbook', documentType: 'handbook' }

const requestOfAcme = async (world: World): Promise<string> =>
  `/api/document-requests/${(await world.sam.post(acme(world, 'document-requests'), request)).body.id as string}`

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const teamMakes = [401, 403, 404, 401, 201, 404, 201, 201] as const
const teamChanges = [401, 403, 404, 401, 200, 404, 200, 200] as const

export const requestRights: Record<string, Row> = {
  'GET /api/client-folders/:id/document-requests': {
    answers: inFolder,
    aim: (world) => ({ url: acme(world, 'document-requests') }),
  },
  'GET /api/client-folders/:id/document-requests/counts': {
    answers: inFolder,
    aim: (world) => ({ url: acme(world, 'document-requests/counts') }),
  },
  'POST /api/client-folders/:id/document-requests': {
    answers: teamMakes,
    aim: (world) => ({ url: acme(world, 'document-requests'), body: request }),
  },
  'POST /api/client-folders/:id/document-request-sets': {
    answers: teamMakes,
    aim: (world) => ({
      url: acme(world, 'document-request-sets'),
      body: { requests: [request, { title: 'Leave policy' }], description: 'For the handbook.' },
    }),
  },
  'GET /api/document-requests/:id': { answers: inFolder, aim: async (world) => ({ url: await requestOfAcme(world) }) },
  'PATCH /api/document-requests/:id/status': {
    answers: teamChanges,
    aim: async (world) => ({ url: `${await requestOfAcme(world)}/status`, body: { status: 'cancelled' } }),
  },
}
