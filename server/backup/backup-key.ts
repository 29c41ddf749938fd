// The keys of one backup. Each backup has its own key, derived from the master key and the backup's id; each file in it
// has a key derived from that and the file's path (docs/backup-format.md).
import { createHmac, hkdfSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import type { DataKey } from '../kit/data-keys.ts'
import {
  dataKeyOf,
  decrypted,
  encrypted,
  fileKeyOf,
  headerBytes,
  isEncrypted,
  newFileKey,
  plainSize,
} from '../file-storage/file-format.ts'
import type { MasterKey } from '../kit/master-key.ts'

/** @param id the backup's UUID */
export function backupKey(masterKey: MasterKey, id: string): DataKey {
  const root = masterKey.derive('backup', 32)
  return {
    id,
    derive: (purpose, salt) => Buffer.from(hkdfSync('sha256', root, salt, `portal backup ${id}: ${purpose}`, 32)),
  }
}

/** HMAC of the manifest's text, which contains the digests of everything else. */
export const manifestHmac = (key: DataKey, text: string): string =>
  createHmac('sha256', key.derive('manifest', Buffer.alloc(0)))
    .update(text)
    .digest('hex')

/** Binds a file to its path in the backup, so that it decrypts only there. */
const aboutOf = (folder: string, place: string) => relative(folder, place).split(sep).join('/')

export const encryptInto = (folder: string, place: string, key: DataKey, plain: AsyncIterable<Buffer>) =>
  encrypted(plain, newFileKey(key, aboutOf(folder, place)))

/** @throws for anything that this backup did not write there, or that was changed since */
export async function* decryptFrom(folder: string, place: string, key: DataKey): AsyncGenerator<Buffer> {
  const handle = await open(place)
  const header = Buffer.alloc(headerBytes)
  let size: number
  try {
    size = (await handle.stat()).size
    await handle.read(header, 0, headerBytes, 0)
  } finally {
    await handle.close()
  }
  const plain = plainSize(size)
  if (!isEncrypted(header) || dataKeyOf(header) !== key.id || plain <= 0)
    throw new Error('This file is not part of the backup')
  const blocks = createReadStream(place, { start: headerBytes }) as AsyncIterable<Buffer>
  const range = { start: 0, end: plain - 1 }
  yield* decrypted(blocks, fileKeyOf(key, header, aboutOf(folder, place)), { size: plain, range })
}
