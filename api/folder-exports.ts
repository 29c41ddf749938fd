import { FolderExportView } from '../domain/folder-export.ts'
import { create, list, raw } from './kit/endpoint.ts'

export const listFolderExports = list({
  path: '/api/folder-exports',
  who: 'signed-in',
  summary: "Lists the caller's own folder exports, newest first.",
  of: FolderExportView,
})

export const createFolderExport = create({
  path: '/api/client-folders/:id/exports',
  who: 'signed-in',
  summary:
    'Requests a ZIP file of everything in the folder that the caller can see: files, PDFs, and lists as JSON and CSV, each with its SHA-256. A background job creates it, and an email says when it is ready. While one is being created, the call returns that one. Requires recent authentication (403).',
  reply: FolderExportView,
  reauthenticate: true,
  rateLimit: {
    tries: 20,
    windowSeconds: 3600,
    sentence: 'You can request 20 exports an hour. Try again later.',
  },
})

export const readFolderExportFile = raw('GET', {
  path: '/api/folder-exports/:id/file',
  who: 'signed-in',
  summary:
    'Returns the ZIP file to the person who requested it, if they can still see the folder. Available for 7 days and until it was downloaded completely (409).',
})
