// Copies all files named by records from one store to another. Each is read back and compared with its hash; intact
// ones that exist already are skipped, so that an interrupted move resumes. Nothing is deleted from the source.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database } from '../kit/db.ts'
import type { Store } from '../file-storage/file-store.ts'
import { DamagedFile } from '../file-storage/file-format.ts'
import { filesIn } from '../file-storage/files-in.ts'
import type { Files } from '../file-storage/files.ts'
import { encryptStored } from './encrypt-stored.ts'
import { Named, referencedFiles } from './named-files.ts'
import { recordFileLocation } from './file-location.ts'
import { typed } from '../kit/row-types.ts'

export interface Moved {
  copied: number
  /** Existed before, and intact. */
  already: number
  bytes: number
  /** Named by a record, and in neither store. */
  missing: string[]
  /** Bytes that differ from the record's hash. */
  damaged: string[]
}

const pageSize = 200
const maxConcurrent = 4

/** The recorded location changes only when all files are copied. */
export async function moveFiles(
  { db, dataKeys }: { db: Database; dataKeys: DataKeys },
  from: Store,
  to: Store,
  onPage: (moved: Moved) => void = () => {},
): Promise<Moved> {
  await encryptStored(db, from, dataKeys)
  const there = filesIn(to, dataKeys)
  const moved: Moved = { copied: 0, already: 0, bytes: 0, missing: [], damaged: [] }
  for (let page = await namedAfter(db, ''); page.length > 0; page = await namedAfter(db, page.at(-1)?.key ?? '')) {
    const waiting = page.values()
    // Waits for all even if one fails, so that a repetition finds no writer still active.
    const ended = await Promise.allSettled(
      Array.from({ length: maxConcurrent }, async () => {
        for (const named of waiting) await moveOne(named, from, to, there, moved)
      }),
    )
    for (const each of ended) if (each.status === 'rejected') throw each.reason
    onPage(moved)
  }
  if (moved.missing.length === 0 && moved.damaged.length === 0) await recordFileLocation(db, to.name)
  return moved
}

async function moveOne({ key, sha256 }: Named, from: Store, to: Store, there: Files, moved: Moved): Promise<void> {
  if (await to.exists(key)) {
    if ((await hashOf(there, key)) === sha256) return void moved.already++
    if (!(await from.exists(key))) return void moved.damaged.push(key)
    await there.remove(key)
  }
  if (!(await from.exists(key))) return void moved.missing.push(key)
  const { stream, size } = await from.read(key)
  await to.write(key, stream as AsyncIterable<Buffer>, size)
  if ((await hashOf(there, key)) !== sha256) {
    await there.remove(key)
    return void moved.damaged.push(key)
  }
  moved.copied++
  moved.bytes += size
}

/** Null for a file that cannot be opened. */
async function hashOf(files: Files, key: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    const { stream }: { stream: Readable } = await files.read(key)
    for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
  } catch (error) {
    if (error instanceof DamagedFile) return null
    throw error
  }
  return hash.digest('hex')
}

const namedAfter = (db: Database, key: string) =>
  db.rows(
    typed(Named)`select key, size, sha256 from ${referencedFiles} where key > ${key} order by key limit ${pageSize}`,
  )
