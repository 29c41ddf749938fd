import * as api from '../../api/impersonation.ts'
import type { Bind } from '../kit/serve.ts'
import { startImpersonation, stopImpersonation } from './actions.ts'

export function impersonationRoutes(on: Bind) {
  on.write(api.startImpersonation, ({ tx, actor, body }) => startImpersonation(tx, actor, body.userId))
  on.write(api.stopImpersonation, ({ tx, actor }) => stopImpersonation(tx, actor))
}
