import { emailedCodeMinutes } from '../../domain/session.ts'
import { officeZone } from '../../domain/time.ts'
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

/** To a client who requested it, in case it was someone else. */
export const signInLink = (
  { id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>,
  path: string,
): Email => ({
  to: { email, userId: id, name: firstName },
  subject: `Your ${firm} sign-in link`,
  lines: [
    'Use this link to sign in to your account. It works once and expires in 15 minutes.',
    'If you didn’t ask for this, you can ignore this email. No one can sign in without the link.',
  ],
  link: { label: 'Sign in', path },
  about: 'sign-in-link',
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

const signedInAt = new Intl.DateTimeFormat('en-US', { timeZone: officeZone, dateStyle: 'medium', timeStyle: 'short' })

/** After a sign-in from a browser that this user has not signed in from before. @param browser in words */
export const newDevice = (
  { id, email, firstName }: Pick<User, 'id' | 'email' | 'firstName'>,
  at: Date,
  browser: string,
): Email => ({
  to: { email, userId: id, name: firstName },
  subject: `New sign-in to your ${firm} account`,
  lines: [
    // Some ICU versions put a narrow no-break space before AM and PM.
    `Someone signed in to your account from a browser that you haven’t used before: ${browser}, on ${signedInAt.format(at).replaceAll('\u202f', ' ')} ET.`,
    'If this was you, there’s nothing to do. If it wasn’t, sign out that browser under Active sessions and change your password.',
  ],
  notice: `New sign-in from ${browser}`,
  link: { label: 'Check active sessions', path: '/account' },
  about: 'account',
})
