// All files from one store into another, as the records name them. Each is read back there and held against its hash; what is there
// already and whole is left, so that a stopped move goes on. Nothing is taken away from where it was.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database } from '../kit/db.ts'
import type { Store } from '../file-storage/file-store.ts'
import { filesIn } from '../file-storage/files-in.ts'
import type { Files } from '../file-storage/files.ts'
import { encryptKept } from './encrypt.ts'
import { Named, namedFiles } from './named.ts'
import { nameFilesIn } from './where.ts'
import { typed } from '../kit/row-types.ts'

export interface Moved {
  copied: number
  /** There before, and whole. */
  already: number
  bytes: number
  /** Named by a record, and in neither place. */
  missing: string[]
  /** Other bytes than the record says. */
  damaged: string[]
}

const pageSize = 200
const atOnce = 4

/** The records say that the files are in their new place only when all are. */
export async function moveFiles(
  { db, dataKeys }: { db: Database; dataKeys: DataKeys },
  from: Store,
  to: Store,
  onPage: (moved: Moved) => void = () => {},
): Promise<Moved> {
  await encryptKept(db, from, dataKeys)
  const there = filesIn(to, dataKeys)
  const moved: Moved = { copied: 0, already: 0, bytes: 0, missing: [], damaged: [] }
  for (let page = await namedAfter(db, ''); page.length > 0; page = await namedAfter(db, page.at(-1)?.key ?? '')) {
    const waiting = page.values()
    // All are waited for, also when one fails: whoever begins anew meets nobody still writing.
    const ended = await Promise.allSettled(
      Array.from({ length: atOnce }, async () => {
        for (const named of waiting) await moveOne(named, from, to, there, moved)
      }),
    )
    for (const each of ended) if (each.status === 'rejected') throw each.reason
    onPage(moved)
  }
  if (moved.missing.length === 0 && moved.damaged.length === 0) await nameFilesIn(db, to.name)
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

/** Null for what cannot be opened at all. */
async function hashOf(files: Files, key: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    const { stream }: { stream: Readable } = await files.read(key)
    for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('A kept file was changed')) return null
    throw error
  }
  return hash.digest('hex')
}

const namedAfter = (db: Database, key: string) =>
  db.rows(typed(Named)`select key, size, sha256 from ${namedFiles} where key > ${key} order by key limit ${pageSize}`)
