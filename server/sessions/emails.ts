import { emailedCodeMinutes } from '../../domain/session.ts'
import type { User } from '../../domain/user.ts'
import type { Letter } from '../kit/record.ts'

/** The code that signs in from a new browser while somebody keeps guessing. */
export const signInCode = (
  { id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>,
  code: string,
): Letter => ({
  to: { email, userId: id, name: firstName },
  subject: 'Your sign-in code',
  lines: [
    `Your code is ${code}. It’s good for ${emailedCodeMinutes} minutes, in the browser where you are signing in.`,
    'If you aren’t signing in, someone knows your password: choose a new one now.',
  ],
  link: { label: 'Open the portal', path: '/?signin' },
  about: 'account',
})

/** To the owner of an account at which somebody keeps guessing. */
export const guessed = ({ id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>): Letter => ({
  to: { email, userId: id, name: firstName },
  subject: 'Someone is trying to sign in to your account',
  lines: [
    'There were 100 wrong passwords in a row for your account. No one got in.',
    'You can still sign in. In a browser that you haven’t used before, we’ll also email you a code, or ask for your two-factor authentication.',
  ],
  link: { label: 'Open the portal', path: '/?signin' },
  about: 'account',
})
