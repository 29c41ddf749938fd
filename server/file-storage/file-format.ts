// Encrypted file format: a 48-byte header that names the key, then blocks of 64 KiB, each with AES-256-GCM and its tag,
// so that any range can be read alone. Each block authenticates its number and whether it is the last, so that blocks
// cannot be changed, moved, removed, or cut off unnoticed. Each file has its own key, derived from a data key, a salt,
// and the file's name.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DataKey } from '../kit/data-keys.ts'
import type { Range } from './file-store.ts'

export const headerBytes = 48
const blockBytes = 65_536
const tagBytes = 16
/** Reading in pieces of this size delivers one encrypted block at a time, without joining two. */
export const sealedBlockBytes = blockBytes + tagBytes
/** "HRPF", version 1; no accepted file type begins like this. */
const magic = Buffer.from([0x48, 0x52, 0x50, 0x46, 1, 0, 0, 0])
const layout = { keyId: 8, salt: 24 }

export const isEncrypted = (header: Uint8Array) =>
  header.length === headerBytes && magic.equals(Buffer.from(header.subarray(0, magic.length)))

/** Id of the data key that a file was encrypted with. */
export const dataKeyOf = (header: Buffer): string =>
  header.toString('hex', layout.keyId, layout.salt).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export const encryptedSize = (plain: number) =>
  headerBytes + plain + tagBytes * Math.max(1, Math.ceil(plain / blockBytes))

export const plainSize = (encrypted: number) => {
  const body = encrypted - headerBytes
  return body - tagBytes * Math.max(1, Math.ceil(body / sealedBlockBytes))
}

/** The header of one file, and the key that decrypts only that file. */
export interface FileKey {
  header: Buffer
  key: Buffer
}

/** @param about the file's name; it decrypts only under that name */
export function newFileKey(dataKey: DataKey, about: string): FileKey {
  const header = Buffer.concat([
    magic,
    Buffer.from(dataKey.id.replaceAll('-', ''), 'hex'),
    randomBytes(headerBytes - layout.salt),
  ])
  return fileKeyOf(dataKey, header, about)
}

export const fileKeyOf = (dataKey: DataKey, header: Buffer, about: string): FileKey => ({
  header,
  key: dataKey.derive(`file ${about}`, header.subarray(layout.salt, headerBytes)),
})

export async function* encrypted(plain: AsyncIterable<Buffer>, { header, key }: FileKey): AsyncGenerator<Buffer> {
  yield header
  let number = 0
  let last: Buffer = Buffer.alloc(0)
  // A block is sent when the next one has started: until then it may be the last.
  for await (const block of inBlocks(plain, blockBytes)) {
    if (number++ > 0) yield* sealed(last, key, header, number - 2, false)
    last = block
  }
  yield* sealed(last, key, header, Math.max(0, number - 1), true)
}

/** The range of the encrypted file that covers a range of the plain one. */
export function encryptedRange({ start, end }: Range, encryptedFile: number): Range {
  const first = Math.floor(start / blockBytes)
  const last = Math.floor(end / blockBytes)
  return {
    start: headerBytes + first * sealedBlockBytes,
    end: Math.min(headerBytes + (last + 1) * sealedBlockBytes, encryptedFile) - 1,
  }
}

/** @param blocks the bytes of `encryptedRange`, or everything after the header */
export async function* decrypted(
  blocks: AsyncIterable<Buffer>,
  { header, key }: FileKey,
  { size, range }: { size: number; range: Range },
): AsyncGenerator<Buffer> {
  const lastNumber = Math.max(0, Math.ceil(size / blockBytes) - 1)
  const wanted = Math.floor(range.end / blockBytes)
  let number = Math.floor(range.start / blockBytes)
  for await (const block of inBlocks(blocks, sealedBlockBytes)) {
    const plain = opened(block, key, header, number, number === lastNumber)
    const begins = number * blockBytes
    yield plain.subarray(Math.max(0, range.start - begins), range.end + 1 - begins)
    number++
  }
  if (number <= Math.max(0, wanted)) throw damaged()
}

function nonce(number: number, isLast: boolean): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(number, 4)
  iv[11] = isLast ? 1 : 0
  return iv
}

/** Ciphertext and tag as two buffers; concatenating would copy them, which adds up for large files. */
function sealed(plain: Buffer, key: Buffer, header: Buffer, number: number, isLast: boolean): [Buffer, Buffer] {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(number, isLast)).setAAD(header)
  const text = cipher.update(plain)
  // Returns no bytes in GCM mode.
  cipher.final()
  return [text, cipher.getAuthTag()]
}

function opened(block: Buffer, key: Buffer, header: Buffer, number: number, isLast: boolean): Buffer {
  if (block.length < tagBytes) throw damaged()
  const text = block.length - tagBytes
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(number, isLast), { authTagLength: tagBytes })
  decipher.setAAD(header).setAuthTag(block.subarray(text))
  try {
    const plain = decipher.update(block.subarray(0, text))
    // Verifies the tag; returns no bytes in GCM mode.
    decipher.final()
    return plain
  } catch {
    throw damaged()
  }
}

/** A stored file was changed or truncated outside the portal. */
export class DamagedFile extends Error {
  override name = 'DamagedFile'
}

const damaged = () => new DamagedFile('A stored file was changed or truncated outside the portal')

async function* inBlocks(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    waiting.push(chunk)
    length += chunk.length
    if (length < size) continue
    const all = waiting.length === 1 ? chunk : Buffer.concat(waiting)
    let from = 0
    for (; length - from >= size; from += size) yield all.subarray(from, from + size)
    waiting = from < length ? [all.subarray(from)] : []
    length -= from
  }
  if (length > 0) yield Buffer.concat(waiting)
}
