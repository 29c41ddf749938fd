// A ZIP that is written while it is read: one entry after the other, no file whole in memory, with the SHA-256 of each at its end
// in the form that `sha256sum -c` reads.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface Zip {
  /** The archive, as it grows. */
  readonly stream: Readable
  readonly entries: number
  /**
   * Answers when the entry is written.
   * @param path checked: no folder above, no absolute path
   * @param packed bytes that are small already (PDF, images, Office files) are stored as they are
   */
  add(path: string, bytes: Iterable<string | Buffer> | AsyncIterable<string | Buffer>, more?: Entry): Promise<void>
  /** Writes the list of hashes and the end. */
  finish(): Promise<void>
  /** Cuts the archive off, so that nobody takes it for whole. */
  abort(error: Error): void
}

export interface Entry {
  at?: Date
  packed?: boolean
}

/** The name of the list of hashes. */
export const hashList = 'SHA256SUMS'

export function openZip(now: Date): Zip {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  const failure = Promise.withResolvers<never>()
  // Thrown where a file is waited for; between two of them nobody waits.
  failure.promise.catch(() => {})
  zip.on('error', (error: Error) => abort(error))
  // Writing and storing both report the failure through their promises. Without a listener, an archive that nobody reads any more
  // would end the process.
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
    zip.addReadStreamLazy(path, { mtime: at, mode: 0o100600, compress: !packed }, (give) => give(null, source))
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
