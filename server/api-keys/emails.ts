import type { User } from '../../domain/user.ts'
import { type Email, firm } from '../kit/record.ts'
import { securityNotice } from '../second-factor/emails.ts'

export const apiKeyCreated = (person: Pick<User, 'id' | 'email' | 'firstName'>): Email =>
  securityNotice(
    person,
    `An API key was created for your ${firm} account`,
    'A new API key was created. Programs that have it can act for you, within its scopes, until it expires or is deleted.',
  )
