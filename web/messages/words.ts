/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  retract: (noun: 'message' | 'comment') =>
    `Its text is permanently deleted. Both sides see that a ${noun} was retracted. Someone may have read it already.`,
  full: 'A message can have at most 20 documents.',
  noClient: 'No client yet. They can read this after they’re invited.',
}
