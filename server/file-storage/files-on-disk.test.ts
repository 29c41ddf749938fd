import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { newId } from '../kit/id.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Files } from './files.ts'
import { filesOnDisk } from '../../tests/uploads.ts'

let folder: string
let files: Files
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'portal-files-')), 'files')
  files = filesOnDisk(folder)
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

const key = () => `documents/${newId()}`
const bytes = (text: string) => Readable.from([Buffer.from(text)])
const textOf = async (name: string, range?: { start: number; end: number }) =>
  (await buffer((await files.read(name, range)).stream)).toString()
const left = (within: string) => readdir(join(folder, within)).catch(() => [])

describe('D4: storing a file', () => {
  it('returns its size and hashes, and reads it back completely and in ranges', async () => {
    const name = key()
    expect(await files.put(name, bytes('hello world'), { limit: 11 })).toEqual({
      size: 11,
      sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
      md5: '5eb63bbbe01eeed093cb22bb8f5acdc3',
      head: Buffer.from('hello world'),
    })
    expect(await files.exists(name)).toBe(true)
    expect(await textOf(name)).toBe('hello world')
    expect(await textOf(name, { start: 6, end: 8 })).toBe('wor')
    expect(await left('tmp')).toEqual([])
  })

  it('is inaccessible to other users of the machine', async () => {
    await files.put(key(), bytes('a'), { limit: 1 })
    for (const within of ['', 'tmp', 'objects', 'objects/documents'])
      expect((await stat(join(folder, within))).mode & 0o777).toBe(0o700)
    const [file] = await left('objects/documents')
    expect((await stat(join(folder, 'objects/documents', file ?? ''))).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['under a key that is taken', 409],
    ['past its limit', 413],
    ['announced past its limit', 413],
    ['cut off', 400],
  ])('refuses %s, and leaves nothing behind', async (how, status) => {
    const name = key()
    if (status === 409) await files.put(name, bytes('first'), { limit: 5 })
    const cut = Readable.from(
      (async function* () {
        yield Buffer.from('he')
        throw new Error('gone')
      })(),
    )
    const try_ = {
      'under a key that is taken': () => files.put(name, bytes('second'), { limit: 6 }),
      'past its limit': () => files.put(name, bytes('hello'), { limit: 4 }),
      'announced past its limit': () => files.put(name, bytes('h'), { limit: 4, size: 5 }),
      'cut off': () => files.put(name, cut, { limit: 9 }),
    }[how]
    await expect(try_?.()).rejects.toMatchObject({ status })
    expect(await left('tmp')).toEqual([])
    expect(await files.exists(name)).toBe(status === 409)
    if (status === 409) expect(await textOf(name)).toBe('first')
  })

  it('H3: refuses when the disk is nearly full', async () => {
    const full = filesOnDisk(folder, Number.MAX_SAFE_INTEGER)
    await expect(full.put(key(), bytes('a'), { limit: 1 })).rejects.toMatchObject({ status: 507 })
    const parts = await full.parts.start(key())
    await expect(full.parts.put(key(), parts, 1, bytes('a'), { limit: 1 })).rejects.toMatchObject({ status: 507 })
  })

  it('stores one of ten concurrent writes to the same key', async () => {
    const name = key()
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => files.put(name, bytes(`${i}`), { limit: 1 })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it.each([
    '../evil',
    'documents/../../etc/passwd',
    '/etc/passwd',
    'documents/a',
    `documents/${newId()}\n`,
    `x/y/${newId()}`,
    '',
  ])('refuses the invalid key %j', async (name) => {
    await expect(files.put(name, bytes('a'), { limit: 1 })).rejects.toThrow('did not create')
    await expect(files.read(name)).rejects.toThrow('did not create')
  })
})

describe('a file in parts', () => {
  it('is joined in the requested order, and a part that is sent again replaces the earlier one', async () => {
    const name = key()
    const parts = await files.parts.start(name)
    await files.parts.put(name, parts, 2, bytes('world'), { limit: 5 })
    await files.parts.put(name, parts, 1, bytes('hullo '), { limit: 6 })
    const { md5 } = await files.parts.put(name, parts, 1, bytes('hello '), { limit: 6 })
    const stored = await files.parts.complete(name, parts, [
      { number: 1, md5 },
      { number: 2, md5: '7d793037a0760186574b0282f2f435e7' },
    ])
    expect(stored).toMatchObject({ size: 11, md5: '5eb63bbbe01eeed093cb22bb8f5acdc3' })
    expect(await textOf(name)).toBe('hello world')
    expect(await left('parts')).toEqual([])
  })

  it('can be aborted, and accepts nothing afterward', async () => {
    const name = key()
    const parts = await files.parts.start(name)
    await files.parts.put(name, parts, 1, bytes('a'), { limit: 1 })
    await files.parts.abort(name, parts)
    await expect(files.parts.put(name, parts, 2, bytes('a'), { limit: 1 })).rejects.toMatchObject({ status: 409 })
    expect([await left('parts'), await left('tmp')]).toEqual([[], []])
  })

  it.each(['..', '../../objects', ''])('refuses the name %j', async (name) => {
    await expect(files.parts.put(key(), name, 1, bytes('a'), { limit: 1 })).rejects.toThrow('did not create')
  })
})

describe('maintenance of stored files', () => {
  it('lists stored files, and no longer lists removed ones', async () => {
    const [one, two] = [key(), key()]
    await files.put(one, bytes('a'), { limit: 1 })
    await files.put(two, bytes('bb'), { limit: 2 })
    await files.remove(one)
    await files.remove(one)
    expect(await Array.fromAsync(files.list('documents'))).toMatchObject([{ key: two, size: 2 }])
    expect(await Array.fromAsync(files.list('nothing'))).toEqual([])
  })

  it('deletes remains of unfinished writes, and nothing newer', async () => {
    const parts = await files.parts.start(key())
    const young = await files.parts.start(key())
    await files.put(key(), bytes('a'), { limit: 1 })
    await writeFile(join(folder, 'tmp', 'left'), 'x')
    const dayAgo = new Date(Date.now() - 86_400_000)
    for (const old of [join('tmp', 'left'), join('parts', parts)]) await utimes(join(folder, old), dayAgo, dayAgo)
    await files.sweep(new Date(Date.now() - 80_000_000))
    expect([await left('tmp'), await left('parts')]).toEqual([[], [young]])
    expect(await left('objects/documents')).toHaveLength(1)
  })
})
