/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  teamSignsInHere: 'Our team signs in here. Clients use their password.',
  providerDeclined: (provider: string) =>
    `We couldn’t sign you in with ${provider}. Use the email address of your account in the portal, or ask an administrator.`,
  providerUnavailable: 'The sign-in service can’t be reached right now. Try again in a moment, or sign in another way.',
  tooManyAttempts: 'Too many failed attempts. Wait a few minutes, then try again.',
  printedPasswords: 'Sign in with any of these accounts. Their passwords were printed when the portal started.',
  sampleAccounts: 'Sign in with any of these accounts. All data is sample data.',
  opensNewTab: 'It opens in a new tab. Come back to this one afterward.',
}

/** The dialogs that email a link: to set a new password, or for clients to sign in. */
export const emailLinkTexts = {
  'password-reset': {
    title: 'Forgot password?',
    byEmail: 'We’ll email you a link to set a new password.',
    byAdministrator: 'This portal can’t send email yet. An administrator can give you a link to set a new password.',
    sent: (email: string) =>
      `If there’s an account for ${email}, we’ve sent a link to reset the password. It works once and expires in 1 hour.`,
    created: (email: string) =>
      `If there’s an account for ${email}, we’ve created a link to reset the password. Ask an administrator for it. It works once and expires in 1 hour.`,
  },
  'sign-in': {
    title: 'Sign in by email',
    byEmail: 'For clients only. We’ll email you a link that signs you in without a password.',
    byAdministrator: 'For clients only. This portal can’t send email yet, so ask an administrator for a sign-in link.',
    sent: (email: string) =>
      `If there’s a client account for ${email}, we’ve sent a sign-in link. It works once and expires in 15 minutes.`,
    created: (email: string) =>
      `If there’s a client account for ${email}, we’ve created a sign-in link. Ask an administrator for it. It works once and expires in 15 minutes.`,
  },
}
