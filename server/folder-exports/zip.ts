// Streams a ZIP: one entry after the other, without holding a complete file in memory, followed by SHA-256 checksums in
// the format that `sha256sum -c` reads.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface Zip {
  /** The archive, as it is written. */
  readonly stream: Readable
  readonly entries: number
  /**
   * Resolves when the entry is written.
   * @param path refuses absolute paths and parent folders
   * @param packed already compressed formats (PDF, images, Office files) are stored uncompressed
   */
  add(path: string, bytes: Iterable<string | Buffer> | AsyncIterable<string | Buffer>, more?: Entry): Promise<void>
  /** Writes the checksums and the end of the archive. */
  finish(): Promise<void>
  /** Truncates the archive, so that it cannot be mistaken for a complete one. */
  abort(error: Error): void
}

export interface Entry {
  at?: Date
  packed?: boolean
}

/** File name of the checksums. */
export const hashList = 'SHA256SUMS'

export function openZip(now: Date): Zip {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  const failure = Promise.withResolvers<never>()
  // The error is thrown where a file is awaited; between files nothing awaits it.
  failure.promise.catch(() => {})
  zip.on('error', (error: Error) => abort(error))
  // Writing and storing both report the failure through their promises. Without a listener, the error of an abandoned
  // archive would end the process.
  stream.on('error', () => {})
  const hashes: string[] = []

  function abort(error: Error) {
    failure.reject(error)
    stream.destroy(error)
  }

  async function write(path: string, bytes: AsyncIterable<Buffer>, { at = now, packed = false }: Entry) {
    const written = Promise.withResolvers<void>()
    async function* watched() {
      yield* bytes
      written.resolve()
    }
    const source = Readable.from(watched(), { objectMode: false })
    source.on('error', abort)
    zip.addReadStreamLazy(path, { mtime: at, mode: 0o100600, compress: !packed }, (provide) => provide(null, source))
    await Promise.race([written.promise, failure.promise])
  }

  return {
    stream,
    get entries() {
      return hashes.length
    },
    async add(path, bytes, more = {}) {
      const hash = createHash('sha256')
      await write(path, hashed(bytes, hash), more)
      hashes.push(`${hash.digest('hex')}  ${path}\n`)
    },
    async finish() {
      await write(hashList, buffers(hashes), {})
      zip.end()
    },
    abort,
  }
}

async function* hashed(
  bytes: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
  hash: { update(b: Buffer): unknown },
) {
  for await (const chunk of buffers(bytes)) {
    hash.update(chunk)
    yield chunk
  }
}

async function* buffers(bytes: Iterable<string | Buffer> | AsyncIterable<string | Buffer>) {
  for await (const chunk of bytes) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}
