import type { User } from '../../domain/user.ts'
import type { Letter } from '../kit/record.ts'
import { letter } from '../second-factor/emails.ts'

type Addressee = Pick<User, 'id' | 'email' | 'firstName'>

export const passkeyAdded = (person: Addressee): Letter =>
  letter(person, 'A passkey was added to your account', 'From now on it signs in to your account.')

export const passkeyRemoved = (person: Addressee): Letter =>
  letter(person, 'A passkey was removed from your account', 'It opens your account no more.')
