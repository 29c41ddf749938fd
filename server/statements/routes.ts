import * as api from '../../api/statements.ts'
import type { Bind } from '../kit/serve.ts'
import { statementOf } from './queries.ts'

export function statementRoutes(on: Bind) {
  on.read(api.readStatement, ({ db, actor, params }) => statementOf(db, actor, params.id))
}
