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

const report = {
  clientNeeds: ['A handbook'],
  recommendedServices: [{ customName: 'Review', estimatedHours: 2, hourlyRate: 12_550 }],
  riskAssessment: 'Two wage complaints.',
}

const draftReport = async (world: World): Promise<string> =>
  `/api/onboarding-reports/${(await world.sam.post(acme(world, 'onboarding-reports'), report)).body.id as string}`

const sharedReport = async (world: World): Promise<string> => {
  const url = await draftReport(world)
  await world.sam.patch(`${url}/status`, { status: 'shared' })
  return url
}

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

  'GET /api/client-folders/:id/onboarding-reports': {
    answers: inFolder,
    aim: (world) => ({ url: acme(world, 'onboarding-reports') }),
  },
  'POST /api/client-folders/:id/onboarding-reports': {
    answers: teamMakes,
    aim: (world) => ({ url: acme(world, 'onboarding-reports'), body: report }),
  },
  'GET /api/onboarding-reports/:id': { answers: inFolder, aim: async (world) => ({ url: await sharedReport(world) }) },
  'GET /api/onboarding-reports/:id/pdf': {
    answers: inFolder,
    aim: async (world) => ({ url: `${await sharedReport(world)}/pdf` }),
  },
  // To the client a draft is not there.
  'PUT /api/onboarding-reports/:id': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (world) => ({ url: await draftReport(world), body: report }),
  },
  'PATCH /api/onboarding-reports/:id/status': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (world) => ({ url: `${await draftReport(world)}/status`, body: { status: 'shared' } }),
  },
  'POST /api/onboarding-reports/:id/proposal': {
    answers: [401, 403, 404, 401, 201, 404, 201, 201],
    aim: async (world) => ({ url: `${await sharedReport(world)}/proposal`, body: { title: 'Handbook project' } }),
  },
}
