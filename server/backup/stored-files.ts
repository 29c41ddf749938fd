// Checks records against files: each file that a record names exists, with its recorded length and hash.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Reader } from '../kit/db.ts'
import { DamagedFile } from '../file-storage/file-format.ts'
import type { Files } from '../file-storage/files.ts'
import { Named, referencedFilesQuery, namespaces } from '../uploads/named-files.ts'
import type { Snapshot } from './snapshot.ts'
import { typed } from '../kit/row-types.ts'

export interface FilesSeen {
  count: number
  bytes: number
  /** Hexadecimal SHA-256 over the key, size, and hash of each file. */
  sha256: string
  broken: string[]
}

const maxConcurrent = 4

/**
 * @param present the database as it is now: files discarded since the snapshot are not faults
 * @param quick checks only existence and length, without reading the files
 */
export async function watchFiles(
  snapshot: Snapshot,
  present: Reader,
  files: Files,
  { quick }: { quick: boolean },
): Promise<FilesSeen> {
  const digest = createHash('sha256')
  const seen: FilesSeen = { count: 0, bytes: 0, sha256: '', broken: [] }
  for await (const some of inGroups(referencedFilesIn(snapshot), maxConcurrent)) {
    const faults = await Promise.all(some.map((named) => faultOf(named, files, quick)))
    for (const [at, named] of some.entries()) {
      const fault = faults[at] ?? null
      if (fault === null || !(await isStillReferenced(present, named))) {
        seen.count++
        seen.bytes += named.size
        digest.update(`${named.key} ${named.size} ${named.sha256}\n`)
      } else seen.broken.push(`${named.key} ${fault}`)
    }
  }
  return { ...seen, sha256: digest.digest('hex') }
}

export async function* referencedFilesIn(snapshot: Snapshot): AsyncGenerator<Named> {
  yield* snapshot.stream(typed(Named)`
    select key, size, sha256 from ${await referencedFilesQuery(snapshot)} order by key collate "C"`)
}

export const isStillReferenced = async (reader: Reader, { key }: Pick<Named, 'key'>): Promise<boolean> =>
  (await reader.maybe(sql`select from ${await referencedFilesQuery(reader)} where key = ${key} limit 1`)) !== null

/**
 * Rows of uploads and documents are written shortly after their bytes, and sweeps clean up after them; an older file
 * without a row is an orphan.
 */
const orphanDays = 2

const KeyRow = z.object({ key: z.string() })

/** Orphans: files that no record names and that are too old to be still in storing. */
export async function* orphanedFiles(reader: Reader, files: Files, now: Date): AsyncGenerator<string> {
  const before = new Date(now.getTime() - orphanDays * 86_400_000)
  for (const namespace of namespaces)
    for await (const some of inGroups(files.list(namespace), 500)) {
      const keys = some.filter(({ changedAt }) => changedAt < before).map(({ key }) => key)
      const rows = await reader.rows(typed(KeyRow)`
        select key from unnest(${keys}::text[]) key
        where not exists (select from uploads where storage_key = key)
          and not exists (select from documents where storage_key = key)
          and not exists (select from archived_pdfs where storage_key = key)
          and not exists (select from folder_exports where storage_key = key)
          and not exists (select from pending_file_deletions where storage_key = key)`)
      for (const { key } of rows) yield key
    }
}

async function faultOf({ key, size, sha256 }: Named, files: Files, quick: boolean): Promise<string | null> {
  try {
    const { stream, size: found } = await files.read(key)
    if (found !== size) stream.destroy()
    if (found !== size) return `has ${found} bytes instead of ${size}`
    if (quick) stream.destroy()
    if (quick) return null
    return (await hashOf(stream)) === sha256 ? null : 'differs from what was stored'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'is missing'
    if (error instanceof DamagedFile) return 'was changed or truncated'
    throw error
  }
}

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

export async function* inGroups<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
