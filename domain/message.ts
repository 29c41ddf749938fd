// A message in a folder's thread between the client and the team. It is never edited; its sender can retract it for ten
// minutes.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { conflict, forbidden } from './errors.ts'
import { Id, Instant, versioned, requiredText } from './text.ts'

export const MessageInput = z.strictObject({ content: requiredText('Enter a message.') })
export type MessageInput = z.infer<typeof MessageInput>

export const maxMessageDocuments = 20

/** `documentIds`: documents of the folder that the message links. */
export const NewMessageInput = MessageInput.extend({
  documentIds: z
    .array(Id)
    .max(maxMessageDocuments, `Attach at most ${maxMessageDocuments} documents.`)
    .refine((ids) => new Set(ids).size === ids.length, 'Attach each document once.')
    .default([]),
})
export type NewMessageInput = z.infer<typeof NewMessageInput>

/** `hidden` from a contact who doesn't see the folder's documents. */
export const MessageDocument = z.discriminatedUnion('state', [
  z.object({ state: z.literal('available'), id: Id, name: z.string() }),
  z.object({ state: z.enum(['withdrawn', 'hidden']) }),
])
export type MessageDocument = z.infer<typeof MessageDocument>

export const Message = z.object({
  id: Id,
  content: z.string(),
  clientFolderId: Id,
  senderId: Id,
  senderName: z.string().nullable(),
  isFromClient: z.boolean(),
  /** When its sender retracted it; its text was deleted then. */
  retractedAt: Instant.nullable(),
  documents: z.array(MessageDocument),
  createdAt: Instant,
  ...versioned,
})
export type Message = z.infer<typeof Message>

/**
 * How far the other side has read a thread, and when. Clients see that the team has read it, the team sees who.
 * `ownLastMessageId` is the caller's own receipt.
 */
export const MessageReaders = z.object({
  readers: z.array(z.object({ name: z.string().nullable(), lastMessageId: Id, at: Instant })),
  ownLastMessageId: Id.nullable(),
})
export type MessageReaders = z.infer<typeof MessageReaders>

export const isFromClient = (actor: Actor) => isClient(actor)

export const retractionMinutes = 10

/** Whether the reader can still retract it, which shows the button. */
export const mayRetract = (
  message: Pick<Message, 'senderId' | 'createdAt' | 'retractedAt'>,
  actorId: string,
  now: Date,
): boolean => message.senderId === actorId && message.retractedAt === null && isRecent(message, now)

const isRecent = ({ createdAt }: Pick<Message, 'createdAt'>, now: Date) =>
  now.getTime() - Date.parse(createdAt) <= retractionMinutes * 60_000

/** Throws 403 for someone else's message or comment, 409 for a retracted one and one older than ten minutes. */
export function assertCanRetract(
  message: Pick<Message, 'senderId' | 'createdAt' | 'retractedAt'>,
  actor: Actor,
  now: Date,
  noun: 'message' | 'comment' = 'message',
): void {
  if (message.senderId !== actor.id) throw forbidden(`Only the sender can retract a ${noun}.`)
  if (message.retractedAt !== null) throw conflict(`This ${noun} was already retracted.`)
  if (!isRecent(message, now)) throw conflict(`A ${noun} can be retracted for ten minutes. Send a correction instead.`)
}

/** The text of a message that consists of linked documents. */
export const onlyDocuments = (count: number): string =>
  count === 0 ? '' : count === 1 ? 'See the attached document.' : 'See the attached documents.'

/** A message that names its attachments: "Thanks.\n\nAttached: W-4.pdf, I-9.pdf" */
export const withNames = (content: string, names: readonly string[]): string =>
  names.length === 0 ? content : `${content === '' ? '' : `${content}\n\n`}Attached: ${names.join(', ')}`
