import {
  AddedPasskey,
  NewPasskeyInput,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignInInput,
  PasskeyView,
} from '../domain/passkey.ts'
import { SignedIn } from '../domain/session.ts'
import { change, create, list } from './kit/endpoint.ts'

export const listPasskeys = list({
  path: '/api/passkeys',
  who: 'signed-in',
  beforeSecondFactor: true,
  summary: "Lists the caller's own passkeys, with their last use.",
  of: PasskeyView,
})

export const beginPasskey = change('POST', {
  path: '/api/passkeys/creation',
  who: 'signed-in',
  beforeSecondFactor: true,
  reauthenticate: true,
  storesNoReply: true,
  summary:
    'Returns what a browser needs to create a passkey (WebAuthn): a challenge that works once, for five minutes, in this session. 409 with ten passkeys.',
  reply: PasskeyCreation,
})

export const addPasskey = create({
  path: '/api/passkeys',
  who: 'signed-in',
  beforeSecondFactor: true,
  reauthenticate: true,
  storesNoReply: true,
  summary:
    'Adds the passkey that was created for the challenge; bytes are base64url. It is a second factor and also signs in on its own. The first factor returns ten recovery codes, shown once, and ends all other sessions. 400 if it does not match the challenge, 409 if it is already known or there are ten.',
  body: NewPasskeyInput,
  reply: AddedPasskey,
})

export const removePasskey = change('DELETE', {
  path: '/api/passkeys/:id',
  who: 'signed-in',
  reauthenticate: true,
  summary:
    "Removes one of the caller's own passkeys and returns it. 409 if it is the last factor and one is required, or if the password is too short without one.",
  reply: PasskeyView,
})

export const askPasskey = change('POST', {
  path: '/api/passkeys/challenge',
  who: 'anyone',
  whileImpersonating: true,
  beforeSecondFactor: true,
  storesNoReply: true,
  rateLimit: {
    tries: 200,
    windowSeconds: 15 * 60,
    sentence: 'Too many passkey requests. Wait a few minutes, then try again.',
  },
  summary:
    'Returns a challenge for a passkey to sign. It works once, for five minutes, in the session or (signed out) in the browser that requested it. `known` lists the passkeys of the person who is signed in.',
  reply: PasskeyRequest,
})

export const signInWithPasskey = change('POST', {
  path: '/api/login/passkey',
  who: 'anyone',
  whileImpersonating: true,
  storesNoReply: true,
  summary:
    'Signs in with a passkey, without a password or code, and sets the cookie. The same 401 for every failure; failures count toward the limit of POST /api/login.',
  body: PasskeySignInInput,
  reply: SignedIn,
})
