import { z } from 'zod'
import { team } from '../domain/actor.ts'
import { Message, MessageInput } from '../domain/message.ts'
import { SetAsideInput, ThreadState, WaitingFigures, WaitingThread } from '../domain/waiting-thread.ts'
import { change, create, list, read, search } from './kit/endpoint.ts'

export const listMessages = list({
  path: '/api/client-folders/:id/messages',
  who: 'signed-in',
  summary: "A folder's thread, oldest first. `order=newest` starts at the end, as a screen does.",
  of: Message,
  query: { ...search, order: z.enum(['newest', 'oldest']).default('oldest') },
})

export const sendMessage = create({
  path: '/api/client-folders/:id/messages',
  who: 'signed-in',
  summary: 'Adds a message; the other side is told live, and by a letter when they are not looking.',
  body: MessageInput,
  reply: Message,
})

export const listWaitingThreads = list({
  path: '/api/waiting-threads',
  who: team,
  summary:
    "Threads of the caller's folders whose last message is the client's and has no answer, newest first. Reading one does not take it off.",
  of: WaitingThread,
})

export const readWaitingFigures = read({
  path: '/api/waiting-threads/figures',
  who: team,
  summary: 'How many threads wait for an answer; counting ends at 100.',
  reply: WaitingFigures,
})

export const setThreadAside = change('POST', {
  path: '/api/client-folders/:id/messages/set-aside',
  who: team,
  summary:
    'No answer is needed to what the client wrote, up to `lastMessageId`. 409 when nothing waits, or when they have written since.',
  body: SetAsideInput,
  reply: ThreadState,
})

export const takeThreadBack = change('DELETE', {
  path: '/api/client-folders/:id/messages/set-aside',
  who: team,
  summary: 'An answer is needed after all.',
  reply: ThreadState,
})
