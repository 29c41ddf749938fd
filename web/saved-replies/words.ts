/** Explanations on the page and in the dialogs of this folder. */
export const texts = {
  page: 'Save texts that you send often, and insert them when you write to a client.',
  none: 'Replies will appear here when you create one. To insert one, type / in an empty message.',
  fields: 'Select a field to insert it. Its value is filled in when you insert the reply into a message.',
  shared: 'Only administrators can edit replies for the whole team.',
  remove: 'Messages that were already sent don’t change. You can’t undo this.',
  removeShared:
    'No one on the team can use it anymore. Messages that were already sent don’t change. You can’t undo this.',
}
