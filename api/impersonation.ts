import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { Impersonation, ImpersonationInput } from '../domain/impersonation.ts'
import { change } from './kit/endpoint.ts'

export const startImpersonation = change('POST', {
  path: '/api/impersonation',
  who: administrators,
  reauthenticate: true,
  summary:
    'Starts viewing the portal as an active client: this session sees what the client sees for 30 minutes or until it is ended, and cannot change anything (403). Start and end are recorded in the audit log under the administrator’s name. 409 for anyone who is not an active client.',
  body: ImpersonationInput,
  reply: Impersonation,
})

export const stopImpersonation = change('DELETE', {
  path: '/api/impersonation',
  who: 'signed-in',
  whileImpersonating: true,
  summary: 'Ends viewing as a client: the session is the administrator’s own again. 409 if no client is being viewed.',
  reply: z.object({}),
})
