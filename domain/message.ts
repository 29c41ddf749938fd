// A message in a folder's thread: between the client and the team. Written once, never changed.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { Id, Instant, kept, requiredText } from './text.ts'

export const MessageInput = z.strictObject({ content: requiredText('Please write a message.') })
export type MessageInput = z.infer<typeof MessageInput>

export const Message = z.object({
  id: Id,
  content: z.string(),
  clientFolderId: Id,
  senderId: Id,
  senderName: z.string().nullable(),
  isFromClient: z.boolean(),
  createdAt: Instant,
  ...kept,
})
export type Message = z.infer<typeof Message>

export const isFromClient = (actor: Actor) => isClient(actor)
