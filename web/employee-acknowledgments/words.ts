/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  send: 'Each employee gets an email with a private link to read the handbook and confirm. They don’t need an account.',
}
