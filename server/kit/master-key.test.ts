import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { masterKeyBytesIn, masterKeyFrom, openMasterKey } from './master-key.ts'
import { StartError } from './start-error.ts'
import { typed } from './row-types.ts'

let testApp: TestApp
let folder: string
beforeAll(async () => {
  testApp = await createTestApp()
  folder = await mkdtemp(join(tmpdir(), 'portal-master-key-'))
})
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true, force: true })
})

describe('I8: encryption with the master key', () => {
  const key = masterKeyFrom(randomBytes(32))
  const plain = Buffer.from('a key that seals')

  it('decrypts with its key and purpose, and contains no plain text', () => {
    const box = key.encrypt(plain, 'seal-keys 1')
    expect(key.decrypt(box, 'seal-keys 1')).toEqual(plain)
    expect(box.includes(plain)).toBe(false)
    expect(key.encrypt(plain, 'seal-keys 1')).not.toEqual(box)
    expect(key.decrypt(key.encrypt(Buffer.alloc(0), 'nothing'), 'nothing')).toEqual(Buffer.alloc(0))
  })

  it('does not decrypt for another purpose, with another key, shortened, or with any byte changed', () => {
    const box = key.encrypt(plain, 'seal-keys 1')
    expect(() => key.decrypt(box, 'seal-keys 2')).toThrow()
    expect(() => masterKeyFrom(randomBytes(32)).decrypt(box, 'seal-keys 1')).toThrow('current master key')
    for (let length = 0; length < box.length; length++)
      expect(() => key.decrypt(box.subarray(0, length), 'seal-keys 1')).toThrow()
    for (let at = 0; at < box.length; at++) {
      const changed = Buffer.from(box)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => key.decrypt(changed, 'seal-keys 1'), `byte ${at}`).toThrow()
    }
  })

  it.each(['', 'abc', randomBytes(31).toString('base64'), randomBytes(33).toString('base64'), `${'A'.repeat(42)}==`])(
    'A11: refuses "%s", which is not 32 bytes in base64',
    (text) => {
      expect(masterKeyBytesIn(text)).toBeNull()
    },
  )
})

describe('I8: the master key of a database', () => {
  const inFolder = (name: string) => ({ dataDir: join(folder, name), masterKey: undefined })
  const fileIn = (name: string) => join(folder, name, 'keys', 'master.key')
  const given = (masterKey: Buffer) => ({ dataDir: join(folder, 'given'), masterKey })

  beforeEach(() => testApp.db.run(sql`delete from master_key`))

  it('is created at the first start, readable only by its owner, and then unchanged', async () => {
    const first = await openMasterKey(inFolder('made'), testApp.db)
    const { mode } = statSync(fileIn('made'))
    expect([mode & 0o777, statSync(join(folder, 'made', 'keys')).mode & 0o777]).toEqual([0o600, 0o700])
    expect(masterKeyBytesIn(readFileSync(fileIn('made'), 'utf8'))).toHaveLength(32)
    const again = await openMasterKey(inFolder('made'), testApp.db)
    expect(again.fingerprint).toBe(first.fingerprint)
    expect(again.decrypt(first.encrypt(Buffer.from('x'), 'y'), 'y').toString()).toBe('x')
  })

  it('can be given in a setting, and then no file is created', async () => {
    const bytes = randomBytes(32)
    const key = await openMasterKey(given(bytes), testApp.db)
    expect(key.fingerprint).toBe(masterKeyFrom(bytes).fingerprint)
    expect(existsSync(fileIn('given'))).toBe(false)
  })

  it('is refused with a sentence if it is a different one, without changes', async () => {
    const { fingerprint } = await openMasterKey(given(randomBytes(32)), testApp.db)
    const other = openMasterKey(given(randomBytes(32)), testApp.db)
    await expect(other).rejects.toThrow(StartError)
    await expect(other).rejects.toThrow(/belongs to another master key than the one in MASTER_KEY\. Use the key/)
    const bound = await testApp.db.rows(
      typed(z.object({ fingerprint: z.string() }))`select fingerprint from master_key`,
    )
    expect(bound).toEqual([{ fingerprint }])
  })

  it('is not replaced if it is missing', async () => {
    await openMasterKey(inFolder('lost'), testApp.db)
    rmSync(fileIn('lost'))
    await expect(openMasterKey(inFolder('lost'), testApp.db)).rejects.toThrow(/The master key is missing: .*Restore it/)
    expect(existsSync(fileIn('lost'))).toBe(false)
  })

  it('is refused with a sentence if it is damaged', async () => {
    await openMasterKey(inFolder('damaged'), testApp.db)
    writeFileSync(fileIn('damaged'), 'no key\n')
    await expect(openMasterKey(inFolder('damaged'), testApp.db)).rejects.toThrow(/is not a master key/)
  })

  it('is created once, even if several instances with separate data folders start at the same time', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `instance-${n}`)
    const opened = await Promise.allSettled(names.map((name) => openMasterKey(inFolder(name), testApp.db)))
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of opened) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(StartError)
    expect(names.filter((name) => existsSync(fileIn(name)))).toHaveLength(1)
  })
})
