// The second factor: a passkey (domain/passkey.ts), or an authenticator app that shows six digits for thirty seconds (RFC 6238),
// and ten recovery codes for the day the phone is gone. A code works once; the one before and the one after count too, since
// clocks differ.
import { z } from 'zod'
import type { Role } from './actor.ts'
import { conflict, forbidden, DomainError } from './errors.ts'
import { Instant } from './text.ts'
import type { User } from './user.ts'

export const stepSeconds = 30
export const codeDigits = 6
/** How many steps a clock may be off, either way. */
export const stepsOff = 1
export const recoveryCodeCount = 10
/** Wrong codes in 15 minutes, for one person; then 429. */
export const wrongCodes = 5

/** Six digits or a recovery code, with whatever blanks and hyphens it was copied with. */
export const Code = z
  .string('Code is required')
  .min(1, 'Code is required')
  .max(64, 'This code is too long.')
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'This contains characters that cannot be used.')

export const CodeInput = z.strictObject({ code: Code })

/** Somebody's own second factor. */
export const SecondFactorView = z.object({
  /** There is an app, or a passkey. */
  isOn: z.boolean(),
  hasApp: z.boolean(),
  /** When the app was set up. */
  since: Instant.nullable(),
  passkeys: z.int(),
  recoveryCodesLeft: z.int(),
  /** An administrator requires one of the whole team. */
  isRequired: z.boolean(),
  /** The password is too short to do without; a longer one comes first. */
  passwordIsShort: z.boolean(),
})
export type SecondFactorView = z.infer<typeof SecondFactorView>

/** To be entered in the app: as a QR code of `uri`, or `secret` by hand (base32). It is shown this once. */
export const NewSecret = z.object({ secret: z.string(), uri: z.string() })
export type NewSecret = z.infer<typeof NewSecret>

/** Shown this once; each is good once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const Requirement = z.object({
  isRequired: z.boolean(),
  /** How many active people of the team have none yet; clients are never asked. */
  without: z.int(),
})
export const RequirementInput = z.strictObject({ isRequired: z.boolean('Please choose yes or no.') })

/** Digits as they are compared, or null for what is no code of an app. */
export function digitsOf(typed: string): string | null {
  const bare = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(bare) ? bare : null
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A recovery code as it is compared, whatever the case and the hyphens; null for what is none. */
export function recoveryCodeOf(typed: string): string | null {
  const bare = typed.replace(/[\s-]/g, '').toLowerCase()
  return new RegExp(`^[${alphabet}]{16}$`).test(bare) ? bare : null
}

/** 16 letters and digits that look like nothing else (79 bits), in fours. @param chance 16 numbers below 31 */
export const recoveryCodeFrom = (chance: readonly number[]): string =>
  chance.map((number, i) => (i > 0 && i % 4 === 0 ? '-' : '') + (alphabet[number] ?? '')).join('')

export const recoveryAlphabet = alphabet.length

/** At the sign-in, after a right password: the code is missing. */
export const codeWanted = (hasApp: boolean) =>
  new DomainError(
    'second-factor',
    hasApp
      ? 'Enter the code from your authenticator app, or a recovery code.'
      : 'Sign in with your passkey, or enter a recovery code.',
  )

const wrongCode = 'This code is not right, or it was used already. Wait for the next one, then try again.'

/** At the sign-in: the code is wrong; the password need not be typed again. */
export const codeRefused = () =>
  new DomainError('second-factor', wrongCode, { issues: [{ path: 'code', message: wrongCode }] })

/** The same where somebody is signed in already. */
export const codeInvalid = () =>
  new DomainError('invalid', wrongCode, { issues: [{ path: 'code', message: wrongCode }] })

/** Whether the portal asks this role for a second factor before anything else. */
export const asksFor = (role: Role, isRequired: boolean) => isRequired && role !== 'client'

/** To whoever must set one up: nothing else goes before. */
export const secondFactorFirst = () =>
  new DomainError('second-factor-required', 'Set up two-step sign-in first. Your account page leads you through it.')

/** Refuses 409 to turn the app off where there is none, or where it may not go. */
export function assertCanTurnOffApp({ hasApp, passkeys, ...factor }: SecondFactorView): void {
  if (!hasApp) throw conflict('There is no authenticator app to turn off.')
  assertCanRemoveSecondFactor({ ...factor, isLast: passkeys === 0 })
}

/** Refuses 409 to take the last factor off where one is required, or where a short password rests on it. */
export function assertCanRemoveSecondFactor({
  isLast,
  isRequired,
  passwordIsShort,
}: Pick<SecondFactorView, 'isRequired' | 'passwordIsShort'> & { isLast: boolean }): void {
  if (!isLast) return
  if (isRequired)
    throw conflict(
      'Two-step sign-in is required for the team. Set up another app or passkey first, then take this off.',
    )
  if (passwordIsShort)
    throw conflict('Your password is shorter than 15 characters. Choose a longer one first, then take this off.')
}

/** An administrator helps somebody who lost phone and codes; one's own is turned off on the account page. */
export function assertCanResetSecondFactor(
  user: Pick<User, 'id' | 'role'>,
  actor: { id: string; role: Role },
  isOn: boolean,
): void {
  if (user.role === 'master-admin' && actor.role !== 'master-admin')
    throw forbidden('Only a master-admin can change a master-admin.')
  if (user.id === actor.id) throw conflict('This is your own account. Turn two-step sign-in off on your account page.')
  if (!isOn) throw conflict('This person has no two-step sign-in.')
}
