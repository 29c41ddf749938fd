import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { Viewing, ViewingInput } from '../domain/viewing.ts'
import { change } from './kit/endpoint.ts'

export const startViewing = change('POST', {
  path: '/api/viewing',
  who: administrators,
  reauthenticate: true,
  summary:
    'From now on this session sees what an active client sees, for 30 minutes or until it is stopped; every write is a 403. Both ends are in the trail, in the administrator’s name. 409 for whoever is no active client.',
  body: ViewingInput,
  reply: Viewing,
})

export const stopViewing = change('DELETE', {
  path: '/api/viewing',
  who: 'signed-in',
  whileViewing: true,
  summary: 'Ends viewing as a client: the session is the administrator’s own again. 409 when nobody is viewed.',
  reply: z.object({}),
})
