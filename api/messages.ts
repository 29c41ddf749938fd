import { z } from 'zod'
import { team } from '../domain/actor.ts'
import { Message, MessageReaders, NewMessageInput } from '../domain/message.ts'
import { NoReplyNeededInput, ThreadState, UnansweredFigures, UnansweredThread } from '../domain/unanswered-thread.ts'
import { change, create, list, read, search } from './kit/endpoint.ts'

export const listMessages = list({
  path: '/api/client-folders/:id/messages',
  who: 'signed-in',
  summary: 'Lists the messages of a folder, oldest first. `order=newest` starts with the latest.',
  of: Message,
  query: { ...search, order: z.enum(['newest', 'oldest']).default('oldest') },
})

export const sendMessage = create({
  path: '/api/client-folders/:id/messages',
  who: 'signed-in',
  summary:
    'Sends a message. The other side is notified in the portal, and by email if they are not online. `documentIds` are documents of the folder that the message links: 400 for one that was withdrawn or is in another folder.',
  body: NewMessageInput,
  reply: Message,
})

export const retractMessage = change('POST', {
  path: '/api/messages/:id/retraction',
  who: 'signed-in',
  summary:
    'Retracts a message within ten minutes: its text is deleted, and the thread shows that it was retracted. Only its sender (403); 409 after that.',
  reply: Message,
})

export const readMessageReaders = read({
  path: '/api/client-folders/:id/messages/readers',
  who: 'signed-in',
  summary:
    'Returns how far the other side has read the thread: for the team each person of the client, for the client side the team as one, without a name. Receipts are written by `POST …/messages/reading`.',
  reply: MessageReaders,
})

export const listUnansweredThreads = list({
  path: '/api/unanswered-threads',
  who: team,
  summary:
    "Lists threads of the caller's folders that need a reply to the client, the one that waits longest first. Reading a thread does not remove it.",
  of: UnansweredThread,
})

export const readUnansweredFigures = read({
  path: '/api/unanswered-threads/figures',
  who: team,
  summary: 'Returns how many threads need a reply, counted up to 100.',
  reply: UnansweredFigures,
})

export const markNoReplyNeeded = change('POST', {
  path: '/api/client-folders/:id/messages/set-aside',
  who: team,
  summary:
    "Marks the client's messages up to `lastMessageId` as needing no reply. 409 if no reply is needed, or if the client has written since.",
  body: NoReplyNeededInput,
  reply: ThreadState,
})

export const markNeedsReply = change('DELETE', {
  path: '/api/client-folders/:id/messages/set-aside',
  who: team,
  summary: 'Marks the thread as needing a reply again.',
  reply: ThreadState,
})
