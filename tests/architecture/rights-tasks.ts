// Rows of the rights table (rights.ts) for team tasks and job templates: Sam's tasks in Acme's folder.
import { newId } from '../../server/kit/id.ts'
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

export const taskInput = (testApp: TestApp, more: object = {}) => ({
  title: 'Review the handbook',
  clientFolderId: testApp.folders.acme.id,
  checklist: [{ text: 'Read it' }, { text: 'Write our comments' }],
  ...more,
})

const taskOfSam = async (testApp: TestApp): Promise<{ url: string; itemId: string }> => {
  const { body } = await testApp.sam.post('/api/tasks', taskInput(testApp))
  return { url: `/api/tasks/${body.id as string}`, itemId: body.checklist[0].id }
}

/** One step of each kind. */
export const templateInput = (more: object = {}) => ({
  name: `Onboarding ${newId()}`,
  service: 'hr-operations',
  steps: [
    { kind: 'task', title: 'Call the client', details: 'Agree on a schedule.', dueInDays: 1 },
    { kind: 'document-request', title: 'Current handbook', dueInDays: 7 },
    { kind: 'assignment', title: 'Name a contact', details: 'Who answers our questions?', dueInDays: 3 },
  ],
  ...more,
})

export const templateOf = async (testApp: TestApp, more: object = {}): Promise<string> =>
  (await testApp.alice.post('/api/job-templates', templateInput(more))).body.id

const acme = (testApp: TestApp, rest: string) => `/api/client-folders/${testApp.folders.acme.id}${rest}`

//                  visitor owner stranger inactive holder colleague admin master
const teamOnly = [401, 403, 403, 401, 200, 200, 200, 200] as const
const inFolder = [401, 404, 404, 401, 200, 404, 200, 200] as const
const anyOfTheTeam = [401, 404, 404, 401, 200, 200, 200, 200] as const
const administratorsOne = [401, 404, 404, 401, 404, 404, 200, 200] as const

export const taskRights: Record<string, Row> = {
  'GET /api/tasks': { answers: teamOnly },
  'GET /api/tasks/csv': { answers: teamOnly },
  'GET /api/tasks/assignees': { answers: teamOnly },
  'GET /api/tasks/:id': { answers: inFolder, aim: async (app) => ({ url: (await taskOfSam(app)).url }) },
  'POST /api/tasks': {
    answers: [401, 403, 403, 401, 201, 400, 201, 201],
    aim: (app) => ({ body: taskInput(app) }),
  },
  'PUT /api/tasks/:id': {
    answers: inFolder,
    aim: async (app) => ({ url: (await taskOfSam(app)).url, body: taskInput(app, { title: 'Review it again' }) }),
  },
  'PATCH /api/tasks/:id/status': {
    answers: inFolder,
    aim: async (app) => ({ url: `${(await taskOfSam(app)).url}/status`, body: { status: 'done' } }),
  },
  'PATCH /api/tasks/:id/checklist': {
    answers: inFolder,
    aim: async (app) => {
      const { url, itemId } = await taskOfSam(app)
      return { url: `${url}/checklist`, body: { itemId, isDone: true } }
    },
  },
  'DELETE /api/tasks/:id': { answers: inFolder, aim: async (app) => ({ url: (await taskOfSam(app)).url }) },
  'GET /api/job-templates': { answers: teamOnly },
  'GET /api/job-templates/:id': {
    answers: anyOfTheTeam,
    aim: async (app) => ({ url: `/api/job-templates/${await templateOf(app)}` }),
  },
  'POST /api/job-templates': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: () => ({ body: templateInput() }),
  },
  'PUT /api/job-templates/:id': {
    answers: administratorsOne,
    aim: async (app) => ({ url: `/api/job-templates/${await templateOf(app)}`, body: templateInput() }),
  },
  'DELETE /api/job-templates/:id': {
    answers: administratorsOne,
    aim: async (app) => ({ url: `/api/job-templates/${await templateOf(app)}` }),
  },
  'GET /api/client-folders/:id/job-preview': {
    answers: inFolder,
    aim: async (app) => ({
      url: acme(app, `/job-preview?templateId=${await templateOf(app)}&startsOn=2030-01-01`),
    }),
  },
  'POST /api/client-folders/:id/jobs': {
    answers: [401, 404, 404, 401, 201, 404, 201, 201],
    aim: async (app) => ({
      url: acme(app, '/jobs'),
      body: { templateId: await templateOf(app), templateVersion: 1, startsOn: '2030-01-01' },
    }),
  },
}
