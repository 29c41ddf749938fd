import { MessageReading, ToDoList } from '../domain/to-do.ts'
import { change, read } from './kit/endpoint.ts'

export const readToDos = read({
  path: '/api/to-dos',
  who: ['client'],
  summary:
    "Lists the caller's to-dos in all of their folders: to sign, respond to, pay, upload, complete, acknowledge, or read, the most urgent first. Archived folders are not included. 403 for the team.",
  reply: ToDoList,
})

export const noteMessagesRead = change('POST', {
  path: '/api/client-folders/:id/messages/reading',
  who: 'signed-in',
  summary:
    'Marks the thread as read up to this message for the caller. An earlier message changes nothing; a message of another thread is an error (400).',
  body: MessageReading,
  reply: MessageReading,
})
