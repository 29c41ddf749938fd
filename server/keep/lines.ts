// Lines in a compressed, encrypted file, hashed as they pass: written to the disk, and read back with what they ought to be.
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
  /** Hexadecimal SHA-256 of the lines as they were before they were compressed. */
  sha256: string
}

/** A folder and the key of the backup in it; null for one of the first format, which was not encrypted. */
export interface Keyed {
  folder: string
  key: DataKey | null
}

/** On disk when it answers. Each line ends with a line feed. */
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
    // The stream has closed it, unless it failed before it began.
    await handle.close().catch(() => {})
  }
  return { rows, sha256: hash.digest('hex') }
}

/** @throws a sentence that names the file when it is not there, cut off, or not what was written */
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
  new StartError(`The backup is damaged: ${place} is missing or not what was written. Nothing was restored from it.`)

const atOnce = 200

async function* pieces(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let some: string[] = []
  for await (const line of lines) {
    some.push(line)
    if (some.length < atOnce) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
