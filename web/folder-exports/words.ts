/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'Download everything you can see in a folder as one ZIP file. Each export can be downloaded once and expires after 7 days.',
  started: 'We’ll email you when it’s ready. You’ll find it in your account settings.',
  startedWithoutEmail: 'When it’s ready, you’ll find it in your account settings.',
}
