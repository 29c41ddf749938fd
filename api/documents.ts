import { z } from 'zod'
import { DocumentChange, DocumentInput, DocumentView, WithdrawalInput, WithdrawnDocument } from '../domain/document.ts'
import { change, list, raw, read, search } from './kit/endpoint.ts'

export const registerDocument = change('PUT', {
  path: '/api/documents',
  who: 'signed-in',
  summary:
    'Registers an upload as a document after checking the stored bytes: size, SHA-256, and type by content and name. A mismatch is an error, and nothing of the upload is stored.',
  body: DocumentInput,
  reply: DocumentView,
  status: 201,
})

export const listDocuments = list({
  path: '/api/client-folders/:id/documents',
  who: 'signed-in',
  summary: 'Lists the documents of a folder. `q` searches their names.',
  of: DocumentView,
  query: search,
})

export const readDocument = read({
  path: '/api/documents/:id',
  who: 'signed-in',
  summary: 'Returns one document.',
  reply: DocumentView,
})

export const readDocumentFile = raw('GET', {
  path: '/api/documents/:id/file',
  who: 'signed-in',
  summary:
    'Returns the file as an attachment; with `inline`, the browser shows a PDF. Supports ranges. Each download is recorded in the audit log; a document counts as opened when all bytes were sent, except to a browser’s own viewer.',
  query: { inline: z.string().max(10).optional() },
})

export const changeDocument = change('PATCH', {
  path: '/api/documents/:id',
  who: 'signed-in',
  summary: "Requests the client's signature (again after a decline) or withdraws that request. 409 after signing.",
  body: DocumentChange,
  reply: DocumentView,
})

export const withdrawDocument = change('POST', {
  path: '/api/documents/:id/withdrawal',
  who: 'signed-in',
  summary:
    'Withdraws a document: it leaves lists, search, exports, and the view of the other side, and its file is deleted after 30 days unless a legal hold prevents it. The team can at any time, a client their own for an hour (403). 409 for a signed one.',
  body: WithdrawalInput,
  reply: WithdrawnDocument,
})

export const listWithdrawnDocuments = list({
  path: '/api/client-folders/:id/withdrawn-documents',
  who: 'signed-in',
  summary:
    'Lists who withdrew which documents of a folder, when, and why. File names are returned to the team and to the uploader.',
  of: WithdrawnDocument,
})
