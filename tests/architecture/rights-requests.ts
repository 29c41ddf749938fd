// Rows of the rights table (rights.ts) for document requests and onboarding reports, all in Acme's folder.
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

const acme = (testApp: TestApp, rest: string) => `/api/client-folders/${testApp.folders.acme.id}/${rest}`

const request = { title: 'Current employee handbook', documentType: 'handbook' }

const requestOfAcme = async (testApp: TestApp): Promise<string> =>
  `/api/document-requests/${(await testApp.sam.post(acme(testApp, 'document-requests'), request)).body.id as string}`

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const teamMakes = [401, 403, 404, 401, 201, 404, 201, 201] as const
const teamChanges = [401, 403, 404, 401, 200, 404, 200, 200] as const

const report = {
  clientNeeds: ['A handbook'],
  recommendedServices: [{ customName: 'Review', estimatedHours: 2, hourlyRate: 12_550 }],
  riskAssessment: 'Two wage complaints.',
}

const draftReport = async (testApp: TestApp): Promise<string> =>
  `/api/onboarding-reports/${(await testApp.sam.post(acme(testApp, 'onboarding-reports'), report)).body.id as string}`

const sharedReport = async (testApp: TestApp): Promise<string> => {
  const url = await draftReport(testApp)
  await testApp.sam.patch(`${url}/status`, { status: 'shared' })
  return url
}

export const requestRights: Record<string, Row> = {
  'GET /api/client-folders/:id/document-requests': {
    answers: inFolder,
    aim: (testApp) => ({ url: acme(testApp, 'document-requests') }),
  },
  'GET /api/client-folders/:id/document-requests/counts': {
    answers: inFolder,
    aim: (testApp) => ({ url: acme(testApp, 'document-requests/counts') }),
  },
  'POST /api/client-folders/:id/document-requests': {
    answers: teamMakes,
    aim: (testApp) => ({ url: acme(testApp, 'document-requests'), body: request }),
  },
  'POST /api/client-folders/:id/document-request-sets': {
    answers: teamMakes,
    aim: (testApp) => ({
      url: acme(testApp, 'document-request-sets'),
      body: { requests: [request, { title: 'Leave policy' }], description: 'For the handbook.' },
    }),
  },
  'GET /api/document-requests/:id': {
    answers: inFolder,
    aim: async (testApp) => ({ url: await requestOfAcme(testApp) }),
  },
  'PATCH /api/document-requests/:id/status': {
    answers: teamChanges,
    aim: async (testApp) => ({ url: `${await requestOfAcme(testApp)}/status`, body: { status: 'cancelled' } }),
  },

  'GET /api/client-folders/:id/onboarding-reports': {
    answers: inFolder,
    aim: (testApp) => ({ url: acme(testApp, 'onboarding-reports') }),
  },
  'POST /api/client-folders/:id/onboarding-reports': {
    answers: teamMakes,
    aim: (testApp) => ({ url: acme(testApp, 'onboarding-reports'), body: report }),
  },
  'GET /api/onboarding-reports/:id': {
    answers: inFolder,
    aim: async (testApp) => ({ url: await sharedReport(testApp) }),
  },
  'GET /api/onboarding-reports/:id/pdf': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `${await sharedReport(testApp)}/pdf` }),
  },
  // A draft does not exist for the client.
  'PUT /api/onboarding-reports/:id': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({ url: await draftReport(testApp), body: report }),
  },
  'PATCH /api/onboarding-reports/:id/status': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({ url: `${await draftReport(testApp)}/status`, body: { status: 'shared' } }),
  },
  'POST /api/onboarding-reports/:id/proposal': {
    answers: [401, 403, 404, 401, 201, 404, 201, 201],
    aim: async (testApp) => ({ url: `${await sharedReport(testApp)}/proposal`, body: { title: 'Handbook project' } }),
  },
}
