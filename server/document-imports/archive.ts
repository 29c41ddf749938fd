// The uploaded ZIP: its files by path, read where it is stored.
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { isNoDocument, maxImportedFiles, maxUnpackedBytes } from '../../domain/document-import.ts'
import { DomainError, invalid } from '../../domain/errors.ts'
import type { Bytes } from '../file-inspection/bytes.ts'
import { StoredZip } from '../file-inspection/stored-zip.ts'

export interface Archive {
  /** The size of each file, by its path. */
  sizes: ReadonlyMap<string, number>
  open: (path: string) => Promise<Readable>
  /** A small text file, or null if there is none at this path. */
  text: (path: string, limit: number) => Promise<string | null>
}

/** Directories, and files that operating systems add, count as well. */
const maxEntries = 4 * maxImportedFiles

const refused = (sentence: string) => invalid('documentURL', sentence)

/** Throws 400 for a file that is no ZIP, or is damaged, encrypted, or too large when unpacked. */
export async function openArchive(bytes: Bytes): Promise<Archive> {
  const stored = new StoredZip(bytes)
  try {
    return await readDirectory(await yauzl.fromRandomAccessReaderPromise(stored, bytes.size, { autoClose: false }))
  } catch (error) {
    // Errors from yauzl are the file's fault; a failed read from the store is ours.
    if (stored.failure !== null) throw stored.failure
    if (error instanceof DomainError) throw error
    throw refused('This isn’t a ZIP file, or it’s damaged. Create it again and upload that.')
  }
}

async function readDirectory(zip: yauzl.ZipFile): Promise<Archive> {
  if (zip.entryCount > maxEntries) throw tooMany()
  const entries = new Map<string, yauzl.Entry>()
  let count = 0
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    if (++count > maxEntries) throw tooMany()
    if (isNoDocument(entry.fileName)) continue
    if (entry.isEncrypted()) throw refused('This ZIP is password-protected. Create it again without a password.')
    if (entries.has(entry.fileName))
      throw refused(`This ZIP contains “${entry.fileName}” twice. Rename one of the files.`)
    unpacked += entry.uncompressedSize
    if (unpacked > maxUnpackedBytes)
      throw refused('This ZIP is larger than 5 GB when unpacked. Split it into smaller ones.')
    entries.set(entry.fileName, entry)
  }
  if (entries.size > maxImportedFiles) throw tooMany()
  if (entries.size === 0) throw refused('This ZIP contains no files.')
  const entryAt = (path: string) => {
    const entry = entries.get(path)
    if (entry === undefined) throw refused(`The ZIP contains no file “${path}”.`)
    return entry
  }
  return {
    sizes: new Map([...entries].map(([path, { uncompressedSize }]) => [path, uncompressedSize])),
    async open(path) {
      const stream = await zip.openReadStreamPromise(entryAt(path))
      // It may fail before anyone reads from it, and an error that no one listens for would end the process.
      stream.on('error', () => {})
      return stream
    },
    async text(path, limit) {
      const entry = entries.get(path)
      if (entry === undefined) return null
      if (entry.uncompressedSize > limit)
        throw refused(`“${path}” in the ZIP is larger than ${limit / 1_048_576} MB. Split the ZIP into smaller ones.`)
      return text(await zip.openReadStreamPromise(entry))
    },
  }
}

/** Whether an error while unpacking is the file's fault: of zlib, or of yauzl, whose errors have no code. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError) return false
  return !('code' in error) || String(error.code).startsWith('Z_')
}

const tooMany = () =>
  refused(`This ZIP contains more than ${maxImportedFiles.toLocaleString('en-US')} files. Split it into smaller ones.`)
