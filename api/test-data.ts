import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { change } from './kit/endpoint.ts'

export const setUpTestData = change('POST', {
  path: '/api/setup-test-data',
  who: administrators,
  summary: 'In demonstration mode: sample people and folders, any number of times without colliding. Elsewhere 404.',
  reply: z.object({ message: z.string(), users: z.int(), clientFolders: z.int() }),
  status: 201,
})
