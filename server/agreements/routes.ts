import * as api from '../../api/agreements.ts'
import type { Bind } from '../kit/serve.ts'
import { agreementChain } from './chain.ts'
import { agreementFigures } from './queries.ts'

export function agreementRoutes(on: Bind) {
  on.read(api.readAgreementFigures, ({ db, actor, query }) => agreementFigures(db, actor, query.clientFolderId))
  on.read(api.readAgreementChain, ({ db, actor, query }) => agreementChain(db, actor, query))
}
