import { team } from '../domain/actor.ts'
import { AddingInput, ReceivedEmail, ReceivedEmailLine, ReceivedEmailStatus } from '../domain/received-email.ts'
import { change, list, read } from './kit/endpoint.ts'

export const listReceivedEmails = list({
  path: '/api/received-emails',
  who: team,
  summary:
    'Lists the emails that arrived in the mailbox for replies, newest first. Staff see those to a reply address of their folders, and those of people all of whose folders are theirs. `status=pending` are those that did not become a message and that no one has handled yet.',
  of: ReceivedEmailLine,
  query: { status: ReceivedEmailStatus.optional() },
})

export const readReceivedEmail = read({
  path: '/api/received-emails/:id',
  who: team,
  summary: 'Returns a received email with its text. The text is deleted 30 days after the email was handled.',
  reply: ReceivedEmail,
})

export const addReceivedEmail = change('POST', {
  path: '/api/received-emails/:id/message',
  who: team,
  summary:
    'Adds a pending email to a folder as a message of the person with its email address, and its attachments as documents. 400 if that person can’t write there or the caller doesn’t see the folder; 409 if no active account has the address, or the email is no longer in the mailbox.',
  body: AddingInput,
  reply: ReceivedEmail,
})

export const dismissReceivedEmail = change('POST', {
  path: '/api/received-emails/:id/dismissal',
  who: team,
  summary: 'Dismisses a pending email. It stays in the mailbox.',
  reply: ReceivedEmail,
})
