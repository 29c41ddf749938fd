import { z } from 'zod'
import { team } from '../domain/actor.ts'
import {
  AssistantConversationView,
  AssistantOffer,
  AssistantPassage,
  AssistantQuestion,
  HandOver,
  questionLimit,
  QueuedQuestion,
  Rating,
  VerifiedAnswer,
  VerifiedAnswerInput,
} from '../domain/hr-assistant.ts'
import { Message } from '../domain/message.ts'
import { searchWords } from '../domain/text.ts'
import { change, create, list, read, search } from './kit/endpoint.ts'

export const readAssistant = read({
  path: '/api/hr-assistant',
  who: 'signed-in',
  summary:
    'What the assistant’s page begins with: example questions and tips, and whether answers are written while one looks.',
  reply: AssistantOffer,
})

export const askAssistant = create({
  path: '/api/hr-assistant',
  who: 'signed-in',
  summary:
    'A question of at most 1,000 characters, answered from the library alone: the point, then passages word for word. `kind` says what the answer is; a crisis is answered with whom to call alone.  `confidence` is a percentage: 50 or more with an answer, less where the library holds none. The question belongs to `clientFolderId`, or to the first of the caller’s folders. At most 60 a minute (429).',
  rateLimit: questionLimit,
  body: AssistantQuestion,
  reply: AssistantConversationView,
})

export const askAssistantLive = {
  ...change('POST', {
    path: '/api/hr-assistant/stream',
    who: 'signed-in',
    summary:
      'The same as a stream (text/event-stream): `sentence` for each sentence as it is written, then `conversation` with the whole.',
    body: AssistantQuestion,
    reply: AssistantConversationView,
    keepsNoAnswer: true,
  }),
  reply: null,
}

export const listConversations = list({
  path: '/api/hr-assistant/conversations',
  who: 'signed-in',
  summary: 'The caller’s own questions and their answers, the latest first. `q` looks through both.',
  of: AssistantConversationView,
  query: search,
})

export const readConversation = read({
  path: '/api/hr-assistant/conversations/:id',
  who: 'signed-in',
  summary: 'One question of the caller’s own, with its answer.',
  reply: AssistantConversationView,
})

export const rateConversation = change('PATCH', {
  path: '/api/hr-assistant/conversations/:id',
  who: 'signed-in',
  summary: 'Whether the answer was helpful: true, false, or null to take it back.',
  body: Rating,
  reply: AssistantConversationView,
})

export const handOverConversation = create({
  path: '/api/hr-assistant/conversations/:id/handover',
  who: 'signed-in',
  summary:
    'A client passes a question to the team: question and passages become a message in their folder. With several folders `clientFolderId` says which. A second time is 409.',
  body: HandOver,
  reply: Message,
})

export const listQueue = list({
  path: '/api/hr-assistant/queue',
  who: team,
  summary:
    'Questions without an answer and answers that did not help: for staff their own and those of folders that they see, for administrators all.',
  of: QueuedQuestion,
  query: search,
})

export const settleQueued = change('DELETE', {
  path: '/api/hr-assistant/queue/:id',
  who: team,
  summary: 'Takes a question out of the queue; the conversation stays with whoever asked.',
  reply: QueuedQuestion,
})

export const findPassages = read({
  path: '/api/hr-assistant/passages',
  who: team,
  summary: 'The passages of the library that fit the words best, to rest a verified answer on.',
  query: { q: searchWords },
  reply: z.array(AssistantPassage),
})

export const listVerifiedAnswers = list({
  path: '/api/hr-assistant/verified-answers',
  who: team,
  summary: 'The answers that the team has checked, the latest first.',
  of: VerifiedAnswer,
  query: search,
})

export const writeVerifiedAnswer = create({
  path: '/api/hr-assistant/verified-answers',
  who: team,
  summary:
    'An answer to a question in general words, with the passages it rests on; given to everybody who asks alike from then on. Names of the client who asked are refused (400).',
  body: VerifiedAnswerInput,
  reply: VerifiedAnswer,
})

export const withdrawVerifiedAnswer = change('DELETE', {
  path: '/api/hr-assistant/verified-answers/:id',
  who: team,
  summary: 'Takes a verified answer out of use; answers given before keep their text.',
  reply: VerifiedAnswer,
})
