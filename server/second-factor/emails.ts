import type { User } from '../../domain/user.ts'
import type { Letter } from '../kit/record.ts'

type Addressee = Pick<User, 'id' | 'email' | 'firstName'>

/** About the ways into somebody’s account; it says what happened, and what to do about it. */
export const letter = ({ id, email, firstName }: Addressee, subject: string, first: string): Letter => ({
  to: { email, userId: id, name: firstName },
  subject,
  lines: [first, 'If that was not you, choose a new password at once and tell us.'],
  link: { label: 'Open your account', path: '/account' },
  about: 'account',
})

export const turnedOn = (person: Addressee): Letter =>
  letter(person, 'Two-step sign-in is on', 'Your account now asks for a code from your authenticator app as well.')

export const turnedOff = (person: Addressee): Letter =>
  letter(person, 'Two-step sign-in is off', 'Your account asks for the password alone again.')

export const appRemoved = (person: Addressee): Letter =>
  letter(person, 'Your authenticator app was taken off', 'Your account takes its codes no more; your passkeys stay.')

export const codesRenewed = (person: Addressee): Letter =>
  letter(person, 'You have new recovery codes', 'The recovery codes you had before open nothing any more.')

export const recoveryCodeUsed = (person: Addressee): Letter =>
  letter(person, 'A recovery code was used', 'Somebody signed in to your account with one of your recovery codes.')

export const secondStepGuessed = (person: Addressee): Letter =>
  letter(
    person,
    'Somebody knows your password',
    'Somebody entered your password and then, several times, a wrong code or passkey. They did not get in.',
  )

/** To somebody whose factor an administrator took off. */
export const taken = (person: Addressee, passwordPath: string | null): Letter => ({
  to: { email: person.email, userId: person.id, name: person.firstName },
  subject: 'Two-step sign-in was taken off your account',
  lines: [
    'An administrator took the second step off your account, and you were signed out everywhere.',
    ...(passwordPath === null
      ? []
      : ['Your password was a short one, which does not do alone. The link lets you choose another, within an hour.']),
    'If you did not ask for this, please tell us.',
  ],
  link:
    passwordPath === null
      ? { label: 'Open the portal', path: '/' }
      : { label: 'Choose a password', path: passwordPath },
  about: 'account',
})
