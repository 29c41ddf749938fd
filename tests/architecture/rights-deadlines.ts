// Rows of the rights table (rights.ts) for a client's employees and deadlines, all in Acme's folder.
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

const acme = (testApp: TestApp, rest: string) => `/api/client-folders/${testApp.folders.acme.id}/${rest}`

export const employee = { name: 'Nora Quist', jobTitle: 'Bookkeeper', workType: 'full-time', startDate: '2026-12-01' }
const employeeList = { csv: 'First name,Last name,Job title,Start date\nNora,Quist,Bookkeeper,12/1/2026\n' }
export const deadline = { title: 'Renew the forklift license', kind: 'license', dueDate: '2027-03-01' }

const employeeOfAcme = async (testApp: TestApp): Promise<string> =>
  `/api/employees/${(await testApp.sam.post(acme(testApp, 'employees'), employee)).body.id as string}`

const deadlineOfAcme = async (testApp: TestApp): Promise<string> =>
  `/api/deadlines/${(await testApp.sam.post(acme(testApp, 'deadlines'), deadline)).body.id as string}/status`

//                 visitor owner stranger inactive holder colleague admin master
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const addsInFolder = [401, 201, 404, 401, 201, 404, 201, 201] as const

export const deadlineRights: Record<string, Row> = {
  'GET /api/client-folders/:id/employees': { answers: inFolder, aim: (app) => ({ url: acme(app, 'employees') }) },
  'POST /api/client-folders/:id/employees': {
    answers: addsInFolder,
    aim: (app) => ({ url: acme(app, 'employees'), body: employee }),
  },
  'POST /api/client-folders/:id/employee-imports/preview': {
    answers: inFolder,
    aim: (app) => ({ url: acme(app, 'employee-imports/preview'), body: employeeList }),
  },
  'POST /api/client-folders/:id/employee-imports': {
    answers: inFolder,
    aim: (app) => ({ url: acme(app, 'employee-imports'), body: employeeList }),
  },
  'GET /api/employees/:id': { answers: inFolder, aim: async (app) => ({ url: await employeeOfAcme(app) }) },
  'PATCH /api/employees/:id': {
    answers: inFolder,
    aim: async (app) => ({ url: await employeeOfAcme(app), body: { ...employee, jobTitle: 'Controller' } }),
  },
  'GET /api/deadlines': { answers: everyone },
  'GET /api/deadlines/csv': { answers: everyone },
  'GET /api/deadlines/:id': {
    answers: inFolder,
    aim: async (app) => ({ url: (await deadlineOfAcme(app)).replace('/status', '') }),
  },
  'GET /api/client-folders/:id/deadlines': { answers: inFolder, aim: (app) => ({ url: acme(app, 'deadlines') }) },
  'POST /api/client-folders/:id/deadlines': {
    answers: addsInFolder,
    aim: (app) => ({ url: acme(app, 'deadlines'), body: deadline }),
  },
  'POST /api/client-folders/:id/standard-deadlines': {
    answers: inFolder,
    aim: (app) => ({ url: acme(app, 'standard-deadlines') }),
  },
  'PATCH /api/deadlines/:id/status': {
    answers: inFolder,
    aim: async (app) => ({ url: await deadlineOfAcme(app), body: { status: 'completed' } }),
  },
}
