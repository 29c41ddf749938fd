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
  summary: "The caller's own passkeys, with their last use.",
  of: PasskeyView,
})

export const beginPasskey = change('POST', {
  path: '/api/passkeys/creation',
  who: 'signed-in',
  beforeSecondFactor: true,
  reauthenticate: true,
  keepsNoAnswer: true,
  summary:
    'What a browser needs to make a passkey (WebAuthn): a challenge that is good once, for five minutes, in this session. 409 with ten passkeys.',
  reply: PasskeyCreation,
})

export const addPasskey = create({
  path: '/api/passkeys',
  who: 'signed-in',
  beforeSecondFactor: true,
  reauthenticate: true,
  keepsNoAnswer: true,
  summary:
    'Adds the passkey that was made for the challenge; bytes are base64url. It is a second factor and signs in by itself. With the first factor come ten recovery codes, shown this once, and all other sessions end. 400 for whatever does not belong to the challenge, 409 for one that is known and past ten.',
  body: NewPasskeyInput,
  reply: AddedPasskey,
})

export const removePasskey = change('DELETE', {
  path: '/api/passkeys/:id',
  who: 'signed-in',
  reauthenticate: true,
  summary:
    "Removes one of the caller's own passkeys and answers what it was. 409 where it is the last factor and one is required, or the password too short to do without.",
  reply: PasskeyView,
})

export const askPasskey = change('POST', {
  path: '/api/passkeys/challenge',
  who: 'anyone',
  whileViewing: true,
  beforeSecondFactor: true,
  keepsNoAnswer: true,
  rateLimit: {
    tries: 200,
    windowSeconds: 15 * 60,
    sentence: 'Passkeys were asked for too often. Please wait a few minutes, then try again.',
  },
  summary:
    'A challenge for a passkey to sign, good once, for five minutes, in the session or (signed out) the browser that asks. `known` names the passkeys of whoever is signed in.',
  reply: PasskeyRequest,
})

export const signInWithPasskey = change('POST', {
  path: '/api/login/passkey',
  who: 'anyone',
  whileViewing: true,
  keepsNoAnswer: true,
  summary:
    'Signs in with a passkey, without password and code, and sets the cookie. The same 401 for whatever is wrong; wrong tries count for the address like those at POST /api/login.',
  body: PasskeySignInInput,
  reply: SignedIn,
})
