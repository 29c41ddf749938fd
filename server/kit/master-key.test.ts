import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'
import { masterKeyBytesIn, masterKeyFrom, openMasterKey } from './master-key.ts'
import { StartError } from './start-error.ts'
import { typed } from './row-types.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await createWorld()
  folder = await mkdtemp(join(tmpdir(), 'portal-master-key-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

describe('I8: a box', () => {
  const key = masterKeyFrom(randomBytes(32))
  const plain = Buffer.from('a key that seals')

  it('opens with its key, as what it is, and holds nothing in the clear', () => {
    const box = key.encrypt(plain, 'seal-keys 1')
    expect(key.decrypt(box, 'seal-keys 1')).toEqual(plain)
    expect(box.includes(plain)).toBe(false)
    expect(key.encrypt(plain, 'seal-keys 1')).not.toEqual(box)
    expect(key.decrypt(key.encrypt(Buffer.alloc(0), 'nothing'), 'nothing')).toEqual(Buffer.alloc(0))
  })

  it('does not open as something else, with another key, shortened, or with any byte changed', () => {
    const box = key.encrypt(plain, 'seal-keys 1')
    expect(() => key.decrypt(box, 'seal-keys 2')).toThrow()
    expect(() => masterKeyFrom(randomBytes(32)).decrypt(box, 'seal-keys 1')).toThrow('present master key')
    for (let length = 0; length < box.length; length++)
      expect(() => key.decrypt(box.subarray(0, length), 'seal-keys 1')).toThrow()
    for (let at = 0; at < box.length; at++) {
      const changed = Buffer.from(box)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => key.decrypt(changed, 'seal-keys 1'), `byte ${at}`).toThrow()
    }
  })

  it.each(['', 'abc', randomBytes(31).toString('base64'), randomBytes(33).toString('base64'), `${'A'.repeat(42)}==`])(
    'A11: needs 32 bytes in base64, which "%s" is not',
    (text) => {
      expect(masterKeyBytesIn(text)).toBeNull()
    },
  )
})

describe('I8: the master key of a database', () => {
  const inFolder = (name: string) => ({ dataDir: join(folder, name), masterKey: undefined })
  const fileIn = (name: string) => join(folder, name, 'keys', 'master.key')
  const given = (masterKey: Buffer) => ({ dataDir: join(folder, 'given'), masterKey })

  beforeEach(() => world.db.run(sql`delete from master_key`))

  it('is made at the first start, for its owner alone, and is the same afterwards', async () => {
    const first = await openMasterKey(inFolder('made'), world.db)
    const { mode } = statSync(fileIn('made'))
    expect([mode & 0o777, statSync(join(folder, 'made', 'keys')).mode & 0o777]).toEqual([0o600, 0o700])
    expect(masterKeyBytesIn(readFileSync(fileIn('made'), 'utf8'))).toHaveLength(32)
    const again = await openMasterKey(inFolder('made'), world.db)
    expect(again.fingerprint).toBe(first.fingerprint)
    expect(again.decrypt(first.encrypt(Buffer.from('x'), 'y'), 'y').toString()).toBe('x')
  })

  it('may be given instead, and then no file is made', async () => {
    const bytes = randomBytes(32)
    const key = await openMasterKey(given(bytes), world.db)
    expect(key.fingerprint).toBe(masterKeyFrom(bytes).fingerprint)
    expect(existsSync(fileIn('given'))).toBe(false)
  })

  it('that is another one is refused with a sentence, and nothing is changed', async () => {
    const { fingerprint } = await openMasterKey(given(randomBytes(32)), world.db)
    const other = openMasterKey(given(randomBytes(32)), world.db)
    await expect(other).rejects.toThrow(StartError)
    await expect(other).rejects.toThrow(/encrypted with another master key than the one in MASTER_KEY\. Please use/)
    const bound = await world.db.rows(typed(z.object({ fingerprint: z.string() }))`select fingerprint from master_key`)
    expect(bound).toEqual([{ fingerprint }])
  })

  it('that is missing is not replaced', async () => {
    await openMasterKey(inFolder('lost'), world.db)
    rmSync(fileIn('lost'))
    await expect(openMasterKey(inFolder('lost'), world.db)).rejects.toThrow(/it is not here: .*Please put it back/)
    expect(existsSync(fileIn('lost'))).toBe(false)
  })

  it('that is damaged is refused with a sentence', async () => {
    await openMasterKey(inFolder('damaged'), world.db)
    writeFileSync(fileIn('damaged'), 'no key\n')
    await expect(openMasterKey(inFolder('damaged'), world.db)).rejects.toThrow(/holds no master key/)
  })

  it('is decided once, however many instances with folders of their own start at the same time', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `instance-${n}`)
    const opened = await Promise.allSettled(names.map((name) => openMasterKey(inFolder(name), world.db)))
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of opened) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(StartError)
    expect(names.filter((name) => existsSync(fileIn(name)))).toHaveLength(1)
  })
})
