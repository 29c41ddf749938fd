// Rows of the rights table (rights.ts) for the HR assistant. Conversations are Ann's own: no one else can read them by
// id, not even administrators; the team's queue shows unanswered questions.
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

const unanswerable = { query: 'What is the capital of Australia?' }

const conversationOfAnn = async (testApp: TestApp): Promise<string> =>
  (await testApp.ann.post('/api/hr-assistant', unanswerable)).body.id

/** Any passage will do. */
export async function verifiedAnswerInput(testApp: TestApp) {
  const [passage] = (await testApp.sam.get('/api/hr-assistant/passages?q=pay+stub')).body
  const { policyId, anchor } = passage
  return { question: 'Who gets a pay stub?', answer: 'Everybody does.', passages: [{ policyId, anchor }] }
}

const rested = async (testApp: TestApp) => {
  await testApp.db.pool.query('delete from rate_limits')
  return testApp
}

//                visitor owner stranger inactive holder colleague admin master
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const everyoneAsks = [401, 201, 201, 401, 201, 201, 201, 201] as const
const onlyWhoAsked = [401, 200, 404, 401, 404, 404, 404, 404] as const
const teamList = [401, 403, 403, 401, 200, 200, 200, 200] as const

export const assistantRights: Record<string, Row> = {
  'GET /api/hr-assistant': { answers: everyone },
  'POST /api/hr-assistant': {
    answers: everyoneAsks,
    aim: async (testApp) => (await rested(testApp), { body: unanswerable }),
  },
  'POST /api/hr-assistant/stream': {
    answers: everyone,
    aim: async (testApp) => (await rested(testApp), { body: unanswerable }),
  },
  'GET /api/hr-assistant/conversations': { answers: everyone },
  'GET /api/hr-assistant/conversations/:id': {
    contacts: [404, 404],
    answers: onlyWhoAsked,
    aim: async (testApp) => ({
      url: `/api/hr-assistant/conversations/${await conversationOfAnn(await rested(testApp))}`,
    }),
  },
  'GET /api/hr-assistant/conversations/:id/export': {
    contacts: [404, 404],
    answers: onlyWhoAsked,
    aim: async (testApp) => ({
      url: `/api/hr-assistant/conversations/${await conversationOfAnn(await rested(testApp))}/export`,
    }),
  },
  'PATCH /api/hr-assistant/conversations/:id': {
    contacts: [404, 404],
    answers: onlyWhoAsked,
    aim: async (testApp) => ({
      url: `/api/hr-assistant/conversations/${await conversationOfAnn(await rested(testApp))}`,
      body: { wasHelpful: false },
    }),
  },
  'POST /api/hr-assistant/conversations/:id/handover': {
    contacts: [404, 404],
    answers: [401, 201, 404, 401, 404, 404, 404, 404],
    aim: async (testApp) => ({
      url: `/api/hr-assistant/conversations/${await conversationOfAnn(await rested(testApp))}/handover`,
      body: { content: 'Please help.', clientFolderId: testApp.folders.acme.id },
    }),
  },
  'GET /api/hr-assistant/queue': { answers: teamList },
  'DELETE /api/hr-assistant/queue/:id': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({ url: `/api/hr-assistant/queue/${await conversationOfAnn(await rested(testApp))}` }),
  },
  'GET /api/hr-assistant/passages': {
    answers: teamList,
    aim: () => ({ url: '/api/hr-assistant/passages?q=overtime' }),
  },
  'GET /api/hr-assistant/verified-answers': { answers: teamList },
  'POST /api/hr-assistant/verified-answers': {
    answers: [401, 403, 403, 401, 201, 201, 201, 201],
    aim: async (testApp) => ({ body: await verifiedAnswerInput(testApp) }),
  },
  'DELETE /api/hr-assistant/verified-answers/:id': {
    answers: [401, 404, 404, 401, 200, 403, 200, 200],
    aim: async (testApp) => ({
      url: `/api/hr-assistant/verified-answers/${
        (await testApp.sam.post('/api/hr-assistant/verified-answers', await verifiedAnswerInput(testApp))).body.id
      }`,
    }),
  },
}
