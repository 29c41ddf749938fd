import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { Letter } from '../domain/letter.ts'
import { list, search } from './kit/endpoint.ts'

export const listOutbox = list({
  path: '/api/outbox',
  who: administrators,
  summary:
    'The letters that the portal wrote. Without a mail server they are kept here to be read; one-time links are shown in kept letters only.',
  of: Letter,
  query: { ...search, status: z.enum(Letter.shape.status.options).optional() },
})
