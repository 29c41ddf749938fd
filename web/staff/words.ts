/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  addStaff: 'They’ll get an email with a link to choose a password. The link expires in 7 days.',
}
