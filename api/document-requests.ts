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
    'Lists the document requests of a folder with the files submitted for them. `late=true` returns pending ones past their due date; `order=due` sorts by due date, pending ones first.',
  of: DocumentRequestView,
  query: {
    ...search,
    status: DocumentRequestStatus.optional(),
    late: z.literal('true', 'Omit this, or set it to true.').optional(),
    order: z.enum(['newest', 'due']).default('newest'),
  },
})

export const countDocumentRequests = read({
  path: '/api/client-folders/:id/document-requests/counts',
  who: 'signed-in',
  summary: 'Returns how many document requests of a folder are in each status, and how many pending ones are late.',
  reply: DocumentRequestCounts,
})

export const createDocumentRequest = create({
  path: '/api/client-folders/:id/document-requests',
  who: 'signed-in',
  summary:
    'Requests a document from the client. Priority is medium by default; the due date (Eastern time) is optional.',
  body: DocumentRequestInput,
  reply: DocumentRequestView,
})

export const createDocumentRequestSet = create({
  path: '/api/client-folders/:id/document-request-sets',
  who: 'signed-in',
  summary: 'Requests several documents in one call: all or none. Returned in the order of the body.',
  body: DocumentRequestSetInput,
  reply: z.object({ requests: z.array(DocumentRequestView) }),
})

export const readDocumentRequest = read({
  path: '/api/document-requests/:id',
  who: 'signed-in',
  summary: 'Returns one document request.',
  reply: DocumentRequestView,
})

export const changeDocumentRequestStatus = change('PATCH', {
  path: '/api/document-requests/:id/status',
  who: 'signed-in',
  summary:
    'Changes the status: the team accepts a submission (completed), returns it with a reason (pending), or cancels a pending request. An upload that names the request (PUT /api/documents) submits it.',
  body: DocumentRequestStatusChange,
  reply: DocumentRequestView,
})
