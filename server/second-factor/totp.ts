// Authenticator app codes (RFC 6238: SHA-1, six digits, thirty seconds, which every app supports).
import { Secret, TOTP } from 'otpauth'
import { codeDigits, stepSeconds, allowedStepDrift } from '../../domain/second-factor.ts'

/** RFC 4226 requires at least 128 bits and recommends 160. */
export const secretBytes = 20

/** @param names what the app shows: the portal's name, and the account's */
export const authenticator = (secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: Secret.fromHex(secret.toString('hex')), digits: codeDigits, period: stepSeconds })

/** The time step that the code belongs to; null if there is none near this time or after `lastStep`. */
export function stepOfCode(secret: Buffer, token: string, now: Date, lastStep: number | null): number | null {
  const app = authenticator(secret)
  const timestamp = now.getTime()
  const delta = app.validate({ token, timestamp, window: allowedStepDrift })
  if (delta === null) return null
  const step = app.counter({ timestamp }) + delta
  return step > (lastStep ?? -1) ? step : null
}
