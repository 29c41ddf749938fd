import type { User } from '../../domain/user.ts'
import { type Email, firm } from '../kit/record.ts'

type Recipient = Pick<User, 'id' | 'email' | 'firstName'>

const to = ({ id, email, firstName }: Recipient) => ({ email, userId: id, name: firstName })

/** To someone who requested a password reset, in case it was someone else. */
export const resetLink = (person: Recipient, path: string): Email => ({
  to: to(person),
  subject: `Reset your ${firm} password`,
  lines: [
    'We received a request to reset the password of your account. This link works once and expires in 1 hour.',
    'If you didn’t ask for this, you can ignore this email. Your password hasn’t changed.',
  ],
  link: { label: 'Reset password', path },
  about: 'password-reset',
})

/** To the account owner, in case it was someone else. */
export const passwordChanged = (person: Recipient): Email => ({
  to: to(person),
  subject: `Your ${firm} password was changed`,
  lines: [
    'The password of your account was changed, and all other devices were signed out.',
    'If this wasn’t you, choose “Forgot password” on the sign-in page to set a new one, and contact us.',
  ],
  link: { label: 'Open the portal', path: '/?signin' },
  about: 'account',
})
