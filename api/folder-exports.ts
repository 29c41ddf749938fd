import { FolderExportView } from '../domain/folder-export.ts'
import { create, list, raw } from './kit/endpoint.ts'

export const listFolderExports = list({
  path: '/api/folder-exports',
  who: 'signed-in',
  summary: 'The copies of folders that the caller asked for, newest first; nobody sees those of others.',
  of: FolderExportView,
})

export const createFolderExport = create({
  path: '/api/client-folders/:id/exports',
  who: 'signed-in',
  summary:
    'Asks for a ZIP of everything in the folder that the caller may see: files, papers, and lists as JSON and CSV, with a SHA-256 of each. A job makes it; a letter says when it is ready. Asked again meanwhile, it answers the copy under way. Needs a step-up (403).',
  reply: FolderExportView,
  reauthenticate: true,
  rateLimit: {
    tries: 20,
    windowSeconds: 3600,
    sentence: 'You can ask for 20 copies an hour. Please try again later.',
  },
})

export const readFolderExportFile = raw('GET', {
  path: '/api/folder-exports/:id/file',
  who: 'signed-in',
  summary:
    'The ZIP, for the person who asked for it and may still see the folder; within 7 days and until it was downloaded whole (409).',
})
