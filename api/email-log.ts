import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { Email, EmailLine } from '../domain/email.ts'
import { list, read, search } from './kit/endpoint.ts'

export const listStoredEmails = list({
  path: '/api/outbox',
  who: administrators,
  summary:
    'Lists the emails that the portal has sent, without their text. If no mail server is set up, they are stored here to be read.',
  of: EmailLine,
  query: {
    ...search,
    status: z.enum(Email.shape.status.options).optional(),
    order: z.enum(['newest', 'oldest']).optional(),
  },
})

export const readStoredEmail = read({
  path: '/api/outbox/:id',
  who: administrators,
  reauthenticate: true,
  summary:
    'Returns one email with its text. One-time links are shown only in emails that were not sent, so it requires recent authentication (403).',
  reply: Email,
})
