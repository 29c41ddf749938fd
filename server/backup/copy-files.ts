// Copies stored files into a backup as they are (possibly encrypted). Files that an earlier backup already contains are
// hard-linked.
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { headerBytes } from '../file-storage/file-format.ts'
import type { Store } from '../file-storage/file-store.ts'
import type { Named } from '../uploads/named-files.ts'
import { inGroups } from './stored-files.ts'
import { type StoredFile, placeOf } from './manifest.ts'

/** Files of an earlier backup, or of an earlier pass over this one, sorted by key. */
export interface Earlier {
  folder: string
  files: AsyncIterator<StoredFile>
}

const maxConcurrent = 4

export interface Copied {
  key: string
  /** Null when the file is not in the store. */
  file: StoredFile | null
  /** Copied from the store, not linked. */
  isNew: boolean
}

/** In key order. */
export async function* copyFiles(
  named: AsyncIterable<Named>,
  store: Store,
  earlier: Earlier | null,
  folder: string,
): AsyncGenerator<Copied> {
  const known = earlier === null ? async () => null : walkBeside(earlier.files)
  for await (const group of inGroups(named, maxConcurrent)) {
    const before: (StoredFile | null)[] = []
    for (const { key } of group) before.push(await known(key))
    yield* await Promise.all(
      group.map(({ key }, at) => copyOne(key, store, before[at] ?? null, earlier?.folder ?? folder, folder)),
    )
  }
}

async function copyOne(
  key: string,
  store: Store,
  before: StoredFile | null,
  from: string,
  to: string,
): Promise<Copied> {
  // Already copied by an earlier pass over this backup.
  if (before !== null && from === to) return { key, file: before, isNew: false }
  const place = placeOf.file(to, key)
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  try {
    if (before !== null && (await isTheSame(key, store, before, from))) {
      await linkOrCopy(placeOf.file(from, key), place)
      return { key, file: before, isNew: false }
    }
    const { stream, size } = await store.read(key)
    const sha256 = await writeAndHash(place, stream, size)
    return { key, file: { key, size, sha256 }, isNew: true }
  } catch (error) {
    await rm(place, { force: true })
    if (isAbsent(error)) return { key, file: null, isNew: false }
    throw error
  }
}

/** A file is only ever replaced by its encrypted form, which has a different header and is longer. */
async function isTheSame(key: string, store: Store, before: StoredFile, from: string): Promise<boolean> {
  const { stream, size } = await store.read(key, { start: 0, end: headerBytes - 1 })
  const header = Buffer.concat((await stream.toArray()) as Buffer[])
  if (size !== before.size) return false
  const handle = await open(placeOf.file(from, key)).catch(() => null)
  if (handle === null) return false
  try {
    const [{ buffer, bytesRead }, found] = [
      await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0),
      await handle.stat(),
    ]
    return found.size === size && buffer.subarray(0, bytesRead).equals(header)
  } finally {
    await handle.close()
  }
}

/** Falls back to a copy on file systems without hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_EXCL))
}

async function writeAndHash(place: string, stream: Readable, size: number): Promise<string> {
  const hash = createHash('sha256')
  const handle = await open(place, 'w', 0o600)
  let written = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk)
      written += chunk.length
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (written !== size) throw new Error(`${place} was cut off while it was copied`)
  return hash.digest('hex')
}

/** Returns a lookup into a sorted list; keys must be requested in order. */
function walkBeside(files: AsyncIterator<StoredFile>): (key: string) => Promise<StoredFile | null> {
  let next: StoredFile | null | undefined
  const step = async () => {
    const { value, done } = await files.next()
    next = done === true ? null : (value as StoredFile)
  }
  return async (key) => {
    if (next === undefined) await step()
    while (next !== null && next !== undefined && next.key < key) await step()
    return next?.key === key ? next : null
  }
}

export const isAbsent = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
