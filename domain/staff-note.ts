// A staff-only note in a folder: by the team, for the team. Written once, never changed, never visible to the client.
import { z } from 'zod'
import { Id, Instant, versioned, requiredText } from './text.ts'

export const StaffNoteInput = z.strictObject({ content: requiredText('Enter a note.') })
export type StaffNoteInput = z.infer<typeof StaffNoteInput>

export const StaffNote = z.object({
  id: Id,
  content: z.string(),
  clientFolderId: Id,
  authorId: Id,
  authorName: z.string().nullable(),
  createdAt: Instant,
  ...versioned,
})
export type StaffNote = z.infer<typeof StaffNote>
