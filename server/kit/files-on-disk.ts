// Files in a folder. A write is on disk before it is told: temporary file, fsync, link (which never overwrites), fsync of the
// folder. Only the portal's own user may look into it.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, opendir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { newId } from './id.ts'
import { conflict, Refusal } from '../../domain/refusal.ts'
import {
  checkedKey,
  checkedName,
  cutOff,
  type Files,
  headBytes,
  type Incoming,
  noSpace,
  requireSpace,
  reserveBytes,
  type Stored,
  tooLarge,
} from './files.ts'

export function filesOnDisk(folder: string, reserve = reserveBytes): Files {
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

  /** Writes a stream where nobody looks yet, and has it moved by `place` once it is on disk. */
  async function write(
    bytes: Readable,
    incoming: Incoming,
    place: (temporary: string) => Promise<void>,
  ): Promise<Stored> {
    if (incoming.size !== undefined && incoming.size > incoming.limit) throw tooLarge(incoming.limit)
    await requireSpace({ free })
    await privateFolder(tmp)
    const temporary = join(tmp, newId())
    try {
      const stored = await writeDown(temporary, bytes, incoming)
      await place(temporary)
      return stored
    } catch (error) {
      throw codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT' ? noSpace() : error
    } finally {
      await rm(temporary, { force: true })
    }
  }

  /** Under its key, unless that is taken: a link, unlike a rename, refuses to replace. */
  const keep = (key: string) => async (temporary: string) => {
    const place = placeOf(key)
    await privateFolder(dirname(place))
    await link(temporary, place).catch((error: unknown) => {
      throw codeOf(error) === 'EEXIST' ? conflict('This upload was already stored.') : error
    })
    await syncFolder(dirname(place))
  }

  return {
    put: (key, bytes, incoming) => write(bytes, incoming, keep(key)),

    async read(key, range) {
      const handle = await open(placeOf(key))
      const { size } = await handle.stat()
      return { stream: createReadStream('', { fd: handle, ...range }), size }
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
      async start(key) {
        checkedKey(key)
        const name = newId()
        await privateFolder(partsOf(name))
        return name
      },
      put: (_key, name, number, bytes, incoming) =>
        write(bytes, incoming, (temporary) =>
          rename(temporary, partOf(name, number)).catch((error: unknown) => {
            throw codeOf(error) === 'ENOENT' ? conflict('This upload was cancelled.') : error
          }),
        ),
      async complete(key, name, parts) {
        const places = parts.map(({ number }) => partOf(name, number))
        const joined = Readable.from(contents(places), { objectMode: false })
        const stored = await write(joined, { limit: Infinity }, keep(key))
        await rm(partsOf(name), { recursive: true, force: true })
        return stored
      },
      abort: (_key, name) => rm(partsOf(name), { recursive: true, force: true }),
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
  }
}

async function writeDown(place: string, bytes: Readable, { limit }: Incoming): Promise<Stored> {
  const handle = await open(place, 'wx', 0o600)
  try {
    const stored = await copy(bytes, handle, limit)
    await handle.sync()
    return stored
  } finally {
    await handle.close()
  }
}

async function copy(bytes: Readable, to: FileHandle, limit: number): Promise<Stored> {
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  const head: Buffer[] = []
  let size = 0
  for await (const chunk of arriving(bytes)) {
    if (size < headBytes) head.push(chunk.subarray(0, headBytes - size))
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    sha256.update(chunk)
    md5.update(chunk)
    await to.writeFile(chunk)
  }
  return { size, sha256: sha256.digest('hex'), md5: md5.digest('hex'), head: Buffer.concat(head) }
}

/** A sender who goes away is no fault of ours; a refusal leaves the stream whole, so that it can still be answered. */
async function* arriving(bytes: Readable): AsyncGenerator<Buffer> {
  const chunks = bytes.iterator({ destroyOnReturn: false })
  try {
    for await (const chunk of chunks) yield chunk as Buffer
  } catch (error) {
    throw error instanceof Refusal ? error : cutOff()
  }
}

async function* contents(places: string[]) {
  for (const place of places) yield* createReadStream(place) as AsyncIterable<Buffer>
}

/** Only ours to enter; a new one is on disk before anything is kept in it. */
async function privateFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const absent =
  <T>(answer: T) =>
  (error: unknown): T => {
    if (codeOf(error) === 'ENOENT') return answer
    throw error
  }
