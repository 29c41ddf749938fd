// The texts of the panel of passkeys in the account settings, and of passkeys on the landing page, which loads no zod.

export const noteFor = (count: number, limit: number) =>
  count >= limit
    ? `You’ve reached the limit of ${limit} passkeys. Remove one to add another.`
    : 'Sign in with your fingerprint, face, or PIN instead of a password and code.'

export const emptyText = (canCreate: boolean) =>
  canCreate
    ? 'Save a passkey on your phone, computer, or security key.'
    : 'This browser can’t create passkeys. Try another browser or device.'

export const removeQuestion = (name: string) =>
  `“${name}” can’t be used to sign in anymore. Your device may still suggest it until you delete it there.`

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  addPasskey: 'Your device will ask for your fingerprint, face, or PIN. We never see those.',
  notCreated: 'No passkey was created. Try again when you’re ready.',
  notUsed: 'No passkey was used. Try again, or continue without one.',
}
