import type { User } from '../../domain/user.ts'
import type { Letter } from '../kit/record.ts'

type Addressee = Pick<User, 'id' | 'email' | 'firstName'>

const to = ({ id, email, firstName }: Addressee) => ({ email, userId: id, name: firstName })

/** To somebody new: an account waits for its password. */
export const invitation = (person: Addressee, path: string): Letter => ({
  to: to(person),
  subject: 'Your account is ready',
  lines: [
    'An account was made for you in our client portal. Choose a password to open it.',
    'The link works once and for seven days. Please do not pass it on.',
  ],
  link: { label: 'Choose a password', path },
  about: 'invitation',
})

/** To the address that was theirs until now. */
export const addressChanged = (person: Addressee): Letter => ({
  to: to(person),
  subject: 'The email address of your account was changed',
  lines: [
    'An administrator changed the email address of your account, so letters will go to the new one from now on.',
    'If you did not expect this, please tell us.',
  ],
  link: { label: 'Open the portal', path: '/' },
  about: 'account',
})
