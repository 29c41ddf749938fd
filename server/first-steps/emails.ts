import type { User } from '../../domain/user.ts'
import type { Letter } from '../kit/record.ts'
import { testMessageAbout } from './queries.ts'

export const testMessage = ({ id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>): Letter => ({
  to: { email, userId: id, name: firstName },
  subject: 'A test message from your portal',
  lines: ['You asked your portal for a test message. That you read it means that its mail arrives.'],
  link: { label: 'Open the portal', path: '/' },
  about: testMessageAbout,
})
