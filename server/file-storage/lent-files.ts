// A kept file lent to a process beside the portal: it reads or puts the bytes itself, so that they never pass the thread that
// answers, and holds the key of that one file.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  decrypted,
  encrypted,
  encryptedRange,
  encryptedSize,
  type FileKey,
  headerBytes,
  plainSize,
} from './file-format.ts'
import type { Place, Store } from './file-store.ts'
import type { Range } from './files.ts'
import { storeAt } from './open-store.ts'

/** Plain data, which can be sent to a process. */
export interface LentFile {
  place: Place
  /** What it lies under. */
  key: string
  /** Null for one that lies as it came. */
  fileKey: FileKey | null
}

/** Hashed piece by piece and put together once. `sha256`: hexadecimal. */
export async function readLent({ place, key, fileKey }: LentFile): Promise<{ bytes: Buffer; sha256: string }> {
  const store = await storeAt(place)
  const { stream, size } = fileKey === null ? await store.read(key) : await readEncrypted(store, key, asSent(fileKey))
  const bytes = Buffer.allocUnsafeSlow(size)
  const hash = createHash('sha256')
  let filled = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    filled += chunk.copy(bytes, filled)
  }
  return { bytes: bytes.subarray(0, filled), sha256: hash.digest('hex') }
}

/** Durable once it answers. Refuses a key that is taken (409). */
export async function putLent({ place, key, fileKey }: LentFile, bytes: Uint8Array): Promise<void> {
  const store = await storeAt(place)
  const plain = Readable.from(inPieces(bytes), { objectMode: false })
  if (fileKey === null) await store.write(key, plain, bytes.length)
  else await store.write(key, encrypted(plain, asSent(fileKey)), encryptedSize(bytes.length))
}

/** `size` is the whole file's. Who ends the stream early ends its source too, also one that is being waited for. */
export async function readEncrypted(
  store: Store,
  key: string,
  fileKey: FileKey,
  range?: Range,
): Promise<{ stream: Readable; size: number }> {
  // How long the whole is comes with the bytes; a range may be cut from the blocks that hold it, which are asked for by its place.
  const asked = range === undefined ? undefined : encryptedRange(range, Infinity)
  const found = await store.read(key, asked ?? { start: headerBytes, end: Infinity })
  const size = plainSize(found.size)
  const within = { start: range?.start ?? 0, end: Math.min(range?.end ?? Infinity, size - 1) }
  const plain = decrypted(found.stream as AsyncIterable<Buffer>, fileKey, { size, range: within })
  const stream = Readable.from(plain, { objectMode: false })
  stream.once('close', () => found.stream.destroy())
  return { stream, size }
}

/** A piece at a time: nobody waits for all of it to be hashed or copied. */
export function* inPieces(bytes: Uint8Array): Generator<Buffer> {
  const size = 65_536
  for (let start = 0; start < bytes.byteLength; start += size)
    yield Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(size, bytes.byteLength - start))
}

/** Buffers arrive as plain arrays of bytes. */
const asSent = ({ header, key }: FileKey): FileKey => ({ header: Buffer.from(header), key: Buffer.from(key) })
