// Encrypts files that earlier releases stored unencrypted, one at a time in place: if interrupted, it resumes at the
// next start. A file is replaced only after its encrypted form has been read back.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database } from '../kit/db.ts'
import { encrypted, encryptedSize, headerBytes, isEncrypted, newFileKey } from '../file-storage/file-format.ts'
import type { Store } from '../file-storage/file-store.ts'
import { readVerified } from '../file-storage/files-in.ts'
import type { DiskStore } from '../file-storage/files-on-disk.ts'
import { namespaces } from './named-files.ts'

/** Returns the number of files. Buckets never contained unencrypted files. */
export async function encryptStored(db: Database, store: Store, keys: DataKeys): Promise<number> {
  if (!('rewrite' in store)) return 0
  const done = await db.maybe(sql`select from portal_facts where name = 'files-are-encrypted'`)
  if (done !== null) return 0
  let count = 0
  for (const namespace of namespaces)
    for await (const { key, size } of store.list(namespace))
      if (await encryptOne(store as DiskStore, keys, key, size)) count++
  const fact = JSON.stringify({ at: db.now.toISOString(), count })
  await db.run(sql`
    insert into portal_facts (name, value) values ('files-are-encrypted', ${fact}::jsonb) on conflict (name) do nothing`)
  return count
}

async function encryptOne(store: DiskStore, keys: DataKeys, key: string, size: number): Promise<boolean> {
  const { stream: start } = await store.read(key, { start: 0, end: headerBytes - 1 })
  if (isEncrypted(Buffer.concat((await start.toArray()) as Buffer[]))) return false
  const { stream } = await store.read(key)
  const read = createHash('sha256')
  const sealed = encrypted(hashing(stream, read), newFileKey(await keys.inUse(), key))
  await store.rewrite(key, sealed, async (written) => {
    const back = createHash('sha256')
    for await (const chunk of readVerified(written, keys, key, encryptedSize(size))) back.update(chunk)
    if (back.digest('hex') !== read.digest('hex'))
      throw new Error(`${key} could not be decrypted to the same bytes; it was not changed`)
  })
  return true
}

async function* hashing(bytes: Readable, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
}
