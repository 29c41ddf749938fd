// The rows of the rights table (rights.ts) about the HR assistant. Conversations are Ann's own: nobody else reads them by their id,
// an administrator neither; the team sees in its queue what found no answer.
import type { World } from '../world.ts'
import type { Row } from './seats.ts'

const unanswerable = { query: 'What is the capital of Australia?' }

const conversationOfAnn = async (world: World): Promise<string> =>
  (await world.ann.post('/api/hr-assistant', unanswerable)).body.id

/** Any passage does. */
export async function verifiedAnswerInput(world: World) {
  const [passage] = (await world.sam.get('/api/hr-assistant/passages?q=pay+stub')).body
  const { policyId, anchor } = passage
  return { question: 'Who gets a pay stub?', answer: 'Everybody does.', passages: [{ policyId, anchor }] }
}

const rested = async (world: World) => {
  await world.db.pool.query('delete from rate_limits')
  return world
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
    aim: async (world) => (await rested(world), { body: unanswerable }),
  },
  'POST /api/hr-assistant/stream': {
    answers: everyone,
    aim: async (world) => (await rested(world), { body: unanswerable }),
  },
  'GET /api/hr-assistant/conversations': { answers: everyone },
  'GET /api/hr-assistant/conversations/:id': {
    contacts: [404, 404],
    answers: onlyWhoAsked,
    aim: async (world) => ({ url: `/api/hr-assistant/conversations/${await conversationOfAnn(await rested(world))}` }),
  },
  'PATCH /api/hr-assistant/conversations/:id': {
    contacts: [404, 404],
    answers: onlyWhoAsked,
    aim: async (world) => ({
      url: `/api/hr-assistant/conversations/${await conversationOfAnn(await rested(world))}`,
      body: { wasHelpful: false },
    }),
  },
  'POST /api/hr-assistant/conversations/:id/handover': {
    contacts: [404, 404],
    answers: [401, 201, 404, 401, 404, 404, 404, 404],
    aim: async (world) => ({
      url: `/api/hr-assistant/conversations/${await conversationOfAnn(await rested(world))}/handover`,
      body: { content: 'Please help.', clientFolderId: world.folders.acme.id },
    }),
  },
  'GET /api/hr-assistant/queue': { answers: teamList },
  'DELETE /api/hr-assistant/queue/:id': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (world) => ({ url: `/api/hr-assistant/queue/${await conversationOfAnn(await rested(world))}` }),
  },
  'GET /api/hr-assistant/passages': {
    answers: teamList,
    aim: () => ({ url: '/api/hr-assistant/passages?q=overtime' }),
  },
  'GET /api/hr-assistant/verified-answers': { answers: teamList },
  'POST /api/hr-assistant/verified-answers': {
    answers: [401, 403, 403, 401, 201, 201, 201, 201],
    aim: async (world) => ({ body: await verifiedAnswerInput(world) }),
  },
  'DELETE /api/hr-assistant/verified-answers/:id': {
    answers: [401, 404, 404, 401, 200, 403, 200, 200],
    aim: async (world) => ({
      url: `/api/hr-assistant/verified-answers/${
        (await world.sam.post('/api/hr-assistant/verified-answers', await verifiedAnswerInput(world))).body.id
      }`,
    }),
  },
}
