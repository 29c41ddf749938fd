// A software authenticator for tests without a browser: it creates keys (ES256, no attestation), signs challenges per
// WebAuthn Level 3, and returns false data if a test asks for it.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../domain/passkey.ts'

/** False data that a device or a malicious program may return. */
export interface Overrides {
  origin?: string
  rpId?: string
  /** Without user verification: no PIN, no fingerprint. */
  unverified?: boolean
  challenge?: string
  counter?: number
  type?: string
  userHandle?: string
}

export interface Key {
  id: string
  rpId: string
  userHandle: string
  counter: number
  privateKey: KeyObject
}

const present = 0x01
const verified = 0x04
const withKey = 0x40

export function makePasskey(options: PasskeyCreation, origin: string, overrides: Overrides = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const key: Key = {
    id: id.toString('base64url'),
    rpId: options.rpId,
    userHandle: options.userHandle,
    counter: 0,
    privateKey,
  }
  const data = Buffer.concat([
    authenticatorData(key, withKey, overrides),
    Buffer.alloc(16),
    Buffer.from([id.length >> 8, id.length & 255]),
    id,
    cose,
  ])
  const attestation = Buffer.concat([
    Buffer.from('a3', 'hex'),
    cborText('fmt'),
    cborText('none'),
    cborText('attStmt'),
    Buffer.from('a0', 'hex'),
    cborText('authData'),
    Buffer.from([0x59, data.length >> 8, data.length & 255]),
    data,
  ])
  const clientDataJSON = clientData('webauthn.create', options.challenge, origin, overrides)
  return { key, credential: { id: key.id, clientDataJSON, attestationObject: attestation.toString('base64url') } }
}

export function signWith(key: Key, options: PasskeyRequest, origin: string, overrides: Overrides = {}): PasskeyAnswer {
  key.counter += 1
  const data = authenticatorData(key, 0, overrides)
  const clientDataJSON = clientData('webauthn.get', options.challenge, origin, overrides)
  const signed = Buffer.concat([data, createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()])
  return {
    id: key.id,
    clientDataJSON,
    authenticatorData: data.toString('base64url'),
    signature: sign('sha256', signed, key.privateKey).toString('base64url'),
    userHandle: overrides.userHandle ?? key.userHandle,
  }
}

function authenticatorData(
  key: Key,
  more: number,
  { rpId = key.rpId, unverified, counter = key.counter }: Overrides,
): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const flags = present | (unverified === true ? 0 : verified) | more
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
}

const clientData = (
  type: string,
  expected: string,
  own: string,
  { origin = own, challenge = expected, ...overrides }: Overrides,
) =>
  Buffer.from(JSON.stringify({ type: overrides.type ?? type, challenge, origin, crossOrigin: false })).toString(
    'base64url',
  )

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
