import * as api from '../../api/outbox.ts'
import type { Parts } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { listOutbox, readLetter } from './queries.ts'

export function outboxRoutes(on: Bind, parts: Pick<Parts, 'config' | 'dataKeys'>) {
  on.read(api.listOutbox, ({ db, actor, query }) => listOutbox(db, actor, query))
  on.read(api.readLetter, ({ db, actor, params }) => readLetter(db, parts, actor, params.id))
}
