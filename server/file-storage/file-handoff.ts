// Hands a stored file to a child process, which reads or writes the bytes itself, so that they never pass through the
// main thread. The child gets the key of that one file only.
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
import type { Range, Store } from './file-store.ts'
import type { FileHandoff } from './files.ts'
import { storeAt } from './open-store.ts'

/** Hashed chunk by chunk and concatenated once. `sha256`: hexadecimal. */
export async function readHandoff({ place, key, fileKey }: FileHandoff): Promise<{ bytes: Buffer; sha256: string }> {
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

/** Durable once it resolves. Throws 409 if the key is taken. */
export async function putHandoff({ place, key, fileKey }: FileHandoff, bytes: Uint8Array): Promise<void> {
  const store = await storeAt(place)
  const plain = Readable.from(inChunks(bytes), { objectMode: false })
  if (fileKey === null) await store.write(key, plain, bytes.length)
  else await store.write(key, encrypted(plain, asSent(fileKey)), encryptedSize(bytes.length))
}

/** `size` is that of the complete file. Ending the stream early ends its source too, even one that is still pending. */
export async function readEncrypted(
  store: Store,
  key: string,
  fileKey: FileKey,
  range?: Range,
): Promise<{ stream: Readable; size: number }> {
  // The total size arrives with the bytes; a range is cut from the blocks that contain it, which are requested by
  // offset.
  const asked = range === undefined ? undefined : encryptedRange(range, Infinity)
  const found = await store.read(key, asked ?? { start: headerBytes, end: Infinity })
  const size = plainSize(found.size)
  const within = { start: range?.start ?? 0, end: Math.min(range?.end ?? Infinity, size - 1) }
  const plain = decrypted(found.stream as AsyncIterable<Buffer>, fileKey, { size, range: within })
  const stream = Readable.from(plain, { objectMode: false })
  stream.once('close', () => found.stream.destroy())
  return { stream, size }
}

/** Chunk by chunk, so that other work is not blocked while everything is hashed or copied. */
export function* inChunks(bytes: Uint8Array): Generator<Buffer> {
  const size = 65_536
  for (let start = 0; start < bytes.byteLength; start += size)
    yield Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(size, bytes.byteLength - start))
}

/** Buffers arrive as plain Uint8Arrays. */
const asSent = ({ header, key }: FileKey): FileKey => ({ header: Buffer.from(header), key: Buffer.from(key) })
