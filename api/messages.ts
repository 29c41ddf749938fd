import { z } from 'zod'
import { Message, MessageInput } from '../domain/message.ts'
import { create, list, search } from './kit/endpoint.ts'

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
