import { MessageReading, Waiting } from '../domain/waiting.ts'
import { change, read } from './kit/endpoint.ts'

export const readWaiting = read({
  path: '/api/waiting',
  who: ['client'],
  summary:
    'What waits for the caller in all of their folders: to sign, answer, pay, upload, finish, acknowledge or read, the most urgent first. What lies in an archived folder is left out. 403 for the team.',
  reply: Waiting,
})

export const noteMessagesRead = change('POST', {
  path: '/api/client-folders/:id/messages/reading',
  who: 'signed-in',
  summary:
    'The caller has read the thread up to this message, which does not wait for them any more. An earlier one changes nothing; one of another thread is a 400.',
  body: MessageReading,
  reply: MessageReading,
})
