// Documents from a ZIP, for administrators: each file becomes a document in a client folder.
// States: draft (checked, nothing added) → running → finished, or stopped.
import { z } from 'zod'
import { DocumentVisibility } from './document.ts'
import { teamOnlyDirectory } from './document-visibility.ts'
import { conflict } from './errors.ts'
import { ImportCounts, ImportRowStatus, ImportStatus } from './import.ts'
import { Id, Instant, versioned, optionalId, requiredName } from './text.ts'

export const maxImportedFiles = 5000
/** Unpacked, in bytes. */
export const maxUnpackedBytes = 5 * 1024 * 1024 * 1024
/** The list in the ZIP with the client folder of each file. */
export const manifestName = 'documents.csv'

export const DocumentImportInput = z.strictObject({
  /** The uploadURL or objectPath of the uploaded ZIP. */
  documentURL: z.string('Upload the ZIP file first.').min(1, 'Upload the ZIP file first.').max(2000),
  fileName: requiredName('File name is required'),
  /** The folder for all files. Without it, the ZIP names the folder of each file. */
  clientFolderId: optionalId,
})
export type DocumentImportInput = z.infer<typeof DocumentImportInput>

export const DocumentImportAction = z.enum(['start', 'stop', 'discard'])
export type DocumentImportAction = z.infer<typeof DocumentImportAction>

export const DocumentImport = z.object({
  id: Id,
  fileName: z.string(),
  status: ImportStatus,
  /** The folder for all files, if one was chosen. */
  clientFolderId: Id.nullable(),
  clientFolderName: z.string().nullable(),
  startedByName: z.string().nullable(),
  counts: ImportCounts,
  finishedAt: Instant.nullable(),
  createdAt: Instant,
  ...versioned,
})
export type DocumentImport = z.infer<typeof DocumentImport>

export const DocumentImportView = DocumentImport.extend({ allowed: z.array(DocumentImportAction) })
export type DocumentImportView = z.infer<typeof DocumentImportView>

export const DocumentImportRow = z.object({
  id: Id,
  /** The position in the ZIP or in its list, counted from 1. */
  row: z.int(),
  /** The file in the ZIP. */
  path: z.string(),
  name: z.string(),
  folderName: z.string(),
  subfolder: z.string().nullable(),
  tags: z.array(z.string()),
  visibility: DocumentVisibility,
  status: ImportRowStatus,
  /** What is wrong with it, or why it was skipped. */
  reason: z.string().nullable(),
  clientFolderId: Id.nullable(),
})
export type DocumentImportRow = z.infer<typeof DocumentImportRow>

type State = Pick<DocumentImport, 'status' | 'counts'>

export function allowedInDocumentImport({ status, counts }: State): DocumentImportAction[] {
  if (status === 'draft') return counts.pending > 0 ? ['start', 'discard'] : ['discard']
  return status === 'running' ? ['stop'] : []
}

const refusals: Record<DocumentImportAction, string> = {
  start: 'There’s nothing to import, or this import has already started.',
  stop: 'This import isn’t running, so it can’t be stopped.',
  discard: 'This import has started, so it can’t be discarded.',
}

/** Throws 409 if the import's status does not allow it. */
export function assertCanInDocumentImport(action: DocumentImportAction, its: State): void {
  if (!allowedInDocumentImport(its).includes(action)) throw conflict(refusals[action])
}

const junk = /(?:^|\/)(?:__MACOSX\/|\.|thumbs\.db$|desktop\.ini$)/i

/** What operating systems add to a ZIP, and directories. */
export const isNoDocument = (path: string): boolean => path.endsWith('/') || junk.test(path)

export interface PlannedFile {
  row: number
  path: string
  name: string
  subfolder: string | null
  tags: string[]
  /** As written in the list; empty for shared. */
  visibility: string
  /** The client folder's name; null if a folder was chosen for all files, or if nothing names one. */
  folderName: string | null
  /** Tells apart folders of the same name. */
  clientEmail: string | null
}

/** As a list would have it. */
const visibilityByPath = (parts: readonly string[]) => (parts.includes(teamOnlyDirectory) ? 'team-only' : '')

const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * The folder of each file by its path: `Client folder/Subfolder/file.pdf`, or `Subfolder/file.pdf` if one folder was chosen
 * for all. A directory that contains everything is left out, and so is the one that an export has for team-only documents.
 * @param isFolder whether a client folder has this name
 */
export function planByPath(
  paths: readonly string[],
  isForOneFolder: boolean,
  isFolder: (name: string) => boolean,
): PlannedFile[] {
  const parts = paths.map((path) => path.split('/'))
  const top = parts[0]?.[0] ?? ''
  const isWrapped =
    parts.every((each) => each.length > 1 && each[0] === top) &&
    (isForOneFolder || (!isFolder(top) && parts.every((each) => each.length > 2)))
  return parts.map((each, index) => {
    const directories = each.slice(isWrapped ? 1 : 0, -1).filter((name) => name !== teamOnlyDirectory)
    const folderName = isForOneFolder ? null : (directories.shift() ?? null)
    return {
      row: index + 1,
      path: paths[index] ?? '',
      name: each.at(-1) ?? '',
      subfolder: directories.length === 0 ? null : directories.join(' - '),
      tags: [],
      visibility: visibilityByPath(each),
      folderName,
      clientEmail: null,
    }
  })
}

/** "Team only", "team-only"; an empty cell is a shared document. Null for anything else. */
export function visibilityIn(cell: string): DocumentVisibility | null {
  const written = cell.toLowerCase().replaceAll(/[\s_]+/g, '-')
  return DocumentVisibility.safeParse(written === '' ? 'shared' : written).data ?? null
}

/** Tags are separated by commas. */
const tagsIn = (cell: string): string[] =>
  cell
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

const headings = {
  path: ['file', 'path', 'filename'],
  name: ['name', 'title', 'documentname'],
  subfolder: ['subfolder', 'section'],
  tags: ['tags'],
  visibility: ['visibility'],
  folderName: ['clientfolder', 'client', 'folder', 'businessname'],
  clientEmail: ['clientemail', 'email'],
} as const

/** Null without a column for the file. */
export function planByManifest(
  headers: readonly string[],
  rows: readonly { row: number; cells: readonly string[] }[],
): PlannedFile[] | null {
  const known = headers.map((heading) => heading.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const column = (field: keyof typeof headings) =>
    headings[field].map((heading) => known.indexOf(heading)).find((index) => index >= 0) ?? -1
  if (column('path') < 0) return null
  return rows.map(({ row, cells }) => {
    const cell = (field: keyof typeof headings) => (cells[column(field)] ?? '').trim()
    const path = cell('path').replaceAll('\\', '/')
    return {
      row,
      path,
      name: cell('name') || nameIn(path),
      subfolder: cell('subfolder') || null,
      tags: tagsIn(cell('tags')),
      visibility: cell('visibility') || visibilityByPath(path.split('/')),
      folderName: cell('folderName') || null,
      clientEmail: cell('clientEmail') || null,
    }
  })
}
