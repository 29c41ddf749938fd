// Unsent text in a folder's thread: a message, and a separate staff-only note.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { invalid } from './errors.ts'
import { Instant, isStorable, textLimit } from './text.ts'

const typed = z
  .string('The text is required.')
  .max(textLimit, `Use at most ${textLimit.toLocaleString('en-US')} characters.`)
  .refine(isStorable, 'This contains characters that can’t be stored.')

/** A field left out is unchanged; an empty text deletes the draft. */
export const DraftInput = z.strictObject({ message: typed.optional(), note: typed.optional() })
export type DraftInput = z.infer<typeof DraftInput>

export const Draft = z.object({
  message: z.string(),
  note: z.string(),
  /** When the later of the two was saved; null if there is none. */
  savedAt: Instant.nullable(),
})
export type Draft = z.infer<typeof Draft>

export const draftRetentionDays = 90

export function assertCanDraft(actor: Actor, { note }: DraftInput): void {
  if (note && isClient(actor)) throw invalid('note', 'Only the team can write staff-only notes.')
}
