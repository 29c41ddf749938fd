// The browser's part of a passkey: bytes in and out of navigator.credentials. Without zod: signing in happens on the landing page.
import type { NewPasskeyInput, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../../domain/passkey.ts'
import { CallError } from '../kit/call.ts'
import { texts } from './words.ts'

/** Browsers make passkeys for host names over TLS, and for localhost; never for an IP address. */
export const canUsePasskeys = () =>
  window.isSecureContext && typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)

export async function makePasskey(options: PasskeyCreation): Promise<NewPasskeyInput['credential']> {
  const { rawId, response } = await unlessDeclined(texts.notCreated, () =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(options.challenge),
        rp: { id: options.rpId, name: options.rpName },
        user: { id: bytesOf(options.userHandle), name: options.username, displayName: options.displayName },
        pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: options.known.map(named),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    }),
  )
  // The type does not say which kind of response a creation returns.
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse
  return { id: textOf(rawId), clientDataJSON: textOf(clientDataJSON), attestationObject: textOf(attestationObject) }
}

export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyAnswer> {
  const { rawId, response } = await unlessDeclined(texts.notUsed, () =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(options.challenge),
        rpId: options.rpId,
        allowCredentials: options.known.map(named),
        userVerification: 'required',
      },
    }),
  )
  // As above.
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse
  return {
    id: textOf(rawId),
    clientDataJSON: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
    userHandle: userHandle === null ? null : textOf(userHandle),
  }
}

async function unlessDeclined(sentence: string, work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const made = await work()
    if (made instanceof PublicKeyCredential) return made
  } catch (error) {
    // A device that already has a passkey reports that; all other errors look like a cancellation, to reveal nothing.
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw passkeyError('This device already has a passkey.')
    if (!(error instanceof DOMException)) throw error
  }
  throw passkeyError(sentence)
}

const passkeyError = (sentence: string) => new CallError({ status: 0, text: sentence, code: 'passkey', sentence })

const named = (id: string) => ({ type: 'public-key' as const, id: bytesOf(id) })

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const textOf = (bytes: ArrayBuffer) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
