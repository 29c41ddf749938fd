// Verifies a browser's passkey response: challenge, origin, site, user presence and verification, signature, and
// counter, with @simplewebauthn/server (docs/decisions/0128). Imported with the first passkey.
import sql from 'sql-template-tag'
import { type NewPasskeyInput, type PasskeyAnswer, signatureAlgorithms } from '../../domain/passkey.ts'
import type { Tx } from '../kit/db.ts'
import type { DatedReader } from './challenges.ts'
import { takeChallenge } from './challenges.ts'
import { type StoredPasskey, unsafePasskey } from './queries.ts'

export interface NewPasskey {
  credentialId: string
  publicKey: Uint8Array
  counter: number
  isSynced: boolean
}

/** A passkey belongs to the host; its responses name the exact origin. */
export const siteOf = (publicUrl: string) => ({
  expectedOrigin: new URL(publicUrl).origin,
  expectedRPID: new URL(publicUrl).hostname,
})

/** The passkey registered for this challenge; null for anything else. */
export async function registeredPasskey(
  challenge: string,
  { id, clientDataJSON, attestationObject }: NewPasskeyInput['credential'],
  publicUrl: string,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential(id), response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge,
      ...siteOf(publicUrl),
      requireUserVerification: true,
      supportedAlgorithmIDs: signatureAlgorithms,
    })
    if (!verified) return null
    return {
      credentialId: registrationInfo.credential.id,
      publicKey: registrationInfo.credential.publicKey,
      counter: registrationInfo.credential.counter,
      isSynced: registrationInfo.credentialBackedUp,
    }
  } catch {
    // The library throws for anything invalid; all failures get the same reply.
    return null
  }
}

/** A passkey that signed, and its new signature counter. */
export interface Signed {
  passkey: StoredPasskey
  counter: number
}

/** The passkey that signed this owner's challenge, which is consumed; null for anything else. */
export async function signedBy(
  db: DatedReader,
  owner: string | null,
  { id, clientDataJSON, authenticatorData, signature, userHandle }: PasskeyAnswer,
  publicUrl: string,
): Promise<Signed | null> {
  const challenge = await takeChallenge(db, owner, 'request')
  if (challenge === null) return null
  const passkey = await unsafePasskey(db, id)
  if (passkey === null || (userHandle != null && userHandle !== handleOf(passkey.userId))) return null
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential(id), response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: challenge,
      ...siteOf(publicUrl),
      requireUserVerification: true,
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    })
    return verified ? { passkey, counter: authenticationInfo.newCounter } : null
  } catch {
    // As above; this includes a counter that went backward, the sign of a cloned passkey.
    return null
  }
}

/** The same for a passkey of this user; anyone else's counts as none. */
export async function signedByOwn(
  db: DatedReader,
  userId: string,
  owner: string | null,
  answer: PasskeyAnswer,
  publicUrl: string,
): Promise<Signed | null> {
  const signed = await signedBy(db, owner, answer, publicUrl)
  return signed?.passkey.userId === userId ? signed : null
}

/** Records the use; false if the passkey was removed or used since it was read. */
export const recordPasskeyUse = async (
  tx: Tx,
  { passkey: { id, counter: before }, counter }: Signed,
): Promise<boolean> =>
  (await tx.run(sql`
    update passkeys set counter = ${counter}, used_at = ${tx.now} where id = ${id} and counter = ${before}`)) > 0

/** What a device stores to identify the user: the id, which reveals no name. */
export const handleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

const credential = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} })
