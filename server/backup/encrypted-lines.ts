// Lines in a compressed, encrypted file, hashed while they are written and checked while they are read.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { DataKey } from '../kit/data-keys.ts'
import { StartError } from '../kit/start-error.ts'
import { decryptFrom, encryptInto } from './backup-key.ts'

export interface Lines {
  rows: number
  /** Hexadecimal SHA-256 of the uncompressed lines. */
  sha256: string
}

/** A folder and the key of its backup; the key is null for the unencrypted first format. */
export interface Keyed {
  folder: string
  key: DataKey | null
}

/** Resolves when the data is on disk. Each line ends with a line feed. */
export async function writeLines({ folder, key }: Keyed, place: string, lines: AsyncIterable<string>): Promise<Lines> {
  const hash = createHash('sha256')
  let rows = 0
  async function* through() {
    for await (const some of pieces(lines)) {
      rows += some.length
      const text = some.join('')
      hash.update(text)
      yield text
    }
  }
  const protect = (zipped: AsyncIterable<Buffer>) => (key === null ? zipped : encryptInto(folder, place, key, zipped))
  const handle = await open(place, 'wx', 0o600)
  try {
    await pipeline(
      Readable.from(through()),
      createGzip({ level: 4 }),
      protect,
      handle.createWriteStream({ flush: true }),
    )
  } finally {
    // The stream has closed the handle already, unless it failed before it started.
    await handle.close().catch(() => {})
  }
  return { rows, sha256: hash.digest('hex') }
}

/** @throws a sentence that names the file if it is missing, truncated, or changed */
export async function* readLines({ folder, key }: Keyed, place: string, expected: Lines): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let rows = 0
  const source: Readable = key === null ? createReadStream(place) : Readable.from(decryptFrom(folder, place, key))
  const plain = source.pipe(createGunzip())
  let failure: unknown
  source.once('error', (error) => {
    failure = error
    plain.destroy(error)
  })
  try {
    for await (const line of createInterface({ input: plain, crlfDelay: 0 })) {
      hash.update(`${line}\n`)
      rows++
      yield line
    }
    if (plain.errored) throw plain.errored
  } catch (error) {
    const reason = failure ?? error
    const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
    if (code === 'ENOENT' || code.startsWith('Z_') || (key !== null && code === '')) throw damaged(place)
    throw reason
  } finally {
    source.destroy()
    plain.destroy()
  }
  if (rows !== expected.rows || hash.digest('hex') !== expected.sha256) throw damaged(place)
}

const damaged = (place: string) =>
  new StartError(`The backup is damaged: ${place} is missing or was changed. Nothing was restored.`)

const batchSize = 200

async function* pieces(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let some: string[] = []
  for await (const line of lines) {
    some.push(line)
    if (some.length < batchSize) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
