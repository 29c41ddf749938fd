import * as api from '../../api/messages.ts'
import type { Bind } from '../kit/serve.ts'
import { sendMessage } from './actions.ts'
import { listMessages } from './queries.ts'
import { listWaitingThreads, setThreadAside, takeThreadBack, waitingFigures } from './waiting.ts'

export function messageRoutes(on: Bind) {
  on.read(api.listMessages, ({ db, actor, params, query }) => listMessages(db, actor, params.id, query))
  on.write(api.sendMessage, ({ tx, actor, params, body }) => sendMessage(tx, actor, params.id, body))
  on.read(api.listWaitingThreads, ({ db, actor, query }) => listWaitingThreads(db, actor, query))
  on.read(api.readWaitingFigures, ({ db, actor }) => waitingFigures(db, actor))
  on.write(api.setThreadAside, ({ tx, actor, params, body }) => setThreadAside(tx, actor, params.id, body))
  on.write(api.takeThreadBack, ({ tx, actor, params }) => takeThreadBack(tx, actor, params.id))
}
