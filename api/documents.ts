import { z } from 'zod'
import { DocumentChange, DocumentInput, DocumentView } from '../domain/document.ts'
import { change, list, raw, read, search } from './kit/endpoint.ts'

export const registerDocument = change('PUT', {
  path: '/api/documents',
  who: 'signed-in',
  summary:
    'Puts an upload into a folder, once the server has looked at the stored bytes: size, SHA-256, kind by content and name. Refuses what does not agree, and leaves nothing of it behind.',
  body: DocumentInput,
  reply: DocumentView,
  status: 201,
})

export const listDocuments = list({
  path: '/api/client-folders/:id/documents',
  who: 'signed-in',
  summary: "A folder's documents; `q` looks in their names.",
  of: DocumentView,
  query: search,
})

export const readDocument = read({
  path: '/api/documents/:id',
  who: 'signed-in',
  summary: 'One document.',
  reply: DocumentView,
})

export const readDocumentFile = raw('GET', {
  path: '/api/documents/:id/file',
  who: 'signed-in',
  summary:
    'The bytes, as an attachment; `inline` shows a PDF in the browser. Ranges are served. Each fetch stands in the trail; "has opened" means that all bytes were sent.',
  query: { inline: z.string().max(10).optional() },
})

export const changeDocument = change('PATCH', {
  path: '/api/documents/:id',
  who: 'signed-in',
  summary:
    'The team asks the client for a signature (again, after a refusal), or withdraws that. 409 once it is signed.',
  body: DocumentChange,
  reply: DocumentView,
})
