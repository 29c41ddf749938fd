/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  noResults: 'No results. Try part of a name, number, or message.',
}
