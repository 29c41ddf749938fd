import { z } from 'zod'
import { team } from '../domain/actor.ts'
import {
  AssistantConversationView,
  AssistantOffer,
  AssistantPassage,
  AssistantQuestion,
  EscalationInput,
  questionLimit,
  Rating,
} from '../domain/hr-assistant.ts'
import { QueuedQuestion, VerifiedAnswer, VerifiedAnswerInput } from '../domain/assistant-queue.ts'
import { Message } from '../domain/message.ts'
import { searchWords } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

export const readAssistant = read({
  path: '/api/hr-assistant',
  who: 'signed-in',
  summary: "Returns the assistant's example questions and tips, and whether answers are streamed.",
  reply: AssistantOffer,
})

export const askAssistant = create({
  path: '/api/hr-assistant',
  who: 'signed-in',
  summary:
    "Answers a question of up to 1,000 characters from the HR library only: a short answer, then quoted passages. `kind` is the type of the answer; a crisis is answered only with whom to call. `confidence` is a percentage: 50 or more with an answer, less if the library has none. The question belongs to `clientFolderId` or to the caller's first folder. At most 60 a minute, and two waiting for an answer (429).",
  rateLimit: questionLimit,
  body: AssistantQuestion,
  reply: AssistantConversationView,
})

export const askAssistantLive = {
  ...change('POST', {
    path: '/api/hr-assistant/stream',
    who: 'signed-in',
    summary:
      'Answers a question as a stream (text/event-stream): `sentence` for each sentence, then `conversation` with the complete answer.',
    body: AssistantQuestion,
    reply: AssistantConversationView,
    storesNoReply: true,
  }),
  reply: null,
}

export const listConversations = list({
  path: '/api/hr-assistant/conversations',
  who: 'signed-in',
  summary: "Lists the caller's own questions and answers, newest first. `q` searches both.",
  of: AssistantConversationView,
  query: search,
})

export const readConversation = read({
  path: '/api/hr-assistant/conversations/:id',
  who: 'signed-in',
  summary: "Returns one of the caller's own questions with its answer.",
  reply: AssistantConversationView,
})

export const exportConversation = raw('GET', {
  path: '/api/hr-assistant/conversations/:id/export',
  who: 'signed-in',
  summary:
    'Returns one of the caller’s own questions with its answer, passages, and next steps as a PDF. 409 for a crisis.',
})

export const rateConversation = change('PATCH', {
  path: '/api/hr-assistant/conversations/:id',
  who: 'signed-in',
  summary: 'Rates an answer as helpful: true, false, or null to remove the rating.',
  body: Rating,
  reply: AssistantConversationView,
})

export const escalateConversation = create({
  path: '/api/hr-assistant/conversations/:id/handover',
  who: 'signed-in',
  summary:
    "Sends a client's question to the team: the question and the passages become a message in the folder. A client with several folders chooses one (`clientFolderId`). 409 if it was already sent.",
  body: EscalationInput,
  reply: Message,
})

export const listQueue = list({
  path: '/api/hr-assistant/queue',
  who: team,
  summary:
    'Lists questions without an answer and answers rated not helpful: for staff, their own and those of their folders; for administrators, all.',
  of: QueuedQuestion,
  query: search,
})

export const settleQueued = change('DELETE', {
  path: '/api/hr-assistant/queue/:id',
  who: team,
  summary: 'Removes a question from the review list. The conversation is not deleted.',
  reply: QueuedQuestion,
})

export const findPassages = read({
  path: '/api/hr-assistant/passages',
  who: team,
  summary: 'Searches the library for the passages that match best, as sources for a reviewed answer.',
  query: { q: searchWords },
  reply: z.array(AssistantPassage),
})

export const listVerifiedAnswers = list({
  path: '/api/hr-assistant/verified-answers',
  who: team,
  summary: 'Lists the answers that the team has reviewed, newest first.',
  of: VerifiedAnswer,
  query: search,
})

export const writeVerifiedAnswer = create({
  path: '/api/hr-assistant/verified-answers',
  who: team,
  summary:
    'Creates a reviewed answer to a question in general terms, with the passages that it is based on. Everyone who asks a similar question gets it. Names of the client who asked are an error (400).',
  body: VerifiedAnswerInput,
  reply: VerifiedAnswer,
})

export const withdrawVerifiedAnswer = change('DELETE', {
  path: '/api/hr-assistant/verified-answers/:id',
  who: team,
  summary: 'Retires a reviewed answer. Answers that were already given do not change.',
  reply: VerifiedAnswer,
})
