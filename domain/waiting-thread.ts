// A thread that waits for us: its last message is the client's, nobody has answered, and nobody has said that none is needed.
// Whether somebody has read it does not matter.
import { z } from 'zod'
import { conflict } from './errors.ts'
import { Id, Instant } from './text.ts'

export const WaitingThread = z.object({
  /** That of the first message that waits. */
  id: Id,
  clientFolderId: Id,
  folderName: z.string(),
  clientName: z.string().nullable(),
  assignedStaffName: z.string().nullable(),
  /** How many messages wait, since when, and the beginning of the last. */
  messages: z.int(),
  since: Instant,
  lastMessageId: Id,
  preview: z.string(),
})
export type WaitingThread = z.infer<typeof WaitingThread>

export const WaitingFigures = z.object({ waiting: z.int() })

/** The last message that was seen: what came after it is not set aside with it. */
export const SetAsideInput = z.strictObject({ lastMessageId: Id })
export type SetAsideInput = z.infer<typeof SetAsideInput>

export const ThreadState = z.object({ clientFolderId: Id, isSetAside: z.boolean() })
export type ThreadState = z.infer<typeof ThreadState>

export const previewLength = 160

/** @param waiting the thread's row, or null where nothing waits */
export function assertCanSetAside(waiting: { lastMessageId: string } | null, { lastMessageId }: SetAsideInput): void {
  if (waiting === null) throw conflict('Nothing waits for an answer in this folder.')
  if (waiting.lastMessageId !== lastMessageId)
    throw conflict('The client has written again. Please read the new message first.')
}
