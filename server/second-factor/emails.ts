import type { User } from '../../domain/user.ts'
import { type Email, firm } from '../kit/record.ts'

type Recipient = Pick<User, 'id' | 'email' | 'firstName'>

/** To the account owner after a change to how they sign in: what changed, and what to do if it wasn't them. */
export const securityNotice = ({ id, email, firstName }: Recipient, subject: string, first: string): Email => ({
  to: { email, userId: id, name: firstName },
  subject,
  lines: [first, 'If this wasn’t you, change your password right away and contact us.'],
  link: { label: 'Open account settings', path: '/account' },
  about: 'account',
})

export const secondFactorTurnedOn = (person: Recipient): Email =>
  securityNotice(
    person,
    `Two-factor authentication is on for your ${firm} account`,
    'Two-factor authentication was turned on. You’ll enter a code from your authenticator app when you sign in.',
  )

export const secondFactorTurnedOff = (person: Recipient): Email =>
  securityNotice(
    person,
    `Two-factor authentication is off for your ${firm} account`,
    'Two-factor authentication was turned off. You now sign in with only your password.',
  )

export const appRemoved = (person: Recipient): Email =>
  securityNotice(
    person,
    `Authenticator app removed from your ${firm} account`,
    'The authenticator app was removed from your account. Its codes no longer work. You can still use your passkeys.',
  )

export const recoveryCodesRenewed = (person: Recipient): Email =>
  securityNotice(
    person,
    `New recovery codes for your ${firm} account`,
    'New recovery codes were created for your account. Your earlier codes no longer work.',
  )

export const recoveryCodeUsed = (person: Recipient): Email =>
  securityNotice(
    person,
    `A recovery code was used on your ${firm} account`,
    'Someone signed in to your account with one of your recovery codes. Each code works once.',
  )

export const secondStepGuessed = ({ id, email, firstName }: Recipient): Email => ({
  to: { email, userId: id, name: firstName },
  subject: `Security alert: someone may have your ${firm} password`,
  lines: [
    'Someone entered your password but couldn’t complete two-factor authentication. They didn’t get in.',
    'If this wasn’t you, change your password now and contact us.',
  ],
  notice: 'Someone may have your password',
  link: { label: 'Change password', path: '/account' },
  about: 'account',
})

/** To a user whose two-factor authentication an administrator turned off. */
export const taken = (person: Recipient, passwordPath: string | null): Email => ({
  to: { email: person.email, userId: person.id, name: person.firstName },
  subject: `Two-factor authentication was reset on your ${firm} account`,
  lines: [
    'An administrator turned off two-factor authentication on your account and signed you out of all devices.',
    ...(passwordPath === null
      ? []
      : ['Your current password is too short to use on its own, so set a new one now. This link expires in 1 hour.']),
    'If you didn’t ask for this, contact us right away.',
  ],
  link:
    passwordPath === null
      ? { label: 'Open the portal', path: '/' }
      : { label: 'Set a new password', path: passwordPath },
  about: 'account',
})
