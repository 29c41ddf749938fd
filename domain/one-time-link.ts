// A link that lets somebody choose a password: sent to one person, good once, for a while, and only the newest.
import { conflict, DomainError } from './errors.ts'
import { z } from 'zod'

export const LinkPurpose = z.enum(['invitation', 'password-reset', 'set-up', 'email-change'])
export type LinkPurpose = z.infer<typeof LinkPurpose>

export const linkLifetimeHours: Record<LinkPurpose, number> = {
  invitation: 7 * 24,
  'password-reset': 1,
  'set-up': 7 * 24,
  'email-change': 24,
}

/** The page behind the link. */
export const linkPath = (purpose: LinkPurpose, token: string) => `/${purpose}/${token}`

export const OneTimeLink = z.object({
  usedAt: z.date().nullable(),
  expiresAt: z.date(),
  /** False when its person was deactivated; a set-up link has no person. */
  ownerIsActive: z.boolean(),
})
export type OneTimeLink = z.infer<typeof OneTimeLink>

const whatNow: Record<LinkPurpose, string> = {
  invitation: 'Please ask whoever invited you for a new one.',
  'password-reset': 'Please ask for a new one with "Forgot password".',
  'set-up': 'Please make the administrator on the command line: npm run create-admin',
  'email-change': 'You can ask for a new one on your account page.',
}

/** Refuses a link that is not known (or replaced, or of an inactive person), was used, or has expired. */
export function assertLinkUsable(link: OneTimeLink | null, purpose: LinkPurpose, now: Date): void {
  if (link === null || !link.ownerIsActive)
    throw new DomainError('not-found', `This link is not valid; a newer one may have replaced it. ${whatNow[purpose]}`)
  if (link.usedAt !== null) throw conflict(`This link has been used already. ${usedWhatNow[purpose]}`)
  if (link.expiresAt <= now) throw conflict(`This link has expired. ${whatNow[purpose]}`)
}

const usedWhatNow: Record<LinkPurpose, string> = {
  invitation: 'You can sign in with the password that was chosen.',
  'password-reset': 'You can sign in with the password that was chosen.',
  'set-up': 'You can sign in as the administrator it made.',
  'email-change': 'The address it confirmed is the one of your account.',
}

/** What the link's page greets with; a set-up link is nobody's yet. */
export const LinkView = z.object({
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  username: z.string().nullable(),
})
