// The texts of passwords and two-factor authentication in the account settings.
import type { SecondFactorView } from '../../domain/second-factor.ts'
import { formatDate } from '../kit/dates.ts'

export const passwordNote = 'Changing your password signs you out on all other devices.'

export const secondFactorNote = 'Require a passkey or a code from your phone in addition to your password.'

export function factorWords({ isOn, hasApp, since, recoveryCodesLeft, isRequired }: SecondFactorView): string {
  const state = !isOn
    ? 'With it, a stolen password isn’t enough to sign in to your account.'
    : hasApp
      ? `Turned on ${since === null ? 'today' : formatDate(since)}.`
      : 'After your password, you’ll use a passkey or recovery code.'
  return [state, isOn && codesLeft(recoveryCodesLeft), isRequired && 'Required for the team.'].filter(Boolean).join(' ')
}

const codesLeft = (left: number) =>
  left === 0
    ? 'No recovery codes left. Create new ones.'
    : left === 1
      ? '1 recovery code left.'
      : `${left} recovery codes left.`

export const renewCodesWords = {
  title: 'Create new recovery codes?',
  question: 'Your current codes will stop working right away.',
  act: 'Create new codes',
}

/** With a passkey only the app is removed; without one, two-factor authentication is turned off. */
export const removeAppWords = (hasPasskeys: boolean) =>
  hasPasskeys
    ? {
        title: 'Remove authenticator app?',
        question: 'Its codes will stop working. You’ll keep your passkeys and recovery codes.',
        act: 'Remove app',
      }
    : {
        title: 'Turn off two-factor authentication?',
        question: 'You’ll sign in with only your password. Your recovery codes will stop working.',
        act: 'Turn off',
      }

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  copyingBlocked: 'Your browser blocked copying. Select the codes, or download the file.',
  saveRecoveryCodes:
    'Use one of these codes to sign in if you don’t have your phone. Each works once. They won’t be shown again.',
  closeWithoutSaving: 'These codes can’t be shown again. You can create new ones later while you have your phone.',
  secondFactorRequired:
    'Everyone on the team uses two-factor authentication. Set up a passkey or an authenticator app. It takes about a minute.',
  signOutOthers: 'All other browsers will be signed out right away. Unsaved work there will be lost.',
  setupKey: 'Time-based, 6 digits. Don’t share it: anyone with this key can generate your codes.',
  openLink: 'Open it within 24 hours to confirm the address. We’ll also notify your current address.',
}
