/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  teamSignsInHere: 'Our team signs in here. Clients use their password.',
  providerDeclined: (provider: string) =>
    `We couldn’t sign you in with ${provider}. Use the email address of your account in the portal, or ask an administrator.`,
  providerUnavailable: 'The sign-in service can’t be reached right now. Try again in a moment, or sign in another way.',
  tooManyAttempts: 'Too many failed attempts. Wait a few minutes, then try again.',
  printedPasswords: 'Sign in with any of these accounts. Their passwords were printed when the portal started.',
  sampleAccounts: 'Sign in with any of these accounts. All data is sample data.',
  resetByEmail: 'We’ll email you a link to set a new password.',
  resetByAdministrator: 'This portal can’t send email yet. An administrator can give you a link to set a new password.',
  resetSent: (email: string) =>
    `If there’s an account for ${email}, we’ve sent a link to reset the password. It works once and expires in 1 hour.`,
  resetCreated: (email: string) =>
    `If there’s an account for ${email}, we’ve created a link to reset the password. Ask an administrator for it. It works once and expires in 1 hour.`,
  opensNewTab: 'It opens in a new tab. Come back to this one afterward.',
}
