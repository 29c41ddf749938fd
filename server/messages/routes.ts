import * as api from '../../api/messages.ts'
import type { Bind } from '../kit/serve.ts'
import { sendMessage } from './actions.ts'
import { listMessages } from './queries.ts'

export function messageRoutes(on: Bind) {
  on.read(api.listMessages, ({ db, actor, params, query }) => listMessages(db, actor, params.id, query))
  on.write(api.sendMessage, ({ tx, actor, params, body }) => sendMessage(tx, actor, params.id, body))
}
