import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { Letter, LetterLine } from '../domain/letter.ts'
import { list, read, search } from './kit/endpoint.ts'

export const listOutbox = list({
  path: '/api/outbox',
  who: administrators,
  summary: 'The emails that the portal wrote, without their text. Without a mail server they are kept here to be read.',
  of: LetterLine,
  query: { ...search, status: z.enum(Letter.shape.status.options).optional() },
})

export const readLetter = read({
  path: '/api/outbox/:id',
  who: administrators,
  reauthenticate: true,
  summary: 'One email with its text. One-time links are shown in kept emails only, so it needs a step-up (403).',
  reply: Letter,
})
