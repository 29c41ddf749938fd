// Rows of the rights table (rights.ts) for contracts.
import { approvedProposal, contractInput, signedContract } from '../contracts.ts'
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

const contractOfAcme = async (testApp: TestApp): Promise<string> =>
  (await testApp.alice.post('/api/contracts', contractInput(testApp))).body.id

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const administratorsInFolder = [401, 403, 404, 401, 403, 404, 200, 200] as const

export const contractRights: Record<string, Row> = {
  'GET /api/contracts': { answers: everyone },
  'POST /api/contracts': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: (testApp) => ({ body: contractInput(testApp) }),
  },
  'GET /api/contracts/csv': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/contracts/:id': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/contracts/${await contractOfAcme(testApp)}` }),
  },
  'PUT /api/contracts/:id': {
    answers: administratorsInFolder,
    aim: async (testApp) => ({ url: `/api/contracts/${await contractOfAcme(testApp)}`, body: contractInput(testApp) }),
  },
  'PATCH /api/contracts/:id/status': {
    answers: administratorsInFolder,
    aim: async (testApp) => ({
      url: `/api/contracts/${await contractOfAcme(testApp)}/status`,
      body: { status: 'cancelled', reason: 'Another one takes its place.' },
    }),
  },
  'GET /api/contracts/:id/pdf': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/contracts/${await contractOfAcme(testApp)}/pdf` }),
  },
  'GET /api/proposals/:id/contract/preview': {
    answers: [401, 403, 404, 401, 403, 404, 200, 200],
    aim: async (testApp) => ({ url: `/api/proposals/${await approvedProposal(testApp)}/contract/preview` }),
  },
  'POST /api/proposals/:id/contract': {
    answers: [401, 403, 404, 401, 403, 404, 201, 201],
    aim: async (testApp) => ({
      url: `/api/proposals/${await approvedProposal(testApp)}/contract`,
      body: { clientName: 'Ann Keller' },
    }),
  },
  'POST /api/contracts/:id/renewal': {
    answers: [401, 403, 404, 401, 403, 404, 201, 201],
    aim: async (testApp) => ({
      url: `/api/contracts/${(await signedContract(testApp)).id}/renewal`,
      body: { clientName: 'Ann Keller' },
    }),
  },
  'POST /api/contracts/:id/amendment': {
    answers: [401, 403, 404, 401, 403, 404, 201, 201],
    aim: async (testApp) => ({
      url: `/api/contracts/${(await signedContract(testApp)).id}/amendment`,
      body: { clientName: 'Ann Keller', totalValue: 50_000 },
    }),
  },
}
