import type { User } from '../../domain/user.ts'
import type { Letter } from '../kit/record.ts'

/** To the owner of the calendar, in case it was someone else. */
export const calendarAddressCreated = ({ id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>): Letter => ({
  to: { email, userId: id, name: firstName },
  subject: 'A private calendar address was created for your account',
  lines: [
    'Whoever has the address can read your due dates. An earlier address no longer works.',
    'If it wasn’t you, end the address on your account page, choose a new password, and tell us.',
  ],
  link: { label: 'Open your account', path: '/account' },
  about: 'account',
})
