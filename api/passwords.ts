import { z } from 'zod'
import { LinkView } from '../domain/one-time-link.ts'
import { ForgotInput, LinkAndPassword, LinkToken, PasswordChange, SetUpInput } from '../domain/password.ts'
import { SignedIn } from '../domain/session.ts'
import { change, create } from './kit/endpoint.ts'

const Message = z.object({ message: z.string() })

export const lookAtLink = change('POST', {
  path: '/api/one-time-links/look',
  who: 'anyone',
  summary: 'Whose link this is, for its page; does not use it up. 404 unknown or replaced, 409 used or expired.',
  body: LinkToken,
  reply: LinkView,
})

export const acceptInvitation = change('POST', {
  path: '/api/invitations/accept',
  who: 'anyone',
  keepsNoAnswer: true,
  summary: 'Chooses the first password with an invitation, and signs in. The link is good once.',
  body: LinkAndPassword,
  reply: SignedIn,
})

export const forgotPassword = change('POST', {
  path: '/api/password/forgot',
  who: 'anyone',
  summary: 'Asks for a link to choose a new password. The answer is the same whether the address is known or not.',
  rateLimit: {
    tries: 20,
    windowSeconds: 3600,
    sentence: 'Too many links were asked for from your address. Please try again later.',
  },
  body: ForgotInput,
  reply: Message,
})

export const resetPassword = change('POST', {
  path: '/api/password/reset',
  who: 'anyone',
  keepsNoAnswer: true,
  summary: 'Chooses a new password with a link (1 hour, once) and ends all sessions of the person.',
  body: LinkAndPassword,
  reply: Message,
})

export const changePassword = change('PUT', {
  path: '/api/password',
  who: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Changes the own password; 400 at `current` when that is wrong. Ends all other sessions.',
  body: PasswordChange,
  reply: Message,
})

export const setUpPortal = create({
  path: '/api/set-up',
  who: 'anyone',
  keepsNoAnswer: true,
  summary: 'Makes the first master-admin with the link that the portal printed at its start, and signs in.',
  body: SetUpInput,
  reply: SignedIn,
})
