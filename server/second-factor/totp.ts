// The arithmetic of RFC 6238 and 4226 (HMAC-SHA-1, six digits, thirty seconds: what every authenticator app takes), and base32.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { codeDigits, stepAt, stepSeconds, stepsOff } from '../../domain/second-factor.ts'

/** RFC 4226 asks for at least 128 bits and recommends 160. */
export const secretBytes = 20

export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** codeDigits).padStart(codeDigits, '0')
}

/** The step near this time whose code it is, among those after `lastStep`; null when it is none's. */
export function stepOfCode(secret: Uint8Array, digits: string, now: Date, lastStep: number | null): number | null {
  const middle = stepAt(now)
  for (let step = middle - stepsOff; step <= middle + stepsOff; step++)
    if (step > (lastStep ?? -1) && timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(digits))) return step
  return null
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding, as apps take it. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What the QR code says; the app shows the portal's name and whose account it is. */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=${codeDigits}&period=${stepSeconds}`
}
