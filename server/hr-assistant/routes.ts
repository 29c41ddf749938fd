import * as api from '../../api/hr-assistant.ts'
import type { Actor } from '../../domain/actor.ts'
import { type AssistantQuestion, assistantTips, exampleQuestions } from '../../domain/hr-assistant.ts'
import { DomainError } from '../../domain/errors.ts'
import { folderOfSender } from '../client-folders/queries.ts'
import type { Parts } from '../app-context.ts'
import { countersForEndpoint, limitRate } from '../kit/rate-limit.ts'
import type { Origin } from '../kit/record.ts'
import type { Bind } from '../kit/serve.ts'
import { inPrivate } from '../kit/session.ts'
import {
  handOverConversation,
  keepConversation,
  rateConversation,
  settleQueued,
  withdrawVerifiedAnswer,
  writeVerifiedAnswer,
} from './actions.ts'
import { answerQuestion } from './ask.ts'
import { libraryOf } from './library.ts'
import { conversationFor, listConversations, listQueue, listVerifiedAnswers, viewed } from './queries.ts'

const maxPassages = 8

export function hrAssistantRoutes(on: Bind, { config, db, dataKeys: keys }: Pick<Parts, 'config' | 'db' | 'dataKeys'>) {
  const assistant = { provider: config.provider.name, keys }

  /** The answer is found before the transaction begins: a language model may take its time. */
  async function ask(
    origin: Origin,
    actor: Actor,
    { query, clientFolderId }: AssistantQuestion,
    said?: (sentence: string) => void,
  ) {
    const answer = await answerQuestion(db, config, query, said)
    return db.transaction(origin, (tx) => keepConversation(tx, actor, assistant, query, clientFolderId, answer))
  }

  on.read(api.readAssistant, async () => ({
    streams: config.llm !== undefined,
    examples: [...exampleQuestions],
    tips: [...assistantTips],
  }))
  const inFolder = async (actor: Actor, question: AssistantQuestion): Promise<AssistantQuestion> => ({
    ...question,
    clientFolderId: await folderOfSender(db, actor, question.clientFolderId),
  })
  on.act(api.askAssistant, async ({ origin, actor, body }) => ask(origin, actor, await inFolder(actor, body)))
  on.raw(api.askAssistantLive, async ({ origin, actor, body, request, reply }) => {
    await limitRate(db, countersForEndpoint(api.askAssistant, actor, request.ip))
    const question = await inFolder(actor, body)
    reply.hijack()
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
    const tell = (event: string, data: unknown) =>
      void reply.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    try {
      tell('conversation', await ask(origin, actor, question, (text) => tell('sentence', { text })))
    } catch (error) {
      reply.log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'an answer could not be kept')
      const reason = error instanceof DomainError ? error.message : 'Failed to process your query. Please try again.'
      tell('failure', { message: reason })
    }
    reply.raw.end()
  })
  on.read(api.listConversations, ({ db: reader, actor, query }) =>
    listConversations(reader, inPrivate(actor), assistant, query),
  )
  on.read(api.readConversation, async ({ db: reader, actor, params }) =>
    viewed(await conversationFor(reader, keys, inPrivate(actor), params.id), actor, assistant.provider),
  )
  on.write(api.rateConversation, ({ tx, actor, params, body, ifMatch }) =>
    rateConversation(tx, actor, assistant, params.id, body.wasHelpful, ifMatch),
  )
  on.write(api.handOverConversation, ({ tx, actor, params, body }) =>
    handOverConversation(tx, actor, assistant, params.id, body),
  )
  on.read(api.listQueue, ({ db: reader, actor, query }) => listQueue(reader, actor, assistant, query))
  on.write(api.settleQueued, ({ tx, actor, params }) => settleQueued(tx, actor, assistant, params.id))
  on.read(api.findPassages, ({ query }) => libraryOf(db).find(query.q, maxPassages))
  on.read(api.listVerifiedAnswers, ({ db: reader, query }) => listVerifiedAnswers(reader, query))
  on.write(api.writeVerifiedAnswer, async ({ tx, actor, body }) =>
    writeVerifiedAnswer(tx, actor, assistant, libraryOf(db), body),
  )
  on.write(api.withdrawVerifiedAnswer, ({ tx, actor, params }) => withdrawVerifiedAnswer(tx, actor, params.id))
}
