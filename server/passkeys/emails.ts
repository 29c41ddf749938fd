import type { User } from '../../domain/user.ts'
import { type Email, firm } from '../kit/record.ts'
import { securityNotice } from '../second-factor/emails.ts'

type Recipient = Pick<User, 'id' | 'email' | 'firstName'>

export const passkeyAdded = (person: Recipient): Email =>
  securityNotice(
    person,
    `A passkey was added to your ${firm} account`,
    'A new passkey was added to your account. It can be used to sign in.',
  )

export const passkeyRemoved = (person: Recipient): Email =>
  securityNotice(
    person,
    `A passkey was removed from your ${firm} account`,
    'A passkey was removed from your account. It can no longer be used to sign in.',
  )
