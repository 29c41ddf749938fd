import type { SearchParams } from '../kit/url-state.ts'

/** The search parameters of a folder, on its own page and on those of its client. */
export const folderSearch = [
  'assignment',
  'documents',
  'employee',
  'files',
  'for',
  'kind',
  'message',
  'order',
  'q',
  'request',
  'requests',
  'subfolder',
  'tab',
  'tag',
  'training',
  'trainings',
  'view',
  'who',
] as const
export type FolderSearch = Pick<SearchParams, (typeof folderSearch)[number]>
