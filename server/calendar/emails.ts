import type { User } from '../../domain/user.ts'
import { type Email, firm } from '../kit/record.ts'

/** Warns the account owner in case someone else created the link. */
export const calendarAddressCreated = ({ id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>): Email => ({
  to: { email, userId: id, name: firstName },
  subject: `A calendar link was created for your ${firm} account`,
  lines: [
    'A private calendar link was created for your account. Anyone who has the link can see your due dates. Earlier links no longer work.',
    'If this wasn’t you, delete the link in your account settings, change your password, and contact us.',
  ],
  link: { label: 'Open account settings', path: '/account' },
  about: 'account',
})
