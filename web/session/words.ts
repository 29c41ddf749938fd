/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  reauthenticate: 'Enter your password to continue. You won’t lose your work.',
  opensNewTab: 'It opens in a new tab. Come back to this one afterward.',
  signOut: (browser: string) => `${browser} will be signed out right away. Unsaved work there will be lost.`,
  sessionEnded: 'Your session ended. Sign in again to continue. Your work is still here.',
  confirmedInOtherTab: 'Confirmed. Close this tab and continue in the other one.',
}
