import { WorkQueue, WorkView } from '../domain/work-queue.ts'
import { Id } from '../domain/text.ts'
import { read } from './kit/endpoint.ts'

export const readWorkQueue = read({
  path: '/api/work-queue',
  who: 'signed-in',
  summary:
    "Returns the caller's work, the most pressing first, each with one action. For clients: to sign, pay, answer, send, and read. For the team: pending requests, unanswered messages, submitted documents, what is unsigned, and what is due today or overdue in their folders. `view`: `mine` (folders assigned to the caller, and requests without an assignee), `all`, or `overdue`. `clientFolderId`: only that folder's work.",
  query: { view: WorkView.optional(), clientFolderId: Id.optional() },
  reply: WorkQueue,
})
