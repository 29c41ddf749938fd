// A letter that the portal wrote to one person: that something waits, and where.
import { z } from 'zod'
import { Id, Instant } from './text.ts'

/** `kept`: there is no mail server, so administrators read it here. `failed`: given up after many tries. */
export const LetterLine = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  status: z.enum(['kept', 'queued', 'sent', 'failed']),
  createdAt: Instant,
})
export type LetterLine = z.infer<typeof LetterLine>

export const Letter = LetterLine.extend({ text: z.string(), html: z.string() })
export type Letter = z.infer<typeof Letter>
