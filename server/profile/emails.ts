import type { User } from '../../domain/user.ts'
import { type Email, firm } from '../kit/record.ts'

type Recipient = Pick<User, 'id' | 'email' | 'firstName'>

/** To the new address, to confirm the change. */
export const confirmAddress = ({ id, firstName }: Recipient, email: string, path: string): Email => ({
  to: { email, userId: id, name: firstName },
  subject: `Confirm your email address for ${firm}`,
  lines: [
    'This address was entered as the new email address of an account with us. Confirm it to finish the change. This link works once and expires in 24 hours.',
    'If this wasn’t you, ignore this email and nothing will change.',
  ],
  link: { label: 'Confirm email address', path },
  about: 'email-change',
})

/** To the previous address. */
export const addressMoved = ({ id, email, firstName }: Recipient): Email => ({
  to: { email, userId: id, name: firstName },
  subject: `The email address of your ${firm} account was changed`,
  lines: [
    'The email address of your account was changed. We’ll send emails to the new address from now on.',
    'If this wasn’t you, contact us right away.',
  ],
  link: { label: 'Open the portal', path: '/' },
  about: 'account',
})
