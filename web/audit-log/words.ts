/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'See who did what, when, and from where. Entries can’t be changed or deleted.',
}
