import * as api from '../../api/messages.ts'
import type { Bind } from '../kit/serve.ts'
import { retractMessage, writeMessage } from './actions.ts'
import { listMessages, messageReaders } from './queries.ts'
import { listUnansweredThreads, markNoReplyNeeded, markNeedsReply, unansweredFigures } from './unanswered-threads.ts'

export function messageRoutes(on: Bind) {
  on.read(api.listMessages, ({ db, actor, params, query }) => listMessages(db, actor, params.id, query))
  on.read(api.readMessageReaders, ({ db, actor, params }) => messageReaders(db, actor, params.id))
  on.write(api.sendMessage, ({ tx, actor, params, body }) => writeMessage(tx, actor, params.id, body))
  on.write(api.retractMessage, ({ tx, actor, params }) => retractMessage(tx, actor, params.id))
  on.read(api.listUnansweredThreads, ({ db, actor, query }) => listUnansweredThreads(db, actor, query))
  on.read(api.readUnansweredFigures, ({ db, actor }) => unansweredFigures(db, actor))
  on.write(api.markNoReplyNeeded, ({ tx, actor, params, body }) => markNoReplyNeeded(tx, actor, params.id, body))
  on.write(api.markNeedsReply, ({ tx, actor, params }) => markNeedsReply(tx, actor, params.id))
}
