// What somebody is writing in a folder's thread and has not sent: a message, and beside it a staff-only note.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { invalid } from './errors.ts'
import { Instant, storable, textLimit } from './text.ts'

const typed = z
  .string('Please send text.')
  .max(textLimit, `Please use at most ${textLimit.toLocaleString('en-US')} characters.`)
  .refine(storable, 'This contains characters that cannot be stored.')

/** What is left out stays; an empty text is no draft. */
export const DraftInput = z.strictObject({ message: typed.optional(), note: typed.optional() })
export type DraftInput = z.infer<typeof DraftInput>

export const Draft = z.object({
  message: z.string(),
  note: z.string(),
  /** When the later of both was saved; null where there is none. */
  savedAt: Instant.nullable(),
})
export type Draft = z.infer<typeof Draft>

export const draftKeptDays = 90

export function assertCanDraft(actor: Actor, { note }: DraftInput): void {
  if (note && isClient(actor)) throw invalid('note', 'Only the team writes staff-only notes.')
}
