/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  addMember: 'They’ll see the entire folder and can work in it like the consultant. We’ll notify them.',
}
