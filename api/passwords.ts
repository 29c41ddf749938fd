import { z } from 'zod'
import { LinkView } from '../domain/one-time-link.ts'
import { ForgotInput, LinkAndPassword, LinkToken, PasswordChange, SetUpInput } from '../domain/password.ts'
import { SignedIn } from '../domain/session.ts'
import { change, create } from './kit/endpoint.ts'

const Message = z.object({ message: z.string() })

export const lookAtLink = change('POST', {
  path: '/api/one-time-links/look',
  who: 'anyone',
  summary:
    'Returns whose link this is, for its page, without using it. 404 if unknown or replaced, 409 if used or expired.',
  body: LinkToken,
  reply: LinkView,
})

export const acceptInvitation = change('POST', {
  path: '/api/invitations/accept',
  who: 'anyone',
  storesNoReply: true,
  summary: 'Sets the first password with an invitation link, and signs in. The link works once.',
  body: LinkAndPassword,
  reply: SignedIn,
})

export const forgotPassword = change('POST', {
  path: '/api/password/forgot',
  who: 'anyone',
  summary: 'Emails a link to choose a new password. The response is the same whether the address is known or not.',
  rateLimit: {
    tries: 20,
    windowSeconds: 3600,
    sentence: 'Too many links were requested from your network. Try again later.',
  },
  body: ForgotInput,
  reply: Message,
})

export const resetPassword = change('POST', {
  path: '/api/password/reset',
  who: 'anyone',
  storesNoReply: true,
  summary: 'Sets a new password with a link (one use, 1 hour) and ends all sessions of that person.',
  body: LinkAndPassword,
  reply: Message,
})

export const changePassword = change('PUT', {
  path: '/api/password',
  who: 'signed-in',
  beforeSecondFactor: true,
  summary:
    "Changes the caller's own password and ends all other sessions. 400 at `current` if the current password is wrong.",
  body: PasswordChange,
  reply: Message,
})

export const setUpPortal = create({
  path: '/api/set-up',
  who: 'anyone',
  storesNoReply: true,
  summary:
    'Creates the first master administrator with the setup link that the portal printed at its first start, and signs in.',
  body: SetUpInput,
  reply: SignedIn,
})
