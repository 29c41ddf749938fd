import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encrypted, fileKeyOf, headerBytes, sealedBlockBytes } from '../file-storage/file-format.ts'
import { masterKeyFrom } from '../kit/master-key.ts'
import { backupKey, decryptFrom, encryptInto, manifestHmac } from './backup-key.ts'

const id = '0198f3c2-0000-7000-8000-000000000001'
const masterKey = masterKeyFrom(Buffer.from(Array.from({ length: 32 }, (_, i) => i)))
const key = backupKey(masterKey, id)

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}
const collect = async (bytes: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(bytes))

it('computes the test vectors of docs/backup-format.md', async () => {
  const docs = await readFile(join(import.meta.dirname, '../../docs/backup-format.md'), 'utf8')
  const vector = (name: string) => new RegExp(`\\| ${name} \\| \`([0-9a-f]+)\` \\|`).exec(docs)?.[1]
  const header = Buffer.concat([
    Buffer.from('4852504601000000', 'hex'),
    Buffer.from(id.replaceAll('-', ''), 'hex'),
    Buffer.alloc(24, 0xab),
  ])
  const file = fileKeyOf(key, header, 'database/users.jsonl.gz')
  expect({
    root: masterKey.derive('backup', 32).toString('hex'),
    manifest: manifestHmac(key, '{"format":2}'),
    key: file.key.toString('hex'),
    file: (await collect(encrypted(bytesOf('portal\n'), file))).toString('hex'),
  }).toEqual({
    root: vector('root key'),
    manifest: vector('HMAC of the manifest'),
    key: vector('key of the file'),
    file: vector('the file'),
  })
})

describe('a file of a backup', () => {
  let folder: string
  let place: string
  let written: Buffer
  const text = 'x'.repeat(200_000)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-backup-key-'))
    place = join(folder, 'users.jsonl.gz')
    written = await collect(encryptInto(folder, place, key, bytesOf(text)))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function read(bytes: Buffer, with_ = key) {
    await writeFile(place, bytes)
    return (await collect(decryptFrom(folder, place, with_))).toString()
  }
  const block = (n: number) =>
    written.subarray(headerBytes + n * sealedBlockBytes, headerBytes + (n + 1) * sealedBlockBytes)
  const header = () => written.subarray(0, headerBytes)

  it('decrypts to the content that was written', async () => {
    expect(await read(written)).toBe(text)
  })

  it.each([
    ['is cut off between two blocks', () => written.subarray(0, headerBytes + 2 * sealedBlockBytes)],
    ['is cut off within a block', () => written.subarray(0, headerBytes + sealedBlockBytes + 1000)],
    ['is empty', () => Buffer.alloc(0)],
    ['has nothing but its header', header],
    ['has two blocks in the other order', () => Buffer.concat([header(), block(1), block(0), block(2), block(3)])],
    ['lacks a block in the middle', () => Buffer.concat([header(), block(0), block(2), block(3)])],
    ['has a block twice', () => Buffer.concat([header(), block(0), block(0), block(2), block(3)])],
    ['is longer than it was', () => Buffer.concat([written, Buffer.from('more')])],
    ['has a changed header', () => Buffer.concat([header().fill(1, 30, 31), written.subarray(headerBytes)])],
  ])('is refused when it %s', async (_what, change) => {
    const before = Buffer.from(written)
    await expect(read(Buffer.from(change()))).rejects.toThrow()
    before.copy(written)
  })

  it('is refused with the key of another backup, and with another master key', async () => {
    const another = '0198f3c2-0000-7000-8000-000000000002'
    await expect(read(written, backupKey(masterKey, another))).rejects.toThrow()
    await expect(read(written, backupKey(masterKeyFrom(Buffer.alloc(32, 9)), id))).rejects.toThrow()
  })
})
