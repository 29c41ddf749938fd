import * as api from '../../api/waiting.ts'
import type { Bind } from '../kit/serve.ts'
import { noteMessagesRead } from './actions.ts'
import { waitingFor } from './queries.ts'

export function waitingRoutes(on: Bind) {
  on.read(api.readWaiting, ({ db, actor }) => waitingFor(db, actor))
  on.write(api.noteMessagesRead, ({ tx, actor, params, body }) => noteMessagesRead(tx, actor, params.id, body))
}
