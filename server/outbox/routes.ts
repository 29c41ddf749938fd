import * as api from '../../api/outbox.ts'
import type { Parts } from '../kit/parts.ts'
import type { Bind } from '../kit/serve.ts'
import { listOutbox } from './queries.ts'

export function outboxRoutes(on: Bind, parts: Pick<Parts, 'config' | 'dataKeys'>) {
  on.read(api.listOutbox, ({ db, actor, query }) => listOutbox(db, parts, actor, query))
}
