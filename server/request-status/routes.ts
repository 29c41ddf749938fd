import * as api from '../../api/request-status.ts'
import type { Bind } from '../kit/serve.ts'
import { statusByToken } from './queries.ts'

export function requestStatusRoutes(on: Bind) {
  on.act(api.readRequestStatus, ({ db, body, request }) => statusByToken(db, body.token, request.ip))
}
