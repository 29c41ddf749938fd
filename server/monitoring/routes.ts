import type { FastifyInstance } from 'fastify'
import * as api from '../../api/system-status.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { retryFailedJob } from './actions.ts'
import { portalStatus } from './status.ts'

export function statusRoutes(on: Bind, app: FastifyInstance, context: AppContext) {
  let isForwarded = false
  app.addHook('onRequest', (request, _reply, done) => {
    isForwarded ||= request.headers['x-forwarded-for'] !== undefined
    done()
  })
  on.read(api.readStatus, () => portalStatus(context, () => isForwarded))
  on.write(api.retryFailedJob, ({ tx, params }) => retryFailedJob(tx, params.number))
}
