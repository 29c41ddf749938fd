import type { StaffNoteKind } from '../../domain/staff-note.ts'

export const kindLabels: Record<StaffNoteKind, string> = { note: 'Note', call: 'Call', meeting: 'Meeting' }

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  retract: (noun: 'message' | 'comment') =>
    `Its text is permanently deleted. Both sides see that a ${noun} was retracted. Someone may have read it already.`,
  logCall: 'For the team only. Your client can’t see it.',
  full: 'A message can have at most 20 documents.',
  noClient: 'No client yet. They can read this after they’re invited.',
}
