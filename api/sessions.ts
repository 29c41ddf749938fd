import { z } from 'zod'
import { Demonstration, OwnUser, ReauthenticationInput, SessionView, SignedIn, SignInInput } from '../domain/session.ts'
import { change, list, raw, read } from './kit/endpoint.ts'

export const signIn = change('POST', {
  path: '/api/login',
  who: 'anyone',
  whileViewing: true,
  keepsNoAnswer: true,
  summary:
    'Signs in with username or e-mail and sets the cookie. The same 401 for whatever is wrong; 10 wrong tries for a name and address, or 50 for an address, in 15 minutes: 429. Where there is a second factor, a right password without a right `code`, or a `passkey` of that person that signed a challenge, is a 401 `second-factor`; 5 wrong ones in 15 minutes: 429.',
  body: SignInInput,
  reply: SignedIn,
})

export const signOut = change('POST', {
  path: '/api/logout',
  who: 'anyone',
  whileViewing: true,
  summary: 'Ends this session, if there is one.',
  reply: z.object({}),
})

export const askToSignIn = raw('GET', {
  path: '/api/login',
  who: 'anyone',
  summary: 'For navigation: goes to the sign-in dialog, which leads to `next` (a path of the portal) afterwards.',
  query: { next: z.string().max(2000).optional() },
})

export const signOutByAddress = raw('GET', {
  path: '/api/logout',
  who: 'anyone',
  summary: 'For navigation: ends this session and goes to the start page. Not from another site.',
})

export const readOwnUser = read({
  path: '/api/user',
  who: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Whoever is signed in, and whether they must set up a second factor first.',
  reply: OwnUser,
})

export const reauthenticate = change('POST', {
  path: '/api/sessions/proof',
  who: 'signed-in',
  beforeSecondFactor: true,
  keepsNoAnswer: true,
  summary:
    'Enters the password once more, a `code` of the second factor, or a `passkey` that signed a challenge: for ten minutes the calls that ask for it (403 `step-up`) go through. The session goes on under a new cookie. 400 for a wrong one, limited like a sign-in.',
  body: ReauthenticationInput,
  reply: z.object({}),
})

export const checkReauthentication = read({
  path: '/api/sessions/proof',
  who: 'signed-in',
  beforeSecondFactor: true,
  reauthenticate: true,
  summary:
    'Whether calls that need a step-up go through: 200, or 403 `step-up`. For links to files, which cannot ask for the password themselves.',
  reply: z.object({}),
})

export const listSessions = list({
  path: '/api/sessions',
  who: 'signed-in',
  beforeSecondFactor: true,
  summary: "The caller's own live sessions; `browser` in words, `current` is this one.",
  of: SessionView,
})

export const endSession = change('DELETE', {
  path: '/api/sessions/:id',
  who: 'signed-in',
  beforeSecondFactor: true,
  summary: "Ends one of the caller's own sessions and answers what it was.",
  reply: SessionView,
})

export const endOtherSessions = change('DELETE', {
  path: '/api/sessions',
  who: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Ends all sessions of the caller but this one, and answers how many.',
  reply: z.object({ ended: z.int() }),
})

export const readDemonstration = read({
  path: '/api/demonstration',
  who: 'anyone',
  summary:
    'In a demonstration: its accounts, with their passwords where only this machine reaches it. Elsewhere there is nothing here (404).',
  reply: Demonstration,
})
