// Lets yauzl read a ZIP where it is stored, without loading all of it.
import { PassThrough, type Readable } from 'node:stream'
import yauzl from 'yauzl'
import type { Bytes } from './bytes.ts'

export class StoredZip extends yauzl.RandomAccessReader {
  readonly #bytes: Bytes
  failure: Error | null = null

  constructor(bytes: Bytes) {
    super()
    this.#bytes = bytes
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const stream = new PassThrough()
    this.#feed(stream, start, end).catch((error: Error) => {
      this.failure = error
      stream.destroy(error)
    })
    return stream
  }

  async #feed(stream: PassThrough, start: number, end: number) {
    for (let at = start; at < end && !stream.destroyed; at += 65_536) {
      const chunk = await this.#bytes.at(at, Math.min(65_536, end - at))
      if (!stream.write(chunk)) await new Promise((resolve) => stream.once('drain', resolve).once('close', resolve))
    }
    stream.end()
  }
}
