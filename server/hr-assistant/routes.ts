import type { FastifyReply } from 'fastify'
import * as api from '../../api/hr-assistant.ts'
import { assertCanExport, type AssistantQuestion, assistantTips, exampleQuestions } from '../../domain/hr-assistant.ts'
import { DomainError } from '../../domain/errors.ts'
import { folderOfSender } from '../client-folders/queries.ts'
import type { AppContext } from '../app-context.ts'
import { countersForEndpoint, limitRate } from '../kit/rate-limit.ts'
import type { Origin } from '../kit/record.ts'
import type { Bind } from '../kit/serve.ts'
import { inPrivate, ownerOf, type Session } from '../kit/session.ts'
import { openSlots } from '../kit/slots.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import {
  escalateConversation,
  saveConversation,
  rateConversation,
  settleQueued,
  withdrawVerifiedAnswer,
  writeVerifiedAnswer,
} from './actions.ts'
import { answerQuestion } from './ask.ts'
import { libraryOf } from './library.ts'
import { printAnswer } from './pdf.ts'
import {
  contextOf,
  conversationFor,
  employerOf,
  listConversations,
  listQueue,
  listVerifiedAnswers,
  viewed,
} from './queries.ts'

const maxPassages = 8
/** Unanswered questions of one person. All questions are answered by one thread, in the order that they arrive. */
const maxWaiting = 2

export function hrAssistantRoutes(on: Bind, parts: AppContext) {
  const { config, db, dataKeys: keys } = parts
  const assistant = {
    keys,
    get provider() {
      return config.provider.name
    },
  }

  const waiting = openSlots(maxWaiting)

  /** Refuses a question of someone who has as many unanswered ones as allowed; 429. */
  async function asWaiting<T>(actor: Session, work: () => Promise<T>): Promise<T> {
    const answered = waiting.take(ownerOf(actor))
    if (answered === null)
      throw new DomainError('too-many', 'Two of your questions are still being answered. Wait for an answer first.', {
        retryAfterSeconds: 2,
      })
    return work().finally(answered)
  }

  /** What the caller may name is checked here, before a stream has begun. */
  async function readQuestion(actor: Session, { query, clientFolderId: named, previousId }: AssistantQuestion) {
    const clientFolderId = await folderOfSender(db, actor, named)
    const [context, employer] = await Promise.all([
      previousId === null ? null : contextOf(db, keys, inPrivate(actor), previousId),
      employerOf(db, clientFolderId),
    ])
    return { query, clientFolderId, context, employer }
  }

  /** Finds the answer before the transaction, because a language model may be slow. */
  async function ask(
    origin: Origin,
    actor: Session,
    { query, clientFolderId, context, employer }: Awaited<ReturnType<typeof readQuestion>>,
    onSentence?: (sentence: string) => void,
  ) {
    const answer = await answerQuestion(db, config, { query, context, employer }, onSentence)
    return db.transaction(origin, (tx) => saveConversation(tx, actor, assistant, query, clientFolderId, answer))
  }

  async function answerLive(origin: Origin, actor: Session, body: AssistantQuestion, reply: FastifyReply) {
    const question = await readQuestion(actor, body)
    reply.hijack()
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
    const sendEvent = (event: string, data: unknown) =>
      void reply.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    try {
      sendEvent('conversation', await ask(origin, actor, question, (text) => sendEvent('sentence', { text })))
    } catch (error) {
      reply.log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'an answer could not be stored')
      const reason = error instanceof DomainError ? error.message : 'Failed to process your query. Please try again.'
      sendEvent('failure', { message: reason })
    }
    reply.raw.end()
  }

  on.read(api.readAssistant, async () => ({
    streams: config.llm !== undefined,
    examples: [...exampleQuestions],
    tips: [...assistantTips],
  }))
  on.act(api.askAssistant, ({ origin, actor, body }) =>
    asWaiting(actor, async () => ask(origin, actor, await readQuestion(actor, body))),
  )
  on.raw(api.askAssistantLive, async ({ origin, actor, body, request, reply }) => {
    await limitRate(db, countersForEndpoint(api.askAssistant, actor, request.ip))
    await asWaiting(actor, () => answerLive(origin, actor, body, reply))
  })
  on.read(api.listConversations, ({ db: reader, actor, query }) =>
    listConversations(reader, inPrivate(actor), assistant, query),
  )
  on.read(api.readConversation, async ({ db: reader, actor, params }) =>
    viewed(await conversationFor(reader, keys, inPrivate(actor), params.id), actor, assistant.provider),
  )
  on.raw(api.exportConversation, async ({ db: reader, actor, params, reply }) => {
    const conversation = await conversationFor(reader, keys, inPrivate(actor), params.id)
    assertCanExport(conversation)
    sendPdf(
      reply,
      'hr-assistant-answer.pdf',
      await printAnswer(pdfPrinterFor(parts, actor, reply), conversation),
      'attachment',
    )
  })
  on.write(api.rateConversation, ({ tx, actor, params, body, ifMatch }) =>
    rateConversation(tx, actor, assistant, params.id, body, ifMatch),
  )
  on.write(api.escalateConversation, ({ tx, actor, params, body }) =>
    escalateConversation(tx, actor, assistant, params.id, body),
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
