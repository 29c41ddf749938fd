// An unanswered thread: its last message is the client's, no one has replied, and no one has marked it "no reply
// needed". Whether someone has read it does not matter.
import { z } from 'zod'
import { conflict } from './errors.ts'
import { Id, Instant } from './text.ts'

export const UnansweredThread = z.object({
  /** Id of the first unanswered message. */
  id: Id,
  clientFolderId: Id,
  folderName: z.string(),
  clientName: z.string().nullable(),
  assignedStaffId: Id,
  assignedStaffName: z.string().nullable(),
  /** The number of unanswered messages, since when, and the beginning of the last one. */
  messages: z.int(),
  since: Instant,
  lastMessageId: Id,
  preview: z.string(),
})
export type UnansweredThread = z.infer<typeof UnansweredThread>

export const UnansweredFigures = z.object({ waiting: z.int() })

/** The last message that was seen: later ones remain unanswered. */
export const NoReplyNeededInput = z.strictObject({ lastMessageId: Id })
export type NoReplyNeededInput = z.infer<typeof NoReplyNeededInput>

export const ThreadState = z.object({ clientFolderId: Id, isDismissed: z.boolean() })
export type ThreadState = z.infer<typeof ThreadState>

export const previewLength = 160

/** @param waiting the thread's row, or null if nothing is unanswered */
export function assertCanMarkNoReplyNeeded(
  waiting: { lastMessageId: string } | null,
  { lastMessageId }: NoReplyNeededInput,
): void {
  if (waiting === null) throw conflict('No message in this folder needs a reply.')
  if (waiting.lastMessageId !== lastMessageId) throw conflict('The client sent another message. Read it first.')
}
