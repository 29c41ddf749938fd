// An email that arrived in the mailbox for replies. A reply to a notification about a message becomes a message of its
// sender; everything else waits for the team.
import { z } from 'zod'
import { conflict } from './errors.ts'
import { Id, Instant, versioned } from './text.ts'

/**
 * `added`: it is a message now; `pending`: someone on the team decides; `dismissed`: someone decided to leave it out;
 * `automatic`: an out-of-office reply or the like; `bounce`: an email of the portal couldn't be delivered.
 */
export const ReceivedEmailStatus = z.enum(['pending', 'added', 'dismissed', 'automatic', 'bounce'])
export type ReceivedEmailStatus = z.infer<typeof ReceivedEmailStatus>

/** Why it did not become a message. */
export const pendingReasons = [
  'no-reply-address',
  'other-sender',
  'unverified-sender',
  'no-access',
  'empty',
  'too-long',
  'too-large',
  'too-many',
  'unreadable',
  'failed',
] as const
export const PendingReason = z.enum(pendingReasons)
export type PendingReason = z.infer<typeof PendingReason>

/** Of an email with everything in it, in bytes: attachments of 25 MB are a third larger in transit. */
export const maxEmailSize = 36_000_000
export const maxAttachments = 20
/** From one person in an hour; more look like two programs that answer each other. */
export const repliesPerHour = 30

export const ReceivedEmailLine = z.object({
  id: Id,
  /** The address in From; it may be forged unless the email was added. */
  from: z.string(),
  subject: z.string(),
  status: ReceivedEmailStatus,
  reason: PendingReason.nullable(),
  receivedAt: Instant,
  ...versioned,
})
export type ReceivedEmailLine = z.infer<typeof ReceivedEmailLine>

export const ReceivedEmail = ReceivedEmailLine.extend({
  /** Without the quoted email. */
  text: z.string(),
  attachments: z.array(z.object({ name: z.string(), size: z.int() })),
  /** The active account with this email address. */
  sender: z.object({ id: Id, name: z.string() }).nullable(),
  /** The folder of the email that was replied to, if the reply address is known. */
  folder: z.object({ id: Id, name: z.string() }).nullable(),
})
export type ReceivedEmail = z.infer<typeof ReceivedEmail>

export const AddingInput = z.strictObject({ clientFolderId: Id })
export type AddingInput = z.infer<typeof AddingInput>

export function assertPending({ status }: Pick<ReceivedEmailLine, 'status'>): void {
  if (status !== 'pending') throw conflict('This email was already handled.')
}
