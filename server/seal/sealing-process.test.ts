// Whatever a file does to the sealing process, the portal survives, and the next file is sealed.
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { pdf } from '../../tests/samples.ts'
import { startS3Server } from '../../tests/s3-server.ts'
import type { Place } from '../file-storage/file-store.ts'
import { newId } from '../kit/id.ts'
import { putHandoff, readHandoff } from '../file-storage/file-handoff.ts'
import { makeRoot, makeSealing } from './certificates.ts'
import { Hindered } from './hindered.ts'
import { openSealingProcess, type SealingProcess } from './sealing-process.ts'
import { sha256Of } from './sign.ts'

const now = new Date()
const root = await makeRoot('ProHR', now)
const { certificate, privateKey } = await makeSealing('ProHR', root, now)
const sealer = { id: 'key', certificates: [certificate, root.certificate], retiredAt: null }
const occasion = { reason: 'Contract', at: now, fieldName: 'Seal' }

let sealing: SealingProcess
const open = (options: Parameters<typeof openSealingProcess>[1] = {}) => openSealingProcess({ warn() {} }, options)
afterEach(() => sealing.close())

const seal = (file: Uint8Array) => sealing.onFile('seal', { file, key: { ...sealer, pkcs8: privateKey }, occasion })
const verify = (file: Uint8Array) => sealing.run('verify', { file, sealers: [sealer], limitMilliseconds: 20_000 })

/** Many tiny unused objects. */
function pdfOfMany(count: number): Buffer {
  const parts = ['%PDF-1.7\n']
  const places: number[] = []
  let length = 9
  const add = (text: string) => {
    places.push(length)
    parts.push(text)
    length += text.length
  }
  add('1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n')
  add('2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n')
  add('3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n')
  for (let number = 4; number < count; number++) add(`${number} 0 obj 1 endobj\n`)
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(`xref\n0 ${count}\n0000000000 65535 f \n${table}trailer<</Size ${count}/Root 1 0 R>>\n`)
  return Buffer.from(`${parts.join('')}startxref\n${length}\n%%EOF\n`, 'latin1')
}

/** The id of this process's worker. */
function processId(): number {
  const found = readdirSync('/proc').filter((id) => {
    try {
      const isOurs = readFileSync(`/proc/${id}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`)
      return isOurs && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('tinypool/dist/entry/process.js')
    } catch {
      return false // no such process, or it has just ended
    }
  })
  expect(found).toHaveLength(1)
  return Number(found[0])
}

describe('sealing a hostile file', () => {
  it('fails if it fills the process’s memory; the next file is sealed', async () => {
    sealing = open({ heapMegabytes: 40 })
    await expect(seal(pdfOfMany(200_000))).rejects.toThrow(Hindered)
    expect((await verify((await seal(pdf())).bytes)).verdict.is).toBe('whole')
  })

  it('fails if it takes too much CPU time; the next file is examined', async () => {
    sealing = open({ limitMilliseconds: 1 })
    await expect(seal(pdfOfMany(100_000))).rejects.toThrow(Hindered)
    expect((await verify(pdf())).verdict.is).toBe('foreign')
  })

  it('succeeds if it is merely unusual', async () => {
    sealing = open()
    expect((await verify((await seal(pdfOfMany(20_000))).bytes)).verdict.is).toBe('whole')
  })
})

const aDocument = (place: Place) => ({ place, key: `papers/${newId()}`, fileKey: null })

describe('sealing a stored file', () => {
  it('works in place, however slow the store is, and only if the hash matches', async () => {
    const server = await startS3Server('portal')
    try {
      const place = { s3: server.settings }
      const [from, to] = [aDocument(place), aDocument(place)]
      const bytes = pdf()
      await putHandoff(from, bytes)
      sealing = open({ limitMilliseconds: 2000 })
      server.mood = 'slow'
      const asks = { key: { ...sealer, pkcs8: privateKey }, occasion, from, to }
      const { sha256, size } = await sealing.onFile('sealStored', { ...asks, fromSha256: sha256Of(bytes) })
      server.mood = 'well'
      sealing.close()
      sealing = open()
      const sealed = await readHandoff(to)
      expect([sealed.sha256, sealed.bytes.length]).toEqual([sha256, size])
      expect((await verify(sealed.bytes)).verdict.is).toBe('whole')
      const another = { ...asks, fromSha256: sha256Of(Buffer.from('another')) }
      await expect(sealing.onFile('sealStored', another)).rejects.toThrow('not those that were to be sealed')
    } finally {
      await server.stop()
    }
  })
})

describe.skipIf(process.platform !== 'linux')('the sealing process', () => {
  it('is replaced if it was killed while idle', async () => {
    sealing = open()
    await verify(pdf())
    const first = processId()
    process.kill(first, 'SIGKILL')
    await expect
      .poll(
        () =>
          verify(pdf()).then(
            ({ verdict }) => verdict.is,
            () => 'failed',
          ),
        { timeout: 30_000 },
      )
      .toBe('foreign')
    expect(processId()).not.toBe(first)
  })

  it('is replaced if it is killed while working, and its file and queued ones are sealed', async () => {
    sealing = open()
    await verify(pdf())
    const both = [seal(pdfOfMany(20_000)), seal(pdf())]
    process.kill(processId(), 'SIGKILL')
    for (const each of await Promise.all(both)) expect((await verify(each.bytes)).verdict.is).toBe('whole')
  })

  it('ends when idle, and starts again when needed', async () => {
    sealing = open({ idleMilliseconds: 50 })
    await verify(pdf())
    const first = processId()
    await expect.poll(() => isAlive(first)).toBe(false)
    expect((await verify(pdf())).verdict.is).toBe('foreign')
  })

  it('has none of the portal’s settings', async () => {
    sealing = open()
    await verify(pdf())
    expect(readFileSync(`/proc/${processId()}/environ`, 'utf8')).not.toMatch(/HOME|PATH|MASTER_KEY|DATABASE/)
  })

  const isAlive = (id: number) => {
    try {
      return readFileSync(`/proc/${id}/status`, 'utf8').includes('State:\tZ') === false
    } catch {
      return false
    }
  }
})
