/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  retract:
    'Its text is permanently deleted. The thread shows that a message was retracted. Someone may have read it already.',
  noClient: 'No client yet. They can read this after they’re invited.',
}
