// A passkey: a key that a device keeps and opens with a fingerprint, a face or a PIN (WebAuthn, Level 3). It is something one has
// and something one is or knows, so it signs in by itself, and is the second factor of whoever has one.
import { z } from 'zod'
import { conflict, invalid, DomainError } from './errors.ts'
import { Id, Instant, kept, requiredName } from './text.ts'

export const passkeyLimit = 10
/** A challenge is good once, in the browser that asked for it, for this long. */
export const challengeMinutes = 5

/** COSE numbers of the signatures that are taken: EdDSA, ES256, RS256. */
export const signatureAlgorithms = [-8, -7, -257]

const unreadable = 'Your browser sent a passkey that cannot be read. Please try again.'
/** Bytes as the browser gives them, in base64url without padding. */
const bytes = (limit: number) =>
  z
    .string(unreadable)
    .max(limit, unreadable)
    .regex(/^[\w-]+$/, unreadable)

/** What the browser is given to make a passkey with. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rpId: z.string(),
  rpName: z.string(),
  userHandle: z.string(),
  username: z.string(),
  displayName: z.string(),
  algorithms: z.array(z.int()),
  /** Those that the person has; the same device makes no second one. */
  known: z.array(z.string()),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** What the browser is given to have a passkey sign; without `known` it offers those that it has for the portal. */
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

/** A challenge that a passkey has signed. */
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
  /** Kept by the maker of the device in the person's account there, and so on their other devices too. */
  isSynced: z.boolean(),
  createdAt: Instant,
  usedAt: Instant.nullable(),
  version: kept.version,
})
export type PasskeyView = z.infer<typeof PasskeyView>

/** Recovery codes come with the first factor, shown this once; null where there are some already. */
export const AddedPasskey = PasskeyView.extend({ recoveryCodes: z.array(z.string()).nullable() })
export type AddedPasskey = z.infer<typeof AddedPasskey>

/** Refuses (409) an eleventh. */
export function assertCanAddPasskey(count: number): void {
  if (count >= passkeyLimit)
    throw conflict(`You have ${passkeyLimit} passkeys. Remove one that you no longer use first.`)
}

/** To whoever registers one: the answer belongs to no challenge of this session, or is not what was asked for. */
export const passkeyNotAdded = () =>
  invalid('credential', 'This passkey could not be checked, or it took longer than five minutes. Please try again.')

export const passkeyKnown = () => conflict('This passkey was added already.')

/** At the sign-in, whatever is wrong with it. */
export const passkeyRefused = () =>
  new DomainError('signed-out', 'This passkey opens no account here. Try another one, or sign in with your password.')

const noneOfYours = 'This is none of your passkeys, or it took longer than five minutes. Please try again.'

/** At the sign-in after a right password, whatever is wrong with it; the password need not be typed again. */
export const passkeyNotTheirs = () =>
  new DomainError('second-factor', noneOfYours, { issues: [{ path: 'passkey', message: noneOfYours }] })

/** The same where somebody is signed in already. */
export const passkeyNotProved = () => invalid('passkey', noneOfYours)
