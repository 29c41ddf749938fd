import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdf } from '../../tests/samples.ts'
import { isInstalled, isSignedByHand, opensslAccepts, p12 } from '../../tests/seals.ts'
import { createTestApp, type Instance, type TestApp } from '../../tests/test-app.ts'
import { readConfig } from '../config.ts'
import { openMasterKey } from '../kit/master-key.ts'
import { StartError } from '../kit/start-error.ts'
import { openSeal } from './seal.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let twin: Instance
let folder: string
beforeAll(async () => {
  testApp = await createTestApp()
  twin = await testApp.twin()
  folder = mkdtempSync(join(tmpdir(), 'portal-seal-keys-'))
})
afterAll(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true, force: true })
})

const Row = z.object({
  id: z.string(),
  origin: z.string(),
  purpose: z.string(),
  certificates: z.array(z.instanceof(Buffer)),
  privateKey: z.instanceof(Buffer).nullable(),
  retiredAt: z.date().nullable(),
})
type Row = z.infer<typeof Row>

const rows = () =>
  testApp.db.rows(typed(Row)`
    select id, origin, purpose, certificates, private_key as "privateKey", retired_at as "retiredAt" from seal_keys order by id`)
const seal = ({ seal: one }: Instance) => one.seal(pdf(), { reason: 'Contract', at: testApp.db.now })
const verdictOf = async (bytes: Uint8Array) => (await testApp.seal.verify(bytes)).verdict

