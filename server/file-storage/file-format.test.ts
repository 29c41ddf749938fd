import { randomBytes, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DataKey } from '../kit/data-keys.ts'
import {
  dataKeyOf,
  decrypted,
  encrypted,
  encryptedRange,
  encryptedSize,
  fileKeyOf,
  headerBytes,
  isEncrypted,
  newFileKey,
  plainSize,
} from './file-format.ts'
import { newId } from '../kit/id.ts'

const block = 65_536

function dataKey(id = newId()): DataKey {
  const secret = randomBytes(32)
  return { id, derive: (purpose, salt) => Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32)) }
}

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const all = async (chunks: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(chunks))
const sealed = (plain: Buffer, key: DataKey, about = 'documents/1', piece = 7000) =>
  all(encrypted(inChunks(plain, piece), newFileKey(key, about)))

function open(
  file: Buffer,
  key: DataKey,
  { about = 'documents/1', range }: { about?: string; range?: { start: number; end: number } } = {},
) {
  const size = plainSize(file.length)
  const asked = range === undefined ? { start: headerBytes, end: file.length - 1 } : encryptedRange(range, file.length)
  const within = range ?? { start: 0, end: size - 1 }
  const header = file.subarray(0, headerBytes)
  const bytes = inChunks(file.subarray(asked.start, asked.end + 1), 9999)
  return all(decrypted(bytes, fileKeyOf(key, header, about), { size, range: within }))
}

describe('an encrypted file', () => {
  it.each([0, 1, block - 1, block, block + 1, 3 * block, 200_001])(
    'decrypts completely with %i bytes',
    async (size) => {
      const key = dataKey()
      const plain = randomBytes(size)
      for (const piece of [1000, block, 150_000]) {
        const file = await sealed(plain, key, 'documents/1', piece)
        expect(file).toHaveLength(encryptedSize(size))
        expect(plainSize(file.length)).toBe(size)
        expect([isEncrypted(file.subarray(0, headerBytes)), dataKeyOf(file)]).toEqual([true, key.id])
        expect((await open(file, key)).equals(plain)).toBe(true)
      }
    },
  )

  it('decrypts any range', async () => {
    const key = dataKey()
    const plain = randomBytes(3 * block + 17)
    const file = await sealed(plain, key)
    for (const [start, end] of [
      [0, 0],
      [block - 1, block],
      [block, 2 * block - 1],
      [100, 3 * block + 16],
      [3 * block + 16, 3 * block + 16],
    ] as const)
      expect((await open(file, key, { range: { start, end } })).equals(plain.subarray(start, end + 1))).toBe(true)
  })

  it('reveals nothing of its content, and differs each time', async () => {
    const key = dataKey()
    const plain = Buffer.from('Personnel file of nobody in particular. '.repeat(50))
    const [one, two] = [await sealed(plain, key), await sealed(plain, key)]
    expect(one.includes('Personnel')).toBe(false)
    expect(one.subarray(headerBytes).equals(two.subarray(headerBytes))).toBe(false)
  })

  it('does not decrypt after any byte was changed', async () => {
    const key = dataKey()
    const file = await sealed(randomBytes(block + 40), key)
    for (const at of [
      24,
      40,
      headerBytes,
      headerBytes + block,
      headerBytes + block + 15,
      headerBytes + block + 16,
      file.length - 1,
    ]) {
      const changed = Buffer.from(file)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(open(changed, key), `byte ${at}`).rejects.toThrow('changed or truncated')
    }
  })

  it('does not decrypt when truncated, even between blocks, extended, or with blocks swapped', async () => {
    const key = dataKey()
    const file = await sealed(randomBytes(3 * block), key)
    const sealedBlock = block + 16
    const part = (number: number) =>
      file.subarray(headerBytes + number * sealedBlock, headerBytes + (number + 1) * sealedBlock)
    const header = file.subarray(0, headerBytes)
    for (const [how, bytes] of Object.entries({
      'the last byte gone': file.subarray(0, -1),
      'the last block gone': file.subarray(0, -sealedBlock),
      'all blocks gone': header,
      'a byte more': Buffer.concat([file, Buffer.of(0)]),
      'a block twice': Buffer.concat([header, part(0), part(0), part(2)]),
      'two blocks changed about': Buffer.concat([header, part(1), part(0), part(2)]),
    }))
      await expect(open(bytes, key), how).rejects.toThrow('changed or truncated')
  })

  it('decrypts only under its own key and name', async () => {
    const key = dataKey()
    const file = await sealed(Buffer.from('mine'), key)
    await expect(open(file, key, { about: 'documents/2' })).rejects.toThrow('changed or truncated')
    await expect(open(file, dataKey(key.id))).rejects.toThrow('changed or truncated')
  })

  it.each(['%PDF-1.7', 'PK\u0003\u0004', 'HRPF', ''])('is not recognized in a file that begins with %j', (text) => {
    expect(isEncrypted(Buffer.from(text))).toBe(false)
    expect(isEncrypted(Buffer.concat([Buffer.from(text), Buffer.alloc(48)]).subarray(0, 48))).toBe(false)
  })
})
