// Records against files: each file that a record names is there, as long as it says, and with its hash.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Reader } from '../kit/db.ts'
import type { Files } from '../file-storage/files.ts'
import { type Named, namedFilesIn, namespaces } from '../objects/named.ts'
import type { Snapshot } from './snapshot.ts'
import { typed } from '../kit/row-types.ts'

export interface FilesSeen {
  count: number
  bytes: number
  /** Hexadecimal SHA-256 over key, size and hash of each. */
  sha256: string
  broken: string[]
}

const atOnce = 4

/**
 * @param present the database as it is now: what was discarded since the snapshot is no fault
 * @param quick whether each is there and as long as its record says, without reading it
 */
export async function seeFiles(
  snapshot: Snapshot,
  present: Reader,
  files: Files,
  { quick }: { quick: boolean },
): Promise<FilesSeen> {
  const digest = createHash('sha256')
  const seen: FilesSeen = { count: 0, bytes: 0, sha256: '', broken: [] }
  for await (const some of inGroups(filesNamedIn(snapshot), atOnce)) {
    const faults = await Promise.all(some.map((named) => faultOf(named, files, quick)))
    for (const [at, named] of some.entries()) {
      const fault = faults[at] ?? null
      if (fault === null || !(await isStillNamed(present, named))) {
        seen.count++
        seen.bytes += named.size
        digest.update(`${named.key} ${named.size} ${named.sha256}\n`)
      } else seen.broken.push(`${named.key} ${fault}`)
    }
  }
  return { ...seen, sha256: digest.digest('hex') }
}

export async function* filesNamedIn(snapshot: Snapshot): AsyncGenerator<Named> {
  yield* snapshot.stream<Named>(sql`
    select key, size, sha256 from ${await namedFilesIn(snapshot)} order by key collate "C"`)
}

export const isStillNamed = async (reader: Reader, { key }: Pick<Named, 'key'>): Promise<boolean> =>
  (await reader.maybe(sql`select from ${await namedFilesIn(reader)} where key = ${key} limit 1`)) !== null

/** Uploads and papers become rows a little later than bytes, and sweeps look after the rest; what is older belongs to nobody. */
const orphanDays = 2

const KeyRow = z.object({ key: z.string() })

/** Files that no record names, for longer than one that is just being stored. */
export async function* filesOfNobody(reader: Reader, files: Files, now: Date): AsyncGenerator<string> {
  const before = new Date(now.getTime() - orphanDays * 86_400_000)
  for (const namespace of namespaces)
    for await (const some of inGroups(files.list(namespace), 500)) {
      const keys = some.filter(({ changedAt }) => changedAt < before).map(({ key }) => key)
      const rows = await reader.rows(typed(KeyRow)`
        select key from unnest(${keys}::text[]) key
        where not exists (select from uploads where storage_key = key)
          and not exists (select from documents where storage_key = key)
          and not exists (select from papers where storage_key = key)
          and not exists (select from folder_exports where storage_key = key)
          and not exists (select from condemned_files where storage_key = key)`)
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
    return (await hashOf(stream)) === sha256 ? null : 'is not what was stored'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'is not there'
    if (error instanceof Error && error.message.startsWith('A kept file was changed')) return 'was changed or cut off'
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
