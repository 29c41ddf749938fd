// A staff-only note in a folder: by the team, for the team, and never visible to the client. It can be the record of a
// call or a meeting with the client. Its author can edit it.
import { z } from 'zod'
import type { Actor } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { calendarDate, Id, Instant, optionalDate, optionalName, requiredName, requiredText, versioned } from './text.ts'

export const callKinds = ['call', 'meeting'] as const
const noteKinds = ['note', ...callKinds] as const
export const StaffNoteKind = z.enum(noteKinds, 'Choose a note, a call, or a meeting.')
export type StaffNoteKind = z.infer<typeof StaffNoteKind>

const required = {
  heldOn: 'Enter a date.',
  heldWith: 'Enter whom you talked to.',
  subject: 'Enter a subject.',
} as const
const fields = ['heldOn', 'heldWith', 'subject'] as const

const content = requiredText('Enter a note.')

/** A call or a meeting. */
export const CallInput = z.strictObject({
  kind: z.enum(callKinds, 'Choose a call or a meeting.'),
  heldOn: calendarDate(required.heldOn),
  heldWith: requiredName(required.heldWith),
  subject: requiredName(required.subject),
  content,
})

/** `heldOn` (when), `heldWith` (with whom), and `subject` are required for a call or a meeting; a note has none of them. */
export const StaffNoteInput = z
  .strictObject({
    kind: StaffNoteKind.default('note'),
    heldOn: optionalDate,
    heldWith: optionalName,
    subject: optionalName,
    content,
  })
  .superRefine(({ kind, ...given }, context) => {
    for (const field of fields)
      if ((kind === 'note') !== (given[field] === null))
        context.addIssue({
          code: 'custom',
          path: [field],
          message: kind === 'note' ? 'Only a call or a meeting has a date, people, and a subject.' : required[field],
        })
  })
export type StaffNoteInput = z.infer<typeof StaffNoteInput>

export const StaffNote = z.object({
  id: Id,
  kind: StaffNoteKind,
  /** When and with whom a call or a meeting was, and about what; null for a note. */
  heldOn: z.string().nullable(),
  heldWith: z.string().nullable(),
  subject: z.string().nullable(),
  content: z.string(),
  clientFolderId: Id,
  authorId: Id,
  authorName: z.string().nullable(),
  editedAt: Instant.nullable(),
  createdAt: Instant,
  ...versioned,
})
export type StaffNote = z.infer<typeof StaffNote>

/** Throws 400 for a call or a meeting on a future day. */
export function assertWasHeld({ heldOn }: Pick<StaffNoteInput, 'heldOn'>, today: string): void {
  if (heldOn !== null && heldOn > today) throw invalid('heldOn', 'Choose a day that isn’t in the future.')
}

/** Whether the reader can edit it, which shows the button. */
export const mayEditNote = ({ authorId }: Pick<StaffNote, 'authorId'>, actorId: string): boolean => authorId === actorId

export function assertCanEditNote(note: Pick<StaffNote, 'authorId'>, actor: Pick<Actor, 'id'>): void {
  if (!mayEditNote(note, actor.id)) throw forbidden('Only its author can edit a staff-only note.')
}

/** An edit replaces the text, which a legal hold preserves. */
export const noteIsOnHold = () =>
  conflict('This folder is on legal hold, so its notes can’t be edited. Add another note instead.')
