// Rows of the rights table (rights.ts) for proposals, all in Acme's folder.
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

const body = (testApp: TestApp) => ({
  clientFolderId: testApp.folders.acme.id,
  title: 'Handbook project',
  description: 'A first handbook.',
  services: [{ customName: 'Review', estimatedHours: 2, hourlyRate: 12_550 }],
  validUntil: '2099-12-31',
})

const draft = async (testApp: TestApp): Promise<string> =>
  `/api/proposals/${(await testApp.sam.post('/api/proposals', body(testApp))).body.id as string}`

export const sentProposal = async (testApp: TestApp): Promise<string> => {
  const url = await draft(testApp)
  await testApp.sam.patch(`${url}/status`, { status: 'sent' })
  return url
}

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const

export const proposalRights: Record<string, Row> = {
  'GET /api/proposals': { answers: everyone },
  'GET /api/proposals/csv': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/proposals/:id': { answers: inFolder, aim: async (testApp) => ({ url: await sentProposal(testApp) }) },
  'GET /api/proposals/:id/pdf': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `${await sentProposal(testApp)}/pdf` }),
  },
  // An invisible folder is reported as an error in the body.
  'POST /api/proposals': {
    answers: [401, 403, 403, 401, 201, 400, 201, 201],
    aim: (testApp) => ({ body: body(testApp) }),
  },
  // A draft does not exist for the client.
  'PUT /api/proposals/:id': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({ url: await draft(testApp), body: body(testApp) }),
  },
  'PATCH /api/proposals/:id/status': {
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({ url: `${await sentProposal(testApp)}/status`, body: { status: 'withdrawn' } }),
  },
  'POST /api/proposals/:id/opening': {
    answers: [401, 200, 404, 401, 403, 404, 403, 403],
    aim: async (testApp) => ({ url: `${await sentProposal(testApp)}/opening` }),
  },
  'POST /api/proposals/:id/revision': {
    answers: [401, 403, 404, 401, 201, 404, 201, 201],
    aim: async (testApp) => ({ url: `${await sentProposal(testApp)}/revision` }),
  },
}
