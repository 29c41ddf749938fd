// The dry run of an import: finds the client folder of each file, and checks what can be checked without unpacking it.
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { FolderStatus } from '../../domain/client-folder.ts'
import { DocumentTags, SubfolderName } from '../../domain/document-list.ts'
import { DocumentInput, type DocumentVisibility } from '../../domain/document.ts'
import { type PlannedFile, visibilityIn } from '../../domain/document-import.ts'
import { DomainError } from '../../domain/errors.ts'
import { contentFaults, kindByName, sizeLimitFor } from '../../domain/file-kind.ts'
import type { ImportRowStatus } from '../../domain/import.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export interface CheckedFile {
  row: number
  path: string
  name: string
  folderName: string
  subfolder: string | null
  tags: string[]
  visibility: DocumentVisibility
  status: ImportRowStatus
  reason: string | null
  clientFolderId: string | null
}

export const alreadyHere = 'This document is already in the folder.'

const Folder = z.object({ id: z.string(), name: z.string(), status: FolderStatus, email: z.string().nullable() })
type Folder = z.infer<typeof Folder>

const KnownDocument = z.object({ clientFolderId: z.string(), name: z.string(), size: z.number() })

interface Check {
  actor: Actor
  sizes: ReadonlyMap<string, number>
  /** The folder for all files. */
  chosen: Folder | null
  /** By name in lower case. */
  folders: ReadonlyMap<string, Folder[]>
  /** Of the documents that the folders have. */
  known: ReadonlySet<string>
}

/** @param clientFolderId the folder for all files, or null */
export async function checkFiles(
  reader: Reader,
  actor: Actor,
  planned: readonly PlannedFile[],
  sizes: ReadonlyMap<string, number>,
  clientFolderId: string | null,
): Promise<CheckedFile[]> {
  const names = [...new Set(planned.flatMap(({ folderName }) => folderName?.toLowerCase() ?? []))]
  const found = await foldersFor(reader, names, clientFolderId)
  const folders = Map.groupBy(found, ({ name }) => name.toLowerCase())
  const documents = await reader.rows(typed(KnownDocument)`
    select client_folder_id as "clientFolderId", original_name as name, file_size as size from documents
    where client_folder_id = any(${found.map(({ id }) => id)}::uuid[]) and withdrawn_at is null`)
  const known = new Set(documents.map((each) => keyOf(each.clientFolderId, each.name, each.size)))
  const chosen = found.find(({ id }) => id === clientFolderId) ?? null
  return planned.map((file) => checkFile(file, { actor, sizes, chosen, folders, known }))
}

const keyOf = (folderId: string, name: string, size: number) => `${folderId}\n${name}\n${size}`

/** Only administrators import, and they see every folder. */
export const foldersFor = (reader: Reader, names: readonly string[], id: string | null): Promise<Folder[]> =>
  reader.rows(typed(Folder)`
    select f.id, f.name, f.status, lower(client.email) as email
    from client_folders f left join users client on client.id = f.client_id
    where lower(f.name) = any(${[...names]}::text[]) or f.id = ${id}::uuid order by f.id`)

function checkFile(file: PlannedFile, check: Check): CheckedFile {
  const { row, path, name, subfolder, tags } = file
  const base = {
    row,
    path: path.slice(0, 1000),
    name: name.slice(0, 300),
    subfolder: subfolder?.slice(0, 300) ?? null,
    // A file with tags that can't be used fails.
    tags: DocumentTags.shape.tags.safeParse(tags).data ?? [],
    // A file whose visibility can't be read fails.
    visibility: visibilityIn(file.visibility) ?? 'team-only',
  }
  try {
    const folder = folderOf(file, check)
    assertImportable(file, check)
    const isKnown = check.known.has(keyOf(folder.id, name, check.sizes.get(path) ?? 0))
    const its = { ...base, folderName: folder.name, clientFolderId: folder.id }
    return isKnown ? { ...its, status: 'skipped', reason: alreadyHere } : { ...its, status: 'pending', reason: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const folderName = (check.chosen?.name ?? file.folderName ?? '').slice(0, 300)
    return { ...base, folderName, clientFolderId: null, status: 'failed', reason: error.message }
  }
}

const problem = (sentence: string) => new DomainError('invalid', sentence)

function folderOf({ folderName, clientEmail }: PlannedFile, { chosen, folders }: Check): Folder {
  const named = chosen !== null ? [chosen] : (folders.get(folderName?.toLowerCase() ?? '') ?? [])
  if (chosen === null && folderName === null)
    throw problem('Put the file in a directory with the name of its client folder, or choose one folder for all files.')
  const open = named.filter(({ status }) => status !== 'archived')
  if (named.length === 0) throw problem('There’s no client folder with this name.')
  if (open.length === 0) throw problem('This client folder is archived.')
  const fitting = clientEmail === null ? open : open.filter(({ email }) => email === clientEmail.toLowerCase())
  const [folder, ...others] = fitting
  if (folder === undefined) throw problem('The client folder with this name has a client with another email address.')
  if (others.length > 0)
    throw problem('Several client folders have this name. Enter the client’s email address in documents.csv.')
  return folder
}

function assertImportable({ path, name, subfolder, tags, visibility }: PlannedFile, { actor, sizes }: Check): void {
  const size = sizes.get(path)
  if (size === undefined) throw problem('The ZIP doesn’t contain this file.')
  if (size === 0) throw problem(contentFaults.empty)
  if (size > sizeLimitFor(actor)) throw problem(`This file is larger than ${sizeLimitFor(actor) / 1_048_576} MB.`)
  if (visibilityIn(visibility) === null) throw problem('Enter “Shared” or “Team only” as the visibility.')
  kindByName(actor, name, 'originalName')
  for (const result of [
    DocumentInput.shape.originalName.safeParse(name),
    SubfolderName.nullable().safeParse(subfolder),
    DocumentTags.shape.tags.safeParse(tags),
  ])
    if (!result.success) throw problem(result.error.issues[0]?.message ?? 'This name can’t be used.')
}
