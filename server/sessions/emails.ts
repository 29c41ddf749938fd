import type { User } from '../../domain/user.ts'
import type { Letter } from '../kit/record.ts'

/** To the owner of an account at which somebody keeps guessing. */
export const guessed = ({ id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>): Letter => ({
  to: { email, userId: id, name: firstName },
  subject: 'Somebody tries to sign in to your account',
  lines: [
    'There were a hundred wrong passwords in a row for your account, so new browsers cannot sign in to it for now.',
    'A browser that you used before still can. To sign in from another one, choose a new password: "Forgot password" sends a link.',
  ],
  link: { label: 'Open the portal', path: '/?signin' },
  about: 'account',
})
