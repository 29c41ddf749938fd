// The second factor: a passkey (domain/passkey.ts), or an authenticator app that shows six digits for thirty seconds
// (RFC 6238), and ten recovery codes in case the phone is lost. A code works once; the previous and the next one are
// accepted too, since clocks differ.
import { z } from 'zod'
import type { Role } from './actor.ts'
import { conflict, forbidden, DomainError } from './errors.ts'
import { Instant } from './text.ts'
import type { User } from './user.ts'

export const stepSeconds = 30
export const codeDigits = 6
/** How many steps a clock may be off in either direction. */
export const allowedStepDrift = 1
export const recoveryCodeCount = 10
/** Wrong codes per person in 15 minutes; above that 429. */
export const wrongCodes = 5

/** Six digits or a recovery code, with any spaces and hyphens. */
export const Code = z
  .string('Code is required')
  .min(1, 'Code is required')
  .max(64, 'This code is too long.')
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'This contains characters that can’t be used.')

export const CodeInput = z.strictObject({ code: Code })

/** A user's own second factor. */
export const SecondFactorView = z.object({
  /** There is an app, or a passkey. */
  isOn: z.boolean(),
  hasApp: z.boolean(),
  /** When the app was set up. */
  since: Instant.nullable(),
  passkeys: z.int(),
  recoveryCodesLeft: z.int(),
  /** An administrator requires one of the team. */
  isRequired: z.boolean(),
  /** The password is too short without a second factor, so it must be changed first. */
  passwordIsShort: z.boolean(),
})
export type SecondFactorView = z.infer<typeof SecondFactorView>

/** For the app: `uri` as a QR code, or `secret` entered manually (base32). Shown only once. */
export const NewSecret = z.object({ secret: z.string(), uri: z.string() })
export type NewSecret = z.infer<typeof NewSecret>

/** Shown only once; each works once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const Requirement = z.object({
  isRequired: z.boolean(),
  /** Number of active team members without one; clients are never required to have one. */
  without: z.int(),
})
export const RequirementInput = z.strictObject({ isRequired: z.boolean('Choose yes or no.') })

/** Normalized digits, or null if it is not an app code. */
export function digitsOf(typed: string): string | null {
  const bare = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(bare) ? bare : null
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A normalized recovery code, ignoring case and hyphens; null if it is not one. */
export function recoveryCodeOf(typed: string): string | null {
  const bare = typed.replace(/[\s-]/g, '').toLowerCase()
  return new RegExp(`^[${alphabet}]{16}$`).test(bare) ? bare : null
}

/** 16 unambiguous letters and digits (79 bits), in groups of four. @param chance 16 numbers below 31 */
export const recoveryCodeFrom = (chance: readonly number[]): string =>
  chance.map((number, i) => (i > 0 && i % 4 === 0 ? '-' : '') + (alphabet[number] ?? '')).join('')

export const recoveryAlphabet = alphabet.length

/** At sign-in, after a correct password: the code is missing. */
export const codeRequiredError = (hasApp: boolean) =>
  new DomainError(
    'second-factor',
    hasApp
      ? 'Enter the code from your authenticator app, or a recovery code.'
      : 'Sign in with your passkey, or enter a recovery code.',
  )

const wrongCode = 'This code isn’t correct, or it was already used. Wait for the next one, then try again.'

/** At sign-in: the code is wrong; the password need not be entered again. */
export const wrongCodeError = () =>
  new DomainError('second-factor', wrongCode, { issues: [{ path: 'code', message: wrongCode }] })

/** The same for someone who is signed in already. */
export const codeInvalid = () =>
  new DomainError('invalid', wrongCode, { issues: [{ path: 'code', message: wrongCode }] })

/** Whether this role must set up a second factor before anything else. */
export const requiresSecondFactor = (role: Role, isRequired: boolean) => isRequired && role !== 'client'

/** For users who must set one up first. */
export const secondFactorFirst = () =>
  new DomainError('second-factor-required', 'Set up two-factor authentication in your account settings first.')

/** Throws 409 for turning the app off if there is none, or if it is required. */
export function assertCanTurnOffApp({ hasApp, passkeys, ...factor }: SecondFactorView): void {
  if (!hasApp) throw conflict('There is no authenticator app to turn off.')
  assertCanRemoveSecondFactor({ ...factor, isLast: passkeys === 0 })
}

/** Throws 409 for removing the last factor if one is required, or if a short password depends on it. */
export function assertCanRemoveSecondFactor({
  isLast,
  isRequired,
  passwordIsShort,
}: Pick<SecondFactorView, 'isRequired' | 'passwordIsShort'> & { isLast: boolean }): void {
  if (!isLast) return
  if (isRequired)
    throw conflict(
      'Two-factor authentication is required for the team. Set up another authenticator app or passkey before you remove this one.',
    )
  if (passwordIsShort)
    throw conflict('Your password is shorter than 15 characters. Choose a longer one before you remove this.')
}

/** An administrator helps a user who lost their phone and codes; your own is turned off on the account page. */
export function assertCanResetSecondFactor(
  user: Pick<User, 'id' | 'role'>,
  actor: { id: string; role: Role },
  isOn: boolean,
): void {
  if (user.role === 'master-admin' && actor.role !== 'master-admin')
    throw forbidden('Only a master administrator can change a master administrator.')
  if (user.id === actor.id)
    throw conflict('This is your own account. Turn off two-factor authentication in your account settings.')
  if (!isOn) throw conflict('This person doesn’t use two-factor authentication.')
}
