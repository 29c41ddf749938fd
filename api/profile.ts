import { z } from 'zod'
import { LinkOnly } from '../domain/password.ts'
import { EmailChange, ProfileChange } from '../domain/profile.ts'
import { UserView } from '../domain/user.ts'
import { change } from './kit/endpoint.ts'

const Message = z.object({ message: z.string() })

export const changeProfile = change('PATCH', {
  path: '/api/profile',
  who: 'signed-in',
  summary: "Updates the caller's own name and phone number. Takes If-Match with the version of GET /api/user.",
  body: ProfileChange,
  reply: UserView,
})

export const askForEmailChange = change('POST', {
  path: '/api/profile/email',
  who: 'signed-in',
  reauthenticate: true,
  summary:
    'Sends a confirmation link to a new email address of the caller (one use, 24 hours). The address changes when the link is opened. The response does not reveal whether someone else has the address. 409 for the current one.',
  rateLimit: {
    tries: 5,
    windowSeconds: 3600,
    sentence: 'Too many links were requested. Check your email, or try again in an hour.',
  },
  body: EmailChange,
  reply: Message,
})

export const confirmEmailChange = change('POST', {
  path: '/api/profile/email/confirmation',
  who: 'anyone',
  storesNoReply: true,
  summary:
    'Confirms the new email address with the link and notifies the previous one. 404 if unknown or replaced; 409 if used, expired, or the address belongs to someone else by then.',
  body: LinkOnly,
  reply: Message,
})
