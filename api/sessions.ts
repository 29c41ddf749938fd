import { z } from 'zod'
import { ForgotInput } from '../domain/password.ts'
import {
  Demonstration,
  OwnUser,
  ReauthenticationInput,
  SessionView,
  SignedIn,
  SignInInput,
  SignInLinkInput,
} from '../domain/session.ts'
import { change, list, raw, read } from './kit/endpoint.ts'

export const signIn = change('POST', {
  path: '/api/login',
  who: 'anyone',
  whileImpersonating: true,
  storesNoReply: true,
  summary:
    'Signs in with a username or email and sets the cookie. The same 401 for every failure; 10 failures for a name and address, or 50 for an address, in 15 minutes: 429. With two-factor authentication, a correct password without a correct `code`, or a `passkey` of that person that signed a challenge, is a 401 `second-factor`; 5 failures in 15 minutes: 429.',
  body: SignInInput,
  reply: SignedIn,
})

export const requestSignInLink = change('POST', {
  path: '/api/sign-in-links',
  who: 'anyone',
  summary:
    'Emails a client a sign-in link that works once and expires in 15 minutes. The response is the same whether or not the address is known.',
  rateLimit: {
    tries: 20,
    windowSeconds: 3600,
    sentence: 'Too many links were requested from your network. Try again later.',
  },
  body: ForgotInput,
  reply: z.object({ message: z.string() }),
})

export const signInWithLink = change('POST', {
  path: '/api/login/link',
  who: 'anyone',
  whileImpersonating: true,
  storesNoReply: true,
  summary:
    'Signs a client in with an emailed link and sets the cookie. 404 for an unknown or replaced link, 409 for a used or expired one; failures count toward the limit of POST /api/login. With two-factor authentication, a call without a correct `code` or `passkey` gets a 401 `second-factor`, and the link remains valid.',
  body: SignInLinkInput,
  reply: SignedIn,
})

export const signOut = change('POST', {
  path: '/api/logout',
  who: 'anyone',
  whileImpersonating: true,
  summary: 'Signs out: ends this session, if there is one.',
  reply: z.object({}),
})

export const askToSignIn = raw('GET', {
  path: '/api/login',
  who: 'anyone',
  summary: 'For navigation: redirects to the sign-in dialog, then to `next` (a path of the portal).',
  query: { next: z.string().max(2000).optional() },
})

export const signOutByAddress = raw('GET', {
  path: '/api/logout',
  who: 'anyone',
  summary: 'For navigation: ends this session and redirects to the home page. Not from another site.',
})

export const readOwnUser = read({
  path: '/api/user',
  who: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Returns the signed-in user, and whether they must set up two-factor authentication first.',
  reply: OwnUser,
})

export const reauthenticate = change('POST', {
  path: '/api/sessions/proof',
  who: 'signed-in',
  beforeSecondFactor: true,
  storesNoReply: true,
  summary:
    'Reauthenticates with the password, a `code` of the second factor, or a `passkey` that signed a challenge. For ten minutes, calls that require recent authentication (403 `step-up`) are allowed. The session continues with a new cookie. 400 for a failure, limited like a sign-in.',
  body: ReauthenticationInput,
  reply: z.object({}),
})

export const checkReauthentication = read({
  path: '/api/sessions/proof',
  who: 'signed-in',
  beforeSecondFactor: true,
  reauthenticate: true,
  summary:
    'Returns whether calls that require recent authentication are allowed: 200, or 403 `step-up`. For links to files, which cannot ask for the password.',
  reply: z.object({}),
})

export const listSessions = list({
  path: '/api/sessions',
  who: 'signed-in',
  beforeSecondFactor: true,
  summary: "Lists the caller's own active sessions; `browser` is a description, `current` marks this one.",
  of: SessionView,
})

export const endSession = change('DELETE', {
  path: '/api/sessions/:id',
  who: 'signed-in',
  beforeSecondFactor: true,
  summary: "Ends one of the caller's own sessions and returns it.",
  reply: SessionView,
})

export const endOtherSessions = change('DELETE', {
  path: '/api/sessions',
  who: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Ends all sessions of the caller except this one, and returns how many.',
  reply: z.object({ ended: z.int() }),
})

export const readDemonstration = read({
  path: '/api/demonstration',
  who: 'anyone',
  summary:
    'Returns the accounts of a demonstration, with their passwords if only this machine can reach it. 404 otherwise.',
  reply: Demonstration,
})
