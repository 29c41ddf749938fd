// The client folder and subfolder of each file in a ZIP: from its list, or from the file's path.
import { z } from 'zod'
import {
  manifestName,
  maxImportedFiles,
  planByManifest,
  planByPath,
  type PlannedFile,
} from '../../domain/document-import.ts'
import { DomainError, invalid } from '../../domain/errors.ts'
import { readCsv } from '../kit/read-csv.ts'
import type { Archive } from './archive.ts'

const manifestBytes = 10 * 1_048_576
const aboutFolderBytes = 1_048_576

interface Settings {
  isForOneFolder: boolean
  /** Which of these names are client folders’, in lower case. */
  foldersNamed: (names: string[]) => Promise<ReadonlySet<string>>
}

export async function planOf(archive: Archive, { isForOneFolder, foldersNamed }: Settings): Promise<PlannedFile[]> {
  const paths = [...archive.sizes.keys()]
  const manifest = manifestAmong(paths)
  if (manifest === null) {
    const tops = [...new Set(paths.map((path) => path.split('/')[0] ?? ''))]
    const known = isForOneFolder || tops.length > 1 ? new Set<string>() : await foldersNamed(tops)
    return planByPath(paths, isForOneFolder, (name) => known.has(name.toLowerCase()))
  }
  const planned = await listedFiles(archive, manifest)
  const base = manifest.slice(0, -manifestName.length).replace(/lists\/$/, '')
  const folder = isForOneFolder ? null : await exportedFolder(archive, base)
  return planned.map((file) => ({
    ...file,
    path: base + file.path,
    ...(isForOneFolder
      ? { folderName: null, clientEmail: null }
      : file.folderName === null && folder !== null
        ? { folderName: folder.name, clientEmail: folder.clientEmail }
        : {}),
  }))
}

/** At the top, or where a folder export has its lists; also in a single directory that contains everything. */
function manifestAmong(paths: readonly string[]): string | null {
  const found = paths.filter((path) => /^(?:[^/]+\/)?(?:lists\/)?documents\.csv$/.test(path))
  return found.toSorted((a, b) => a.length - b.length)[0] ?? null
}

async function listedFiles(archive: Archive, path: string): Promise<PlannedFile[]> {
  const text = (await archive.text(path, manifestBytes)) ?? ''
  const { headers, rows } = await readCsv(Buffer.from(text), {
    bytes: manifestBytes,
    rows: maxImportedFiles,
    what: 'files',
  }).catch((error: unknown) => {
    throw error instanceof DomainError ? invalid('documentURL', `${manifestName}: ${error.message}`) : error
  })
  const planned = planByManifest(headers, rows)
  if (planned === null)
    throw invalid('documentURL', `${manifestName} needs a column named “File” with each file’s path.`)
  return planned
}

const ExportedFolder = z.object({ name: z.string(), clientEmail: z.string().nullable() })

/** The folder of an export; null in a ZIP that is none. */
async function exportedFolder(archive: Archive, base: string) {
  const text = await archive.text(`${base}folder.json`, aboutFolderBytes)
  if (text === null) return null
  try {
    return ExportedFolder.parse(JSON.parse(text))
  } catch {
    return null
  }
}
