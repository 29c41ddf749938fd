import * as api from '../../api/outbox.ts'
import type { Bind } from '../kit/serve.ts'
import { listOutbox } from './queries.ts'

export function outboxRoutes(on: Bind) {
  on.read(api.listOutbox, ({ db, actor, query }) => listOutbox(db, actor, query))
}
