import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import {
  ClientImportChange,
  ClientImportRow,
  ClientImportStart,
  ClientImportView,
  importLimitBytes,
  maxImportRows,
} from '../domain/client-import.ts'
import { ImportRowStatus } from '../domain/import.ts'
import { searchWords } from '../domain/text.ts'
import { change, create, list, raw, read } from './kit/endpoint.ts'

export const listClientImports = list({
  path: '/api/client-imports',
  who: administrators,
  summary: 'Lists client imports, newest first.',
  of: ClientImportView,
})

export const createClientImport = {
  ...change('POST', {
    status: 201,
    path: '/api/client-imports',
    who: administrators,
    summary: `Creates a draft import from a CSV file of clients, sent as the request body: UTF-8, separated by commas or semicolons, at most ${importLimitBytes / 1_048_576} MB (413) and ${maxImportRows.toLocaleString('en-US')} rows. Maps columns to fields by their headings and checks each row. Creates no clients.`,
    query: { fileName: searchWords.optional() },
    reply: ClientImportView,
    storesNoReply: true,
    rateLimit: {
      tries: 60,
      windowSeconds: 3600,
      sentence: 'You can upload 60 files an hour. Try again later.',
    },
  }),
  takes: 'text/csv',
}

export const readClientImport = read({
  path: '/api/client-imports/:id',
  who: administrators,
  summary: 'Returns one import with its column mapping and the number of rows by status.',
  reply: ClientImportView,
})

export const listClientImportRows = list({
  path: '/api/client-imports/:id/rows',
  who: administrators,
  summary: 'Lists the rows of an import in file order, each with its status and any problem.',
  of: ClientImportRow,
  query: { status: ImportRowStatus.optional() },
})

export const exportClientImportRows = raw('GET', {
  path: '/api/client-imports/:id/csv',
  who: administrators,
  summary:
    'Exports the rows with problems, or those with another status, with the columns of the file and the problem, to correct and upload again.',
  query: { status: ImportRowStatus.default('failed') },
})

export const changeClientImport = change('PUT', {
  path: '/api/client-imports/:id',
  who: administrators,
  summary:
    'Maps the columns of a draft to fields, sets the consultant for rows without one, and checks every row again.',
  body: ClientImportChange,
  reply: ClientImportView,
})

export const startClientImport = create({
  path: '/api/client-imports/:id/start',
  who: administrators,
  summary:
    'Starts a job that imports the rows without problems, each in one transaction. A client that already exists (same email and business name) is skipped. Invitations are sent only with `invites`. 409 if the import was already started.',
  body: ClientImportStart,
  reply: ClientImportView,
})

export const stopClientImport = change('POST', {
  path: '/api/client-imports/:id/stop',
  who: administrators,
  summary: 'Stops a running import. Clients that were already imported remain. 409 if it isn’t running.',
  reply: ClientImportView,
})

export const discardClientImport = change('DELETE', {
  path: '/api/client-imports/:id',
  who: administrators,
  summary: 'Deletes a draft. 409 once the import has started.',
  reply: z.object({ id: z.string() }),
})
