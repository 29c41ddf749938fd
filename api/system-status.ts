import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { PortalStatus } from '../domain/system-status.ts'
import { change, read } from './kit/endpoint.ts'

export const readStatus = read({
  path: '/api/status',
  who: administrators,
  summary:
    'Returns the system status: database, files, disk, email, jobs, audit log, backup, seal, and master key, each `good`, `look`, or `broken`, with what to do. Contains no personal data.',
  reply: PortalStatus,
})

export const retryFailedJob = change('POST', {
  path: '/api/status/failed-jobs/:number/retry',
  who: administrators,
  summary: 'Retries a failed job. 404 if there is none with that number, 409 if it will be retried automatically.',
  reply: z.object({ message: z.string() }),
})
