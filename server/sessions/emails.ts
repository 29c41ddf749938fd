import { emailedCodeMinutes } from '../../domain/session.ts'
import type { User } from '../../domain/user.ts'
import { type Email, firm } from '../kit/record.ts'

/** The code for signing in on a new device after repeated wrong passwords. */
export const signInCode = (
  { id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>,
  code: string,
): Email => ({
  to: { email, userId: id, name: firstName },
  subject: `Your ${firm} sign-in code`,
  lines: [
    `Your sign-in code is ${code}. Enter it in the browser where you’re signing in within ${emailedCodeMinutes} minutes.`,
    'If you aren’t signing in, someone knows your password. Change it now.',
  ],
  link: { label: 'Open the portal', path: '/?signin' },
  about: 'account',
})

/** To the owner of an account with many wrong passwords in a row. */
export const guessed = ({ id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>): Email => ({
  to: { email, userId: id, name: firstName },
  subject: `Repeated sign-in attempts on your ${firm} account`,
  lines: [
    'Someone entered a wrong password for your account 100 times in a row. No one got in.',
    'You can still sign in. On a device that you haven’t used before, we’ll also ask for an emailed code or your two-factor authentication.',
  ],
  notice: 'Repeated sign-in attempts with a wrong password',
  link: { label: 'Open the portal', path: '/?signin' },
  about: 'account',
})
