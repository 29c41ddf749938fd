import { z } from 'zod'
import {
  DocumentRequestCounts,
  DocumentRequestInput,
  DocumentRequestSetInput,
  DocumentRequestStatus,
  DocumentRequestStatusChange,
  DocumentRequestView,
} from '../domain/document-request.ts'
import { change, create, list, read, search } from './kit/endpoint.ts'

export const listDocumentRequests = list({
  path: '/api/client-folders/:id/document-requests',
  who: 'signed-in',
  summary:
    "A folder's document requests with the files that answer them. `late=true`: pending ones past their due date. `order=due`: open ones first, the earliest due first.",
  of: DocumentRequestView,
  query: {
    ...search,
    status: DocumentRequestStatus.optional(),
    late: z.literal('true', 'Please leave this out, or say true.').optional(),
    order: z.enum(['newest', 'due']).default('newest'),
  },
})

export const countDocumentRequests = read({
  path: '/api/client-folders/:id/document-requests/counts',
  who: 'signed-in',
  summary: 'How many document requests of a folder are in each status, and how many pending ones are late.',
  reply: DocumentRequestCounts,
})

export const createDocumentRequest = create({
  path: '/api/client-folders/:id/document-requests',
  who: 'signed-in',
  summary:
    'The team asks the client for a document: priority medium unless said otherwise, due on a day (Eastern time) or without one.',
  body: DocumentRequestInput,
  reply: DocumentRequestView,
})

export const createDocumentRequestSet = create({
  path: '/api/client-folders/:id/document-request-sets',
  who: 'signed-in',
  summary: 'The team asks for several documents in one go, all of them or none; they are answered in the order given.',
  body: DocumentRequestSetInput,
  reply: z.object({ requests: z.array(DocumentRequestView) }),
})

export const readDocumentRequest = read({
  path: '/api/document-requests/:id',
  who: 'signed-in',
  summary: 'One document request.',
  reply: DocumentRequestView,
})

export const changeDocumentRequestStatus = change('PATCH', {
  path: '/api/document-requests/:id/status',
  who: 'signed-in',
  summary:
    'The team accepts what was submitted (completed), sends it back with a reason (pending), or cancels a pending request. Submitted it becomes by an upload that names it (PUT /api/documents).',
  body: DocumentRequestStatusChange,
  reply: DocumentRequestView,
})