describe('I8: the sealing key', () => {
  it('is created once, with its root, by any number of concurrent instances', async () => {
    expect(await rows()).toEqual([])
    const sealed = await Promise.all([testApp, twin, testApp, twin, testApp, twin].map(seal))
    const [root, key, ...more] = await rows()
    expect(more).toEqual([])
    expect([root?.purpose, key?.purpose]).toEqual(['root', 'sealing'])
    expect(new Set(sealed.map(({ sealKeyId }) => sealKeyId))).toEqual(new Set([key?.id]))
    const own = new X509Certificate(key?.certificates[0] as Buffer)
    const above = new X509Certificate(root?.certificates[0] as Buffer)
    expect(key?.certificates[1]).toEqual(root?.certificates[0])
    expect([own.verify(above.publicKey), above.verify(above.publicKey), above.ca, own.ca]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(own.keyUsage).toContain('1.3.6.1.5.5.7.3.36')
    const years = (each: X509Certificate) => each.validToDate.getUTCFullYear() - new Date().getUTCFullYear()
    expect([years(above), years(own)]).toEqual([20, 5])
    const actions = (await testApp.auditLog()).filter(({ action }) => action === 'seal-key.made')
    expect(actions.map(({ details }) => details.purpose)).toEqual(['root', 'sealing'])
  })

  it('is stored only encrypted under the master key, bound to its purpose', async () => {
    const master = await openMasterKey(testApp.config, testApp.db)
    for (const { id, privateKey } of await rows()) {
      const box = privateKey as Buffer
      expect(() => createPrivateKey({ key: box, format: 'der', type: 'pkcs8' })).toThrow()
      const plain = master.decrypt(box, `seal-keys ${id}`)
      expect(createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' }).asymmetricKeyType).toBe('ec')
      expect(box.includes(plain.subarray(-60))).toBe(false)
      expect(() => master.decrypt(box, 'seal-keys 0')).toThrow()
    }
    const auditLog = JSON.stringify(await testApp.auditLog())
    expect(auditLog).not.toMatch(/PRIVATE|BEGIN/)
  })

  it('is replaced for all instances right away, and earlier seals can still be verified', async () => {
    const before = await seal(twin)
    expect(await testApp.seal.rotate()).toMatch(/^CN=ProHR Document Seal, O=ProHR, valid until /)
    const after = await seal(twin)
    expect(after.sealKeyId).not.toBe(before.sealKeyId)
    expect(await verdictOf(before.bytes)).toMatchObject({ is: 'whole', sealKeyId: before.sealKeyId })
    expect(await verdictOf(after.bytes)).toMatchObject({ is: 'whole', sealKeyId: after.sealKeyId })
    const all = await rows()
    expect(all.filter(({ purpose }) => purpose === 'root')).toHaveLength(1)
    expect(all.map(({ retiredAt }) => retiredAt !== null)).toEqual([false, true, false])
  })

  it('is the same for all when several replace it at the same time', async () => {
    await Promise.all([testApp.seal.rotate(), twin.seal.rotate(), testApp.seal.rotate()])
    expect((await rows()).filter(({ purpose, retiredAt }) => purpose === 'sealing' && retiredAt === null)).toHaveLength(
      1,
    )
    expect(await verdictOf((await seal(testApp)).bytes)).toMatchObject({ is: 'whole' })
  })

  it('is refused under another master key with a sentence, and nothing is changed', async () => {
    const before = await rows()
    const config = { ...testApp.config, masterKey: randomBytes(32) }
    const other = openSeal({ ...testApp.context, config, masterKey: () => openMasterKey(config, testApp.db) })
    await expect(other.ready()).rejects.toThrow(StartError)
    await expect(other.seal(pdf(), { reason: 'x', at: new Date() })).rejects.toThrow(/another master key/)
    await expect(other.rotate()).rejects.toThrow(/another master key/)
    other.close()
    expect(await rows()).toEqual(before)
  })
})

describe.skipIf(!isInstalled('openssl'))('I8: a custom certificate', () => {
  const withFile = (file: Buffer, password: string) => {
    const path = join(folder, `${randomBytes(4).toString('hex')}.p12`)
    writeFileSync(path, file)
    const config = readConfig({ DATA_DIR: folder, SEAL_P12: path, SEAL_P12_PASSWORD: password })
    return openSeal({ ...testApp.context, config, masterKey: () => openMasterKey(testApp.config, testApp.db) })
  }

  it('seals instead of the portal’s; the certificate is stored for verification, but not its key', async () => {
    const own = withFile(p12('secret'), 'secret')
    await own.ready()
    const { bytes, sealKeyId } = await own.seal(pdf(), { reason: 'Contract', at: new Date() })
    own.close()
    expect(await verdictOf(bytes)).toMatchObject({ is: 'whole', sealKeyId })
    const row = (await rows()).find(({ id }) => id === sealKeyId) as Row
    expect([row.origin, row.privateKey, row.certificates.length]).toEqual(['configured', null, 2])
    const [certificate, above] = row.certificates.map((each) => new X509Certificate(each)) as [
      X509Certificate,
      X509Certificate,
    ]
    expect(isSignedByHand(bytes, certificate)).toBe(true)
    expect(opensslAccepts(bytes, above.toString(), new Date())).toBe(true)
    // Without the setting the portal's own key seals again.
    expect((await seal(testApp)).sealKeyId).not.toBe(sealKeyId)
  })

  it('may come from an older program that encrypts with triple DES', async () => {
    const own = withFile(p12('secret', { isLegacy: true }), 'secret')
    await own.ready()
    const { bytes } = await own.seal(pdf(), { reason: 'Contract', at: new Date() })
    own.close()
    expect(await verdictOf(bytes)).toMatchObject({ is: 'whole' })
  })

  it('is the same one after another start', async () => {
    const file = p12('secret')
    const before = (await rows()).length
    for (const time of [1, 2]) {
      const own = withFile(file, 'secret')
      await own.ready()
      own.close()
      expect(await rows(), `start ${time}`).toHaveLength(before + 1)
    }
  })

  it.each([
    ['with another password', () => p12('secret'), 'wrong', /SEAL_P12_PASSWORD must open it/],
    ['that is no such file', () => Buffer.from('hello'), '', /must be a PKCS#12 file/],
    ['that is too weak', () => p12('secret', { bits: 1024 }), 'secret', /RSA of at least 2,048 bits/],
  ])('refuses one %s, with a sentence', async (_what, file, password, sentence) => {
    const own = withFile(file(), password)
    const before = await rows()
    await expect(own.ready()).rejects.toThrow(StartError)
    await expect(own.ready()).rejects.toThrow(sentence)
    own.close()
    expect(await rows()).toEqual(before)
  })

  it('refuses an expired one with a sentence', async () => {
    const file = p12('secret', { days: 30 })
    testApp.pass({ days: 31 })
    const own = withFile(file, 'secret')
    await expect(own.ready()).rejects.toThrow(/is valid from .* to .*, not now/)
    own.close()
  })
})

// Last, because it moves the clock far ahead.
it('I8: a certificate is replaced automatically before it expires', async () => {
  await testApp.seal.rotate()
  const before = await seal(testApp)
  testApp.pass({ days: 5 * 365 - 40 })
  expect((await seal(testApp)).sealKeyId).toBe(before.sealKeyId)
  testApp.pass({ days: 20 })
  const after = await seal(testApp)
  expect(after.sealKeyId).not.toBe(before.sealKeyId)
  for (const { bytes } of [before, after]) expect(await verdictOf(bytes)).toMatchObject({ is: 'whole' })
})
