// Rows of the rights table (rights.ts) for saved replies: Sam's own, and one of the whole team.
import { repliesPath, replyInput, savedReply } from '../saved-replies.ts'
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

const ofTeam = async ({ alice }: TestApp) => `${repliesPath}/${await savedReply(alice, { isShared: true })}`

//                  visitor owner stranger inactive holder colleague admin master
const anyOfTheTeam = [401, 404, 404, 401, 200, 200, 200, 200] as const
const administratorsEdit = [401, 404, 404, 401, 403, 403, 200, 200] as const

export const replyRights: Record<string, Row> = {
  [`GET ${repliesPath}`]: { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  [`POST ${repliesPath}`]: { answers: [401, 403, 403, 401, 201, 201, 201, 201], aim: () => ({ body: replyInput() }) },
  [`GET ${repliesPath}/:id`]: { answers: anyOfTheTeam, aim: async (testApp) => ({ url: await ofTeam(testApp) }) },
  [`PUT ${repliesPath}/:id`]: {
    answers: administratorsEdit,
    aim: async (testApp) => ({ url: await ofTeam(testApp), body: replyInput({ isShared: true }) }),
  },
  [`DELETE ${repliesPath}/:id`]: {
    answers: administratorsEdit,
    aim: async (testApp) => ({ url: await ofTeam(testApp) }),
  },
  'GET /api/client-folders/:id/saved-replies/:replyId': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({
      url: `/api/client-folders/${testApp.folders.acme.id}/saved-replies/${await savedReply(testApp.alice, { isShared: true })}`,
    }),
  },
}
