import { z } from 'zod'
import { team } from '../domain/actor.ts'
import {
  DocumentChange,
  DocumentInput,
  DocumentVersionInput,
  DocumentView,
  DocumentVisibility,
  WithdrawalInput,
  WithdrawnDocument,
} from '../domain/document.ts'
import {
  DocumentFigures,
  DocumentIds,
  DocumentListView,
  DocumentMove,
  DocumentOrder,
  DocumentTag,
  DocumentTags,
  Subfolder,
  SubfolderName,
  SubfolderRename,
} from '../domain/document-list.ts'
import { VisibilityChange } from '../domain/document-visibility.ts'
import { DocumentExpiration } from '../domain/document-expiration.ts'
import { change, list, raw, read, search } from './kit/endpoint.ts'

export const registerDocument = change('PUT', {
  path: '/api/documents',
  who: 'signed-in',
  summary:
    'Registers an upload as a document after checking the stored bytes: size, SHA-256, and type by content and name. A mismatch is an error, and nothing of the upload is stored. Only the team adds a document with the visibility `team-only` (otherwise 403), which no one on the client’s side can see; 400 if it requires a signature or answers a request or an assignment.',
  body: DocumentInput,
  reply: DocumentView,
  status: 201,
})

export const listDocuments = list({
  path: '/api/client-folders/:id/documents',
  who: 'signed-in',
  summary:
    'Lists the documents of a folder, newest first. `q` searches their names, `view`, `subfolder`, and `tag` narrow the list; `order=size` lists the largest first, `order=expires` those that expire first. The view `expiring` has documents that expire within 60 days or have expired. Clients never get documents whose `visibility` is `team-only`, nor tags.',
  of: DocumentView,
  query: {
    ...search,
    view: DocumentListView.optional(),
    subfolder: SubfolderName.optional(),
    tag: DocumentTag.optional(),
    order: DocumentOrder.optional(),
    visibility: DocumentVisibility.optional(),
  },
})

export const readDocumentFigures = read({
  path: '/api/client-folders/:id/documents/figures',
  who: 'signed-in',
  summary:
    'Counts the documents of a folder that the caller can see, by view, subfolder, and tag; clients get no tags.',
  reply: DocumentFigures,
})

export const downloadDocuments = raw('GET', {
  path: '/api/client-folders/:id/documents/zip',
  who: 'signed-in',
  summary:
    'Returns documents of a folder as one ZIP file, with the sealed copies of signed ones. `ids` are separated by commas. A document that the caller can’t open is left out and named in “Not included.txt”; 409 if that is all of them, 404 for an id that was never in the folder. Each document is recorded in the audit log as opened.',
  query: { ids: DocumentIds },
  rateLimit: {
    tries: 30,
    windowSeconds: 600,
    sentence: 'You can download a ZIP of documents up to 30 times in 10 minutes. Try again later.',
  },
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
  summary:
    'Requests signatures (again after a decline) or withdraws the request. The `signers` sign in order of position; without them, only the client signs. 409 after signing.',
  body: DocumentChange,
  reply: DocumentView,
})

export const addDocumentVersion = change('POST', {
  path: '/api/documents/:id/versions',
  who: 'signed-in',
  summary:
    'Replaces a document with a new version, registered from an upload as a separate document, which has the same visibility. The earlier version is no longer listed but can still be downloaded. For the team and the uploader (otherwise 403); 409 if the document is signed, is awaiting a signature, or was already replaced. Without `expiresOn`, the new version has no expiration date.',
  body: DocumentVersionInput,
  reply: DocumentView,
  status: 201,
})

export const listDocumentVersions = list({
  path: '/api/documents/:id/versions',
  who: 'signed-in',
  summary: 'Lists all versions of a document, including the current one, newest first.',
  of: DocumentView,
})

export const moveDocument = change('PATCH', {
  path: '/api/documents/:id/subfolder',
  who: 'signed-in',
  summary:
    'Moves a document to a subfolder, which exists as long as it has documents; null moves it out of its subfolder. An existing subfolder with the same name in another case is used.',
  body: DocumentMove,
  reply: DocumentView,
})

export const setDocumentTags = change('PATCH', {
  path: '/api/documents/:id/tags',
  who: team,
  summary:
    'Replaces the tags of a document, which clients never see: at most 10, each of at most 40 characters. A tag that another document of the folder has in another case gets its spelling.',
  body: DocumentTags,
  reply: DocumentView,
})

export const setDocumentExpiration = change('PATCH', {
  path: '/api/documents/:id/expiration',
  who: 'signed-in',
  summary:
    'Sets or removes the last day on which a document is valid, and whether the client is reminded of it as well. For the team and the uploader (otherwise 403). Reminders are sent 60, 30, and 7 days before that day and on it. 409 for an earlier version.',
  body: DocumentExpiration,
  reply: DocumentView,
})

export const changeDocumentVisibility = change('PATCH', {
  path: '/api/documents/:id/visibility',
  who: 'signed-in',
  summary:
    'Shares a team-only document with the client, who is notified, or makes a shared one team-only, with its earlier versions. Sharing leaves earlier versions team-only. For the team (otherwise 403). 409 for an earlier version, without a change, and for a document that the client’s side uploaded or has opened, or that a message, a document request, an assignment, a handbook, a training record, a signature request, or an export of the client contains.',
  body: VisibilityChange,
  reply: DocumentView,
})

export const renameSubfolder = change('PATCH', {
  path: '/api/client-folders/:id/subfolders',
  who: 'signed-in',
  summary: 'Renames a subfolder of documents. 404 if there is none with this name, 409 if another has the new name.',
  body: SubfolderRename,
  reply: Subfolder,
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
