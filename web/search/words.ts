/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  noResults: 'No results. Try part of a name or number, or a word from a message or document.',
}
