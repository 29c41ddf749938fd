// A link to an account, for choosing a password or signing in: sent to one person, valid once, for a limited time, and
// only the newest.
import { conflict, DomainError } from './errors.ts'
import { z } from 'zod'

export const LinkPurpose = z.enum(['invitation', 'password-reset', 'set-up', 'email-change', 'sign-in'])
export type LinkPurpose = z.infer<typeof LinkPurpose>

export const linkLifetimeHours: Record<LinkPurpose, number> = {
  invitation: 7 * 24,
  'password-reset': 1,
  'set-up': 7 * 24,
  'email-change': 24,
  'sign-in': 0.25,
}

/** The page of the link. */
export const linkPath = (purpose: LinkPurpose, token: string) => `/${purpose}/${token}`

export const OneTimeLink = z.object({
  usedAt: z.date().nullable(),
  expiresAt: z.date(),
  /** False if its user was deactivated; a set-up link has no user. */
  ownerIsActive: z.boolean(),
})
export type OneTimeLink = z.infer<typeof OneTimeLink>

const nextSteps: Record<LinkPurpose, string> = {
  invitation: 'Ask the person who invited you for a new one.',
  'password-reset': 'We can send you a new one.',
  'set-up': 'Create the administrator from the command line.',
  'email-change': 'Request a new one in your account settings.',
  'sign-in': 'Request a new one, or sign in with your password.',
}

/** Throws for a link that is unknown (or replaced, or of an inactive user), used, or expired. */
export function assertLinkUsable(link: OneTimeLink | null, purpose: LinkPurpose, now: Date): void {
  if (link === null || !link.ownerIsActive)
    throw new DomainError('not-found', `This link isn’t valid; a newer one may have replaced it. ${nextSteps[purpose]}`)
  if (link.usedAt !== null) throw conflict(`This link was already used. ${usedWhatNow[purpose]}`)
  if (link.expiresAt <= now) throw conflict(`This link has expired. ${nextSteps[purpose]}`)
}

const usedWhatNow: Record<LinkPurpose, string> = {
  invitation: 'You can sign in with the password that was chosen.',
  'password-reset': 'You can sign in with the password that was chosen.',
  'set-up': 'You can sign in as the administrator that it created.',
  'email-change': 'Your account uses the email address that it confirmed.',
  'sign-in': 'Request a new one, or sign in with your password.',
}

/** Who the link's page greets; a set-up link has no user yet. */
export const LinkView = z.object({
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  username: z.string().nullable(),
})
