import type { User } from '../../domain/user.ts'
import type { Addressee as LetterTo, Letter } from '../kit/record.ts'

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

/** To all administrators; it names nobody, since a name may be any text. */
export const administratorAdded = (person: Addressee, others: Addressee[]): Letter => ({
  to: to(person),
  alsoTo: others.map(to),
  subject: 'An administrator account was added or re-activated',
  lines: [
    'An administrator can see and change everything in the portal. User management shows who was added, and the audit log by whom.',
    'If you did not expect this, deactivate the account and tell the other administrators.',
  ],
  link: { label: 'Open User management', path: '/user-management' },
  about: 'account',
})

/** To a staff member who takes over what somebody else held. */
export const handedOver = (staff: LetterTo, count: number): Letter => ({
  to: staff,
  subject: 'Work was handed over to you',
  lines: [
    count === 1
      ? 'An administrator handed a client folder or a request over to you.'
      : `An administrator handed ${count} client folders and requests over to you.`,
  ],
  link: { label: 'Open the portal', path: '/' },
  about: 'hand-over',
})
