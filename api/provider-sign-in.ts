import { z } from 'zod'
import { ProviderCodeInput, SignedIn } from '../domain/session.ts'
import { change, raw } from './kit/endpoint.ts'

const rateLimit = {
  tries: 100,
  windowSeconds: 15 * 60,
  sentence: 'Too many sign-ins were started. Wait a few minutes, then try again.',
}

export const signInAtProvider = raw('GET', {
  path: '/api/login/provider',
  who: 'anyone',
  rateLimit,
  summary:
    'For navigation: redirects to the OpenID Connect provider, and in the end to `next` (a path of the portal). 404 without a provider.',
  query: {
    next: z.string().max(2000).optional(),
    /** After a refusal: the provider must ask who it is, because it may remember the wrong account. */
    again: z.literal('yes').optional(),
  },
})

const parameter = z.string().max(8000).optional()

export const returnFromProvider = {
  ...raw('GET', {
    path: '/api/login/provider/callback',
    who: 'anyone',
    summary:
      'Checks the provider’s answer, sets the cookie, and redirects to the requested page, or to the sign-in with `provider` set to `code`, `refused`, or `too-many`. The same redirect for every refusal; refusals count for the address as at POST /api/login.',
  }),
  // Providers add parameters of their own.
  query: z.looseObject({ code: parameter, state: parameter, iss: parameter, error: parameter }),
}

export const finishProviderSignIn = change('POST', {
  path: '/api/login/provider/code',
  who: 'anyone',
  storesNoReply: true,
  summary:
    'Finishes a sign-in at the provider with a `code` of the second factor, or a `passkey`, for ten minutes in the same browser. 401 `second-factor` for a wrong one, limited as at POST /api/login.',
  body: ProviderCodeInput,
  reply: SignedIn,
})

export const reauthenticateAtProvider = raw('GET', {
  path: '/api/sessions/proof/provider',
  who: ['master-admin', 'admin', 'staff'],
  beforeSecondFactor: true,
  rateLimit,
  summary:
    'For navigation: redirects to the OpenID Connect provider, where the caller enters their credentials again, and then to the account page. Not from another site.',
})
