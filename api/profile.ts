import { z } from 'zod'
import { LinkOnly } from '../domain/password.ts'
import { EmailChange, ProfileChange } from '../domain/profile.ts'
import { UserView } from '../domain/user.ts'
import { change } from './kit/endpoint.ts'

const Message = z.object({ message: z.string() })

export const changeProfile = change('PATCH', {
  path: '/api/profile',
  who: 'signed-in',
  summary: "Changes the caller's own name and phone number. Takes If-Match with the version of GET /api/user.",
  body: ProfileChange,
  reply: UserView,
})

export const askForEmailChange = change('POST', {
  path: '/api/profile/email',
  who: 'signed-in',
  reauthenticate: true,
  summary:
    'Sends a link to a new email address of the caller (24 hours, once); the address counts once it is opened. The answer never tells whether somebody else has the address. 409 for the present one.',
  rateLimit: {
    tries: 5,
    windowSeconds: 3600,
    sentence: 'Too many links were asked for. Please look at your letters, or try again in an hour.',
  },
  body: EmailChange,
  reply: Message,
})

export const confirmEmailChange = change('POST', {
  path: '/api/profile/email/confirmation',
  who: 'anyone',
  keepsNoAnswer: true,
  summary:
    'Uses the link: the new address counts from now on, and the old one is told. 404 unknown or replaced, 409 used, expired, or somebody else’s address by now.',
  body: LinkOnly,
  reply: Message,
})
