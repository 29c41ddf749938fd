// Files in a folder. A write is durable before it is confirmed: temporary file, fsync, link (which never overwrites),
// fsync of the folder. Only the portal's own user has access.
import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, opendir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { conflict } from '../../domain/errors.ts'
import type { Store } from './file-store.ts'
import { checkedKey, checkedName, noSpace, requireSpace, reserveBytes } from './files.ts'
import { sealedBlockBytes } from './file-format.ts'
import { newId } from '../kit/id.ts'
import { syncFolder } from '../kit/sync-folder.ts'

export interface DiskStore extends Store {
  /** Rewrites the file under a key; the old bytes remain until `verify` has read and approved the new ones. */
  rewrite(
    key: string,
    bytes: AsyncIterable<Buffer>,
    verify: (written: AsyncIterable<Buffer>) => Promise<void>,
  ): Promise<void>
}

export function storeOnDisk(folder: string, reserve = reserveBytes): DiskStore {
  const tmp = join(folder, 'tmp')
  const partsFolder = join(folder, 'parts')
  const placeOf = (key: string) => join(folder, 'objects', checkedKey(key))
  const partsOf = (name: string) => join(partsFolder, checkedName(name))
  const partOf = (name: string, number: number) => join(partsOf(name), String(Math.trunc(number)))

  const free = async () => {
    await privateFolder(folder)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize - reserve
  }

  /** Writes a stream to a temporary file, and has `place` move it once it is on disk. */
  async function write(bytes: AsyncIterable<Buffer>, place: (temporary: string) => Promise<void>): Promise<void> {
    await requireSpace({ free })
    await privateFolder(tmp)
    const temporary = join(tmp, newId())
    try {
      await writeDown(temporary, bytes)
      await place(temporary)
    } catch (error) {
      throw codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT' ? noSpace() : error
    } finally {
      await rm(temporary, { force: true })
    }
  }

  /** Publishes a file under its key unless the key is taken: a link, unlike a rename, does not replace. */
  const publishAs = (key: string) => async (temporary: string) => {
    const place = placeOf(key)
    await privateFolder(dirname(place))
    await link(temporary, place).catch((error: unknown) => {
      throw codeOf(error) === 'EEXIST' ? conflict('This upload was already stored.') : error
    })
    await syncFolder(dirname(place))
  }

  return {
    name: 'disk',
    place: { folder },

    write: (key, bytes) => write(bytes, publishAs(key)),

    async rewrite(key, bytes, verify) {
      const place = placeOf(key)
      await write(bytes, async (temporary) => {
        await verify(createReadStream(temporary) as AsyncIterable<Buffer>)
        await stat(place)
        await rename(temporary, place)
        await syncFolder(dirname(place))
      })
    },

    async read(key, range) {
      const handle = await open(placeOf(key))
      const { size, ino } = await handle.stat()
      return {
        stream: createReadStream('', { fd: handle, highWaterMark: sealedBlockBytes, ...range }),
        size,
        version: String(ino),
      }
    },

    exists: (key) => stat(placeOf(key)).then(() => true, absent(false)),

    remove: (key) => rm(placeOf(key), { force: true }),

    async *list(namespace) {
      const within = join(folder, 'objects', namespace)
      const entries = await opendir(within).catch(absent(null))
      if (entries === null) return
      for await (const { name } of entries) {
        const found = await stat(join(within, name)).catch(absent(null))
        if (found !== null) yield { key: checkedKey(`${namespace}/${name}`), size: found.size, changedAt: found.mtime }
      }
    },

    free,

    parts: {
      async start() {
        const name = newId()
        await privateFolder(partsOf(name))
        return name
      },
      async write(name, number, bytes) {
        const place = partOf(name, number)
        await write(bytes, (temporary) =>
          rename(temporary, place).catch((error: unknown) => {
            throw codeOf(error) === 'ENOENT' ? conflict('This upload was canceled.') : error
          }),
        )
      },
      async read(name, number) {
        const handle = await open(partOf(name, number))
        const { size } = await handle.stat()
        return { stream: createReadStream('', { fd: handle }), size }
      },
      drop: (name) => rm(partsOf(name), { recursive: true, force: true }),
    },

    async sweep(before) {
      for (const within of [tmp, partsFolder]) {
        for (const name of await readdir(within).catch(absent([]))) {
          const place = join(within, name)
          const found = await stat(place).catch(absent(null))
          if (found !== null && found.mtime < before) await rm(place, { recursive: true, force: true })
        }
      }
    },

    async check() {
      await free()
    },
  }
}

async function writeDown(place: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(place, 'wx', 0o600)
  try {
    for await (const chunks of gathered(bytes)) await writeAll(handle, chunks)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Collects chunks up to a megabyte, because each write is a round trip to another thread. */
async function* gathered(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    chunks.push(chunk)
    length += chunk.length
    if (length < 2 ** 20 && chunks.length < 1000) continue
    yield chunks
    chunks = []
    length = 0
  }
  if (length > 0) yield chunks
}

async function writeAll(handle: FileHandle, chunks: Buffer[]) {
  const { bytesWritten } = await handle.writev(chunks)
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  // After a partial write, the disk reports the reason only when the rest is written.
  if (bytesWritten < length) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
}

/** Accessible to the portal's user only; a new folder is synced before anything is stored in it. */
async function privateFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const absent =
  <T>(answer: T) =>
  (error: unknown): T => {
    if (codeOf(error) === 'ENOENT') return answer
    throw error
  }
