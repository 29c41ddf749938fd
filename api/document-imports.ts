import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import {
  DocumentImportInput,
  DocumentImportRow,
  DocumentImportView,
  maxImportedFiles,
} from '../domain/document-import.ts'
import { ImportRowStatus } from '../domain/import.ts'
import { change, create, list, raw, read } from './kit/endpoint.ts'

export const listDocumentImports = list({
  path: '/api/document-imports',
  who: administrators,
  summary: 'Lists document imports, newest first.',
  of: DocumentImportView,
})

export const createDocumentImport = create({
  path: '/api/document-imports',
  who: administrators,
  summary: `Creates a draft import from an uploaded ZIP of at most ${maxImportedFiles.toLocaleString('en-US')} files, and checks each file. Where a file goes is read from a documents.csv in the ZIP with the columns File, Name, Subfolder, Tags, Visibility, Client folder, and Client email (a folder export of this portal has one), otherwise from its path: Client folder/Subfolder/file. Adds no documents. 400 for a ZIP that is damaged, encrypted, or too large when unpacked.`,
  body: DocumentImportInput,
  reply: DocumentImportView,
  rateLimit: {
    tries: 60,
    windowSeconds: 3600,
    sentence: 'You can upload 60 files an hour. Try again later.',
  },
})

export const readDocumentImport = read({
  path: '/api/document-imports/:id',
  who: administrators,
  summary: 'Returns one import with the number of files by status.',
  reply: DocumentImportView,
})

export const listDocumentImportRows = list({
  path: '/api/document-imports/:id/rows',
  who: administrators,
  summary: 'Lists the files of an import, each with its client folder, its status, and any problem.',
  of: DocumentImportRow,
  query: { status: ImportRowStatus.optional() },
})

export const exportDocumentImportRows = raw('GET', {
  path: '/api/document-imports/:id/csv',
  who: administrators,
  summary: 'Exports the files with problems, or those with another status, as CSV.',
  query: { status: ImportRowStatus.default('failed') },
})

export const startDocumentImport = create({
  path: '/api/document-imports/:id/start',
  who: administrators,
  summary:
    'Starts a job that adds the files without problems, each in one transaction, without emails to clients. A file that is already in its folder is skipped. 409 if the import was already started.',
  reply: DocumentImportView,
})

export const stopDocumentImport = change('POST', {
  path: '/api/document-imports/:id/stop',
  who: administrators,
  summary: 'Stops a running import. Documents that were already added remain. 409 if it isn’t running.',
  reply: DocumentImportView,
})

export const discardDocumentImport = change('DELETE', {
  path: '/api/document-imports/:id',
  who: administrators,
  summary: 'Deletes a draft and its ZIP. 409 once the import has started.',
  reply: z.object({ id: z.string() }),
})
