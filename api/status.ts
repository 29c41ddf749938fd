import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { PortalStatus } from '../domain/status.ts'
import { change, read } from './kit/endpoint.ts'

export const readStatus = read({
  path: '/api/status',
  who: administrators,
  summary:
    'How the portal itself is doing: database, files, disk, mail, jobs, trail, back-up, seal and master key, each `good`, `look` or `broken`, with what to do about it. Nothing in it is about people.',
  reply: PortalStatus,
})

export const retryFailedJob = change('POST', {
  path: '/api/status/failed-jobs/:number/retry',
  who: administrators,
  summary:
    'Has a job that was given up tried again, from the first of its tries. 404 for none of that number, 409 for one that is tried again by itself.',
  reply: z.object({ message: z.string() }),
})
