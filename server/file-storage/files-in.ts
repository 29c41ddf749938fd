// File storage on top of a store: measures, hashes, and limits incoming bytes, encrypts them at rest, and decrypts them
// on reading.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { DomainError } from '../../domain/errors.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import {
  dataKeyOf,
  decrypted,
  encrypted,
  encryptedSize,
  type FileKey,
  fileKeyOf,
  headerBytes,
  isEncrypted,
  newFileKey,
  plainSize,
} from './file-format.ts'
import type { Range, Store } from './file-store.ts'
import {
  checkedKey,
  checkedName,
  incompleteFileError,
  type FileHandoff,
  type Files,
  headBytes,
  type Incoming,
  requireSpace,
  type Stored,
  tooLarge,
} from './files.ts'
import { readEncrypted } from './file-handoff.ts'

/** @param keys for encryption; null stores files unencrypted, as releases before encryption did */
export function filesIn(store: Store, keys: DataKeys | null): Files {
  const headers = new Recent<string, Buffer>(1000)

  /** Passes bytes to `write`, encrypted for their key, and returns their size and hashes. */
  async function storeBytes(
    about: string,
    bytes: Readable,
    { limit, size }: Incoming,
    write: (bytes: AsyncIterable<Buffer>, size: number | undefined) => Promise<void>,
  ): Promise<Stored> {
    if (size !== undefined && size > limit) throw tooLarge(limit)
    await requireSpace(store)
    const measured = measure(bytes, { limit, size })
    if (keys === null) await write(measured.bytes, size)
    else {
      const sealed = encrypted(measured.bytes, newFileKey(await keys.inUse(), about))
      await write(sealed, size === undefined ? undefined : encryptedSize(size))
    }
    return measured.result()
  }

  async function headerOf(key: string): Promise<{ header: Buffer; version: string | null }> {
    const known = headers.get(key)
    if (known !== undefined) return { header: known, version: null }
    const { stream, version } = await store.read(key, { start: 0, end: headerBytes - 1 })
    const header = Buffer.concat((await stream.toArray()) as Buffer[])
    if (isEncrypted(header)) headers.set(key, header)
    return { header, version }
  }

  async function read(key: string, range?: Range): Promise<{ stream: Readable; size: number }> {
    if (keys === null) return store.read(key, range)
    const { header, version } = await headerOf(key)
    if (!isEncrypted(header)) {
      const found = await store.read(key, range)
      if (found.version === version) return found
      // The file was encrypted between the two reads.
      found.stream.destroy()
      return read(key, range)
    }
    return readEncrypted(store, key, await keyIn(header, key, keys), range)
  }

  const lent = (key: string, fileKey: FileKey | null): FileHandoff => ({ place: store.place, key, fileKey })

  /** The parts in sequence as one stream of decrypted bytes. */
  async function* joined(name: string, numbers: number[]): AsyncGenerator<Buffer> {
    for (const number of numbers) {
      const { stream, size } = await store.parts.read(name, number)
      const bytes = stream as AsyncIterable<Buffer>
      if (keys === null) yield* bytes
      else yield* readVerified(bytes, keys, `${name}/${number}`, size)
    }
  }

  return {
    put: async (key, bytes, incoming) =>
      storeBytes(checkedKey(key), bytes, incoming, (sealed, size) => store.write(key, sealed, size)),
    read,
    exists: (key) => store.exists(key),
    async remove(key) {
      headers.delete(key)
      await store.remove(key)
    },
    list: (namespace) => store.list(namespace),
    free: () => store.free(),
    async lend(key) {
      if (keys === null) return lent(key, null)
      const { header } = await headerOf(key)
      return lent(key, isEncrypted(header) ? await keyIn(header, key, keys) : null)
    },
    async lendNew(key) {
      await requireSpace(store)
      return lent(checkedKey(key), keys === null ? null : newFileKey(await keys.inUse(), key))
    },
    parts: {
      async start(key) {
        checkedKey(key)
        return store.parts.start()
      },
      put: async (_key, name, number, bytes, incoming) =>
        storeBytes(`${checkedName(name)}/${number}`, bytes, incoming, (sealed, size) =>
          store.parts.write(name, number, sealed, size),
        ),
      async complete(key, name, parts) {
        const plain = Readable.from(
          joined(
            name,
            parts.map(({ number }) => number),
          ),
          { objectMode: false },
        )
        const stored = await storeBytes(checkedKey(key), plain, { limit: Infinity }, (sealed, size) =>
          store.write(key, sealed, size),
        )
        await store.parts.drop(name)
        return stored
      },
      abort: (_key, name) => store.parts.drop(name),
    },
    sweep: (before) => store.sweep(before),
    check: () => store.check(),
  }
}

/** Decrypts a complete file, from its header to its end. */
export async function* readVerified(
  bytes: AsyncIterable<Buffer>,
  keys: DataKeys,
  about: string,
  encryptedBytes: number,
): AsyncGenerator<Buffer> {
  const size = plainSize(encryptedBytes)
  const chunks = bytes[Symbol.asyncIterator]()
  let start: Buffer = Buffer.alloc(0)
  while (start.length < headerBytes) {
    const { value, done } = await chunks.next()
    if (done === true) break
    start = Buffer.concat([start, value])
  }
  const header = Buffer.from(start.subarray(0, headerBytes))
  const rest = async function* () {
    if (start.length > headerBytes) yield start.subarray(headerBytes)
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  yield* decrypted(rest(), await keyIn(header, about, keys), { size, range: { start: 0, end: size - 1 } })
}

const keyIn = async (header: Buffer, about: string, keys: DataKeys) =>
  fileKeyOf(await keys.byId(dataKeyOf(header)), header, about)

/** Passes bytes through and measures them. */
function measure(bytes: Readable, { limit, size: announced }: Incoming) {
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  const head: Buffer[] = []
  let size = 0
  async function* through(): AsyncGenerator<Buffer> {
    for await (const chunk of arriving(bytes)) {
      if (size < headBytes) head.push(chunk.subarray(0, headBytes - size))
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      sha256.update(chunk)
      md5.update(chunk)
      yield chunk
    }
    if (announced !== undefined && size !== announced) throw incompleteFileError()
  }
  return {
    bytes: through(),
    result: (): Stored => ({ size, sha256: sha256.digest('hex'), md5: md5.digest('hex'), head: Buffer.concat(head) }),
  }
}

/**
 * A sender who disconnects is not a fault. A refusal leaves the stream intact, so that the request can still get a
 * reply.
 */
async function* arriving(bytes: Readable): AsyncGenerator<Buffer> {
  const chunks = bytes.iterator({ destroyOnReturn: false })
  try {
    for await (const chunk of chunks) yield chunk as Buffer
  } catch (error) {
    throw error instanceof DomainError ? error : incompleteFileError()
  }
}

/** A small least-recently-used cache. */
class Recent<K, V> {
  readonly #maxEntries: number
  readonly #map = new Map<K, V>()
  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }
  get(key: K): V | undefined {
    return this.#map.get(key)
  }
  set(key: K, value: V): void {
    if (this.#map.size >= this.#maxEntries) this.#map.delete(this.#map.keys().next().value as K)
    this.#map.set(key, value)
  }
  delete(key: K): void {
    this.#map.delete(key)
  }
}
