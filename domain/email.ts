// An email from the portal to one person: what kind of event happened, and where.
import { z } from 'zod'
import { Id, Instant } from './text.ts'

/**
 * `kept`: there is no mail server, so administrators read it here. `failed`: not delivered after all attempts.
 * `bounced`: sent, but a mail server reported that it couldn't be delivered.
 */
export const EmailLine = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  status: z.enum(['kept', 'queued', 'sent', 'failed', 'bounced']),
  createdAt: Instant,
})
export type EmailLine = z.infer<typeof EmailLine>

export const Email = EmailLine.extend({ text: z.string(), html: z.string() })
export type Email = z.infer<typeof Email>
