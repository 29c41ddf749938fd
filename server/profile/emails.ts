import type { User } from '../../domain/user.ts'
import type { Letter } from '../kit/record.ts'

type Addressee = Pick<User, 'id' | 'email' | 'firstName'>

/** To the new address, which only whoever reads it can make count. */
export const confirmAddress = ({ id, firstName }: Addressee, email: string, path: string): Letter => ({
  to: { email, userId: id, name: firstName },
  subject: 'Confirm your email address',
  lines: [
    'Somebody gave this address as the new one of an account with us. The link works once and for 24 hours.',
    'If it was not you, there is nothing to do: nothing changes.',
  ],
  link: { label: 'Confirm this address', path },
  about: 'email-change',
})

/** To the address that was theirs until now. */
export const addressMoved = ({ id, email, firstName }: Addressee): Letter => ({
  to: { email, userId: id, name: firstName },
  subject: 'The email address of your account was changed',
  lines: [
    'Your account has a new email address, so letters will go there from now on.',
    'If it was not you, please tell us at once.',
  ],
  link: { label: 'Open the portal', path: '/' },
  about: 'account',
})
