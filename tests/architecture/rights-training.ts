// Rows of the rights table (rights.ts) for the training records of a client's employees, all in Acme's folder.
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'
import { employee } from './rights-deadlines.ts'

const acme = (testApp: TestApp, rest: string) => `/api/client-folders/${testApp.folders.acme.id}/${rest}`

export const training = { training: 'Forklift safety', provider: 'Lift School', completedOn: '2026-03-02' }

const employeeOfAcme = async (testApp: TestApp): Promise<string> =>
  (await testApp.sam.post(acme(testApp, 'employees'), employee)).body.id

const recordInput = async (testApp: TestApp) => ({ ...training, employeeId: await employeeOfAcme(testApp) })

const recordOfAcme = async (testApp: TestApp): Promise<string> => {
  const { body } = await testApp.sam.post(acme(testApp, 'training-records'), await recordInput(testApp))
  return `/api/training-records/${body.id as string}`
}

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const addsInFolder = [401, 201, 404, 401, 201, 404, 201, 201] as const

export const trainingRights: Record<string, Row> = {
  'GET /api/client-folders/:id/training-records': {
    answers: inFolder,
    aim: (app) => ({ url: acme(app, 'training-records') }),
  },
  'GET /api/client-folders/:id/training-records/csv': {
    answers: inFolder,
    aim: (app) => ({ url: acme(app, 'training-records/csv') }),
  },
  'GET /api/client-folders/:id/training-names': {
    answers: inFolder,
    aim: (app) => ({ url: acme(app, 'training-names') }),
  },
  'POST /api/client-folders/:id/training-records': {
    answers: addsInFolder,
    aim: async (app) => ({ url: acme(app, 'training-records'), body: await recordInput(app) }),
  },
  'GET /api/training-records/:id': { answers: inFolder, aim: async (app) => ({ url: await recordOfAcme(app) }) },
  'PATCH /api/training-records/:id': {
    answers: inFolder,
    aim: async (app) => ({ url: await recordOfAcme(app), body: { ...training, provider: 'Acme' } }),
  },
  'POST /api/training-records/:id/void': {
    answers: inFolder,
    aim: async (app) => ({ url: `${await recordOfAcme(app)}/void`, body: { reason: 'Wrong employee.' } }),
  },
  'GET /api/training-records/:id/certificate': {
    answers: inFolder,
    aim: async (app) => ({ url: `${await recordOfAcme(app)}/certificate` }),
  },
  'POST /api/client-folders/:id/training-assignments': {
    answers: inFolder,
    aim: async (app) => ({
      url: acme(app, 'training-assignments'),
      body: { training: 'Ladder safety', dueDate: '2099-03-01', employeeIds: [await employeeOfAcme(app)] },
    }),
  },
}
