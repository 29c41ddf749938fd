import * as api from '../../api/status.ts'
import type { Parts } from '../kit/parts.ts'
import type { Bind } from '../kit/serve.ts'
import { retryFailedJob } from './actions.ts'
import { portalStatus } from './status.ts'

export function statusRoutes(on: Bind, parts: Parts) {
  on.read(api.readStatus, () => portalStatus(parts))
  on.write(api.retryFailedJob, ({ tx, params }) => retryFailedJob(tx, params.number))
}
