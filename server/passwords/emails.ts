import type { User } from '../../domain/user.ts'
import type { Letter } from '../kit/record.ts'

type Addressee = Pick<User, 'id' | 'email' | 'firstName'>

const to = ({ id, email, firstName }: Addressee) => ({ email, userId: id, name: firstName })

/** To whoever forgot their password, if it was them. */
export const resetLink = (person: Addressee, path: string): Letter => ({
  to: to(person),
  subject: 'Choose a new password',
  lines: [
    'Somebody asked for a new password for your account. The link works once and for one hour.',
    'If it was not you, there is nothing to do: your password stays as it is.',
  ],
  link: { label: 'Choose a new password', path },
  about: 'password-reset',
})

/** To the owner of the account, in case it was somebody else. */
export const passwordChanged = (person: Addressee): Letter => ({
  to: to(person),
  subject: 'Your password was changed',
  lines: [
    'The password of your account was changed, and other browsers were signed out.',
    'If it was not you, choose a new one at once ("Forgot password" sends a link) and tell us.',
  ],
  link: { label: 'Open the portal', path: '/?signin' },
  about: 'account',
})
