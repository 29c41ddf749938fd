// Rows of the rights table (rights.ts) for the library: policies and law updates.
import type { TestApp } from '../test-app.ts'
import {
  draftedPolicy,
  employeeOfAcme,
  handbook,
  handbookOfAcme,
  handbookOfEmployee,
  ownPolicy,
  withoutHandbook,
} from '../handbooks.ts'
import type { Row } from './folder-roles.ts'

export const policyText = '## In short\n\n- Be civil online.\n\n## Good practice\n\nThink first.'

const policy = '/api/hr-policies/social-media'
const acme = (testApp: TestApp, rest: string) => `/api/client-folders/${testApp.folders.acme.id}${rest}`

/** A new version of a policy, which no one has acknowledged yet. */
export const publishedAfresh = async (testApp: TestApp): Promise<number> => {
  await testApp.alice.patch(policy, { isActive: true })
  return (await testApp.alice.post(`${policy}/versions`, { content: policyText })).body.number
}

/** Must be in use to be retired. */
const inUse = async (testApp: TestApp) => void (await testApp.alice.patch(policy, { isActive: true }))

//                 visitor owner stranger inactive holder colleague admin master
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const teamInFolder = [401, 404, 404, 401, 200, 404, 200, 200] as const
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const

const toEveryone = (url: string): Row => ({ answers: everyone, aim: () => ({ url }) })

export const libraryRights: Record<string, Row> = {
  'GET /api/hr-policies': { answers: everyone },
  'GET /api/hr-policies/:policy': toEveryone('/api/hr-policies/wage-hour'),
  'GET /api/hr-policies/:policy/versions': toEveryone('/api/hr-policies/wage-hour/versions'),
  'GET /api/hr-policies/:policy/versions/:number': toEveryone('/api/hr-policies/wage-hour/versions/1'),
  'GET /api/hr-policies/:policy/versions/:number/differences': {
    answers: everyone,
    aim: async (testApp) => ({ url: `${policy}/versions/${await publishedAfresh(testApp)}/differences` }),
  },
  'GET /api/hr-policies/:policy/download': toEveryone('/api/hr-policies/wage-hour/download'),
  'GET /api/hr-policies/:policy/preview': toEveryone('/api/hr-policies/wage-hour/preview'),
  'GET /api/hr-policies/:policy/acknowledgements': {
    answers: [401, 404, 404, 401, 200, 200, 200, 200],
    aim: () => ({ url: '/api/hr-policies/wage-hour/acknowledgements' }),
  },
  'PATCH /api/hr-policies/:policy': {
    answers: [401, 403, 403, 401, 403, 403, 200, 200],
    aim: async (testApp) => {
      await inUse(testApp)
      return { url: policy, body: { isActive: false } }
    },
  },
  'POST /api/hr-policies/:policy/versions': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: async (testApp) => {
      await inUse(testApp)
      return { url: `${policy}/versions`, body: { content: policyText, note: 'Shorter.' } }
    },
  },
  'POST /api/hr-policies/:policy/acknowledgement': {
    answers: [401, 201, 201, 401, 403, 403, 403, 403],
    aim: async (testApp) => ({ url: `${policy}/acknowledgement`, body: { version: await publishedAfresh(testApp) } }),
  },
  'GET /api/client-folders/:id/policy-acknowledgements': {
    answers: teamInFolder,
    aim: (testApp) => ({ url: acme(testApp, '/policy-acknowledgements') }),
  },
  'GET /api/model-policies': { answers: everyone },
  'GET /api/model-policies/:policy': toEveryone('/api/model-policies/wage-hour'),
  'GET /api/model-policies/:policy/download': toEveryone('/api/model-policies/wage-hour/download?format=docx'),
  'GET /api/own-policies': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'POST /api/own-policies': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: () => ({ body: ownPolicy }),
  },
  'GET /api/own-policies/:id': {
    answers: [401, 404, 404, 401, 200, 200, 200, 200],
    aim: async (testApp) => ({ url: `/api/own-policies/${await draftedPolicy(testApp)}` }),
  },
  'PUT /api/own-policies/:id': {
    answers: [401, 404, 404, 401, 403, 403, 200, 200],
    aim: async (testApp) => ({ url: `/api/own-policies/${await draftedPolicy(testApp)}`, body: ownPolicy }),
  },
  'PATCH /api/own-policies/:id': {
    answers: [401, 404, 404, 401, 403, 403, 200, 200],
    aim: async (testApp) => ({ url: `/api/own-policies/${await draftedPolicy(testApp)}`, body: { isActive: false } }),
  },
  'POST /api/own-policies/:id/versions': {
    answers: [401, 404, 404, 401, 403, 403, 201, 201],
    aim: async (testApp) => ({ url: `/api/own-policies/${await draftedPolicy(testApp)}/versions` }),
  },
  'GET /api/client-folders/:id/handbooks': {
    answers: inFolder,
    aim: (testApp) => ({ url: acme(testApp, '/handbooks') }),
  },
  'POST /api/client-folders/:id/handbooks': {
    answers: [401, 403, 404, 401, 201, 404, 201, 201],
    aim: async (testApp) => {
      await withoutHandbook(testApp)
      return { url: acme(testApp, '/handbooks'), body: handbook }
    },
  },
  'GET /api/handbooks/:id': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/handbooks/${await handbookOfAcme(testApp)}` }),
  },
  'PUT /api/handbooks/:id': {
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({ url: `/api/handbooks/${await handbookOfAcme(testApp)}`, body: handbook }),
  },
  'POST /api/handbooks/:id/versions': {
    answers: [401, 403, 404, 401, 201, 404, 201, 201],
    aim: async (testApp) => ({ url: `/api/handbooks/${await handbookOfAcme(testApp)}/versions` }),
  },
  'GET /api/handbooks/:id/download': {
    answers: inFolder,
    aim: async (testApp) => ({
      url: `/api/handbooks/${await handbookOfAcme(testApp)}/download?version=1&format=docx`,
    }),
  },
  'GET /api/handbooks/:id/acknowledgments': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/handbooks/${await handbookOfAcme(testApp)}/acknowledgments` }),
  },
  'GET /api/handbooks/:id/acknowledgments/csv': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/handbooks/${await handbookOfAcme(testApp)}/acknowledgments/csv` }),
  },
  'POST /api/handbooks/:id/acknowledgments': {
    answers: inFolder,
    aim: async (testApp) => ({
      url: `/api/handbooks/${await handbookOfAcme(testApp)}/acknowledgments`,
      body: { employeeIds: [await employeeOfAcme(testApp)] },
    }),
  },
  'POST /api/employee-handbook': {
    answers: [200, 200, 200, 200, 200, 200, 200, 200],
    aim: async (testApp) => ({ body: { token: (await handbookOfEmployee(testApp)).token } }),
  },
  'POST /api/employee-handbook/acknowledgment': {
    answers: [200, 200, 200, 200, 200, 200, 200, 200],
    aim: async (testApp) => ({ body: { token: (await handbookOfEmployee(testApp)).token, name: 'Nora Quist' } }),
  },
  'GET /api/law-changes': { answers: everyone },
  'GET /api/law-changes/affected': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/law-changes/:id/clients': {
    answers: [401, 404, 404, 401, 200, 200, 200, 200],
    aim: async (testApp) => {
      const [change] = (await testApp.sam.get('/api/law-changes')).body
      return { url: `/api/law-changes/${change.id}/clients` }
    },
  },
  'GET /api/client-folders/:id/law-changes': {
    contacts: [200, 200],
    answers: inFolder,
    aim: (testApp) => ({ url: acme(testApp, '/law-changes') }),
  },
}
