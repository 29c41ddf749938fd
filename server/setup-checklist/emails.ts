import type { User } from '../../domain/user.ts'
import { type Email, firm } from '../kit/record.ts'
import { testMessageAbout } from './queries.ts'

export const testMessage = ({ id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>): Email => ({
  to: { email, userId: id, name: firstName },
  subject: `${firm} portal test email`,
  lines: ['Success. Your portal can send email.'],
  link: { label: 'Open the portal', path: '/' },
  about: testMessageAbout,
})
