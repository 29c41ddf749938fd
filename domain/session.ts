// Sign-in input and session lifetimes: 60 minutes idle; 12 hours for the team, 24 for clients.
import { z } from 'zod'
import { type Actor, Role } from './actor.ts'
import { PasskeyAnswer } from './passkey.ts'
import { DomainError } from './errors.ts'
import { LinkOnly } from './password.ts'
import { Code } from './second-factor.ts'
import { Id, Instant } from './text.ts'
import { UserView } from './user.ts'

export const idleMinutes = 60

export const lifetimeHours = (role: Role) => (role === 'client' ? 24 : 12)

/** After this many wrong passwords in a row, a new browser needs an emailed code besides the password. */
export const maxConsecutiveFailures = 100

/** How long an emailed sign-in code is valid. */
export const emailedCodeMinutes = 10

/** The password was correct; the code is missing. */
export const emailedCodeWanted = () => new DomainError('second-factor', 'We emailed you a code. Enter it to sign in.')

const wrongEmailedCode = 'This code isn’t correct, or it has expired. Use the code from our newest email.'

export const emailedCodeRefused = () =>
  new DomainError('second-factor', wrongEmailedCode, { issues: [{ path: 'code', message: wrongEmailedCode }] })

const credential = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .max(256, 'Use at most 256 characters.')
    .refine(
      (value) => !value.includes('\u0000') && value.isWellFormed(),
      'This contains characters that can’t be used.',
    )

/** An account's password as typed. */
export const Password = credential('Password is required')

/**
 * Username or email address, ignoring case and surrounding spaces from the clipboard. The password is taken unchanged.
 */
export const SignInInput = z.strictObject({
  username: credential('Username is required').refine((value) => value.trim() !== '', 'Username is required'),
  password: Password,
  /** The second step, if required: a code, or a passkey of this user. */
  code: Code.optional(),
  passkey: PasskeyAnswer.optional(),
})
export type SignInInput = z.infer<typeof SignInInput>

/** The portal's own second factor, after the OpenID Connect provider confirmed the user. */
export const ProviderCodeInput = z.strictObject({ code: Code.optional(), passkey: PasskeyAnswer.optional() })
export type ProviderCodeInput = z.infer<typeof ProviderCodeInput>

/** A link from an email, with the second factor where there is one. */
export const SignInLinkInput = LinkOnly.extend(ProviderCodeInput.shape)
export type SignInLinkInput = z.infer<typeof SignInLinkInput>

/** Clients who have accepted their invitation. The team always signs in with a password, passkey, or provider. */
export const maySignInByLink = (user: { role: Role; isActive: boolean; password: string | null }): boolean =>
  user.role === 'client' && user.isActive && user.password !== null

export const signInLinkInvalid = () =>
  new DomainError('not-found', 'This link isn’t valid. Request a new one, or sign in with your password.')

/** The outcome of a sign-in at the provider, as the page reads it from its address. */
export type ProviderOutcome = 'signed-in' | 'code' | 'confirmed' | 'refused' | 'too-many' | 'unavailable'

export const SignedIn = z.object({ user: UserView })

/** The signed-in user, and what they must do before using the portal. */
export const OwnUser = UserView.extend({
  /** A second factor is required but not set up: nothing else is possible before that. */
  needsSecondFactor: z.boolean(),
  /** An administrator views as this client: who, and until when. */
  viewing: z.object({ by: z.string(), until: Instant }).nullable(),
})
export type OwnUser = z.infer<typeof OwnUser>

/** How long a password or code entry allows actions that require reauthentication. */
export const reauthenticationMinutes = 10

/** The password, a code if there is a second factor, or a passkey; any of them reauthenticates the session. */
export const ReauthenticationInput = z.strictObject({
  password: Password.optional(),
  code: Code.optional(),
  passkey: PasskeyAnswer.optional(),
})
export type ReauthenticationInput = z.infer<typeof ReauthenticationInput>

/** Throws 403 (`step-up`) unless a password or code was entered within ten minutes. */
export function assertReauthenticated({ reauthenticatedAt }: Actor & { reauthenticatedAt: Date }, now: Date): void {
  if (now.getTime() - reauthenticatedAt.getTime() <= reauthenticationMinutes * 60_000) return
  throw new DomainError('step-up', 'Confirm that it’s you: enter your password again to continue.')
}

/** One of the user's own sessions; `browser` in words, `current` is the one of this request. */
export const SessionView = z.object({
  id: Id,
  current: z.boolean(),
  createdAt: Instant,
  seenAt: Instant,
  browser: z.string(),
  address: z.string(),
  /** Push notifications are on in this browser. */
  hasNotifications: z.boolean(),
})
export type SessionView = z.infer<typeof SessionView>

/** The accounts of a demonstration; `password` is null if it was printed at start instead (on a public address). */
export const Demonstration = z.object({
  accounts: z.array(z.object({ username: z.string(), password: z.string().nullable(), role: Role })),
})

/**
 * A local path to return to after sign-in, or null. Two slashes, a backslash, or a character that browsers drop would
 * lead elsewhere; the sign-in and sign-out addresses are excluded.
 */
export function ownPath(path: string | undefined): string | null {
  // oxlint-disable-next-line no-control-regex
  if (path === undefined || !/^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/.test(path) || path.length > 2000) return null
  return /^\/api\/(login|logout)\b/.test(path) ? null : path
}

const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** "Firefox on Windows", as far as the user agent tells. */
export function browserInWords(userAgent: string): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = named(browsers) ?? 'Unknown browser'
  const system = named(systems)
  return system === undefined ? browser : `${browser} on ${system}`
}
