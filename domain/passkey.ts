// A passkey: a key stored on a device and unlocked with a fingerprint, a face, or a PIN (WebAuthn, Level 3). It
// combines two factors, so it can sign in alone, and it is the second factor of a user who has one.
import { z } from 'zod'
import { conflict, invalid, DomainError } from './errors.ts'
import { Id, Instant, versioned, requiredName } from './text.ts'

export const passkeyLimit = 10
/** How long a challenge is valid, once, in the browser that requested it. */
export const challengeMinutes = 5

/** COSE identifiers of accepted signatures: EdDSA, ES256, RS256. */
export const signatureAlgorithms = [-8, -7, -257]

const unreadable = 'Your browser sent a passkey that can’t be read. Try again.'
/** Bytes from the browser, in base64url without padding. */
const bytes = (limit: number) =>
  z
    .string(unreadable)
    .max(limit, unreadable)
    .regex(/^[\w-]+$/, unreadable)

/** Options for the browser to create a passkey. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rpId: z.string(),
  rpName: z.string(),
  userHandle: z.string(),
  username: z.string(),
  displayName: z.string(),
  algorithms: z.array(z.int()),
  /** The user's existing ones, so that a device does not create a second one. */
  known: z.array(z.string()),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** Options for the browser to sign with a passkey; without `known` it offers any that it has for the portal. */
export const PasskeyRequest = z.object({ challenge: z.string(), rpId: z.string(), known: z.array(z.string()) })
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

export const NewPasskeyInput = z.strictObject({
  name: requiredName('Name is required'),
  credential: z.strictObject(
    {
      id: bytes(1500),
      clientDataJSON: bytes(4000),
      attestationObject: bytes(20_000),
    },
    unreadable,
  ),
})
export type NewPasskeyInput = z.infer<typeof NewPasskeyInput>

/** A challenge signed by a passkey. */
export const PasskeyAnswer = z.strictObject(
  {
    id: bytes(1500),
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(2000),
    userHandle: bytes(200).nullish(),
  },
  unreadable,
)
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

export const PasskeySignInInput = z.strictObject({ passkey: PasskeyAnswer })

export const PasskeyView = z.object({
  id: Id,
  name: z.string(),
  /** Synced by the device's vendor to the user's other devices. */
  isSynced: z.boolean(),
  createdAt: Instant,
  usedAt: Instant.nullable(),
  version: versioned.version,
})
export type PasskeyView = z.infer<typeof PasskeyView>

/** Recovery codes are created with the first factor and shown once; null if there are some already. */
export const AddedPasskey = PasskeyView.extend({ recoveryCodes: z.array(z.string()).nullable() })
export type AddedPasskey = z.infer<typeof AddedPasskey>

/** Throws 409 above the limit of ten. */
export function assertCanAddPasskey(count: number): void {
  if (count >= passkeyLimit)
    throw conflict(`You have ${passkeyLimit} passkeys. Remove one that you no longer use first.`)
}

/** On registration: the response does not match a challenge of this session, or is invalid. */
export const passkeyNotAdded = () =>
  invalid('credential', 'This passkey couldn’t be verified, or it took longer than five minutes. Try again.')

export const passkeyKnown = () => conflict('This passkey was already added.')

/** At sign-in, for any failure. */
export const passkeyRefused = () =>
  new DomainError(
    'signed-out',
    'This passkey doesn’t belong to an account here. Try another one, or sign in with your password.',
  )

const noneOfYours = 'This isn’t one of your passkeys, or it took longer than five minutes. Try again.'

/** At sign-in after a correct password, for any failure; the password need not be entered again. */
export const passkeyNotTheirs = () =>
  new DomainError('second-factor', noneOfYours, { issues: [{ path: 'passkey', message: noneOfYours }] })

/** The same for someone who is signed in already. */
export const passkeyNotProved = () => invalid('passkey', noneOfYours)
