// Documents and the virus scanner: a real clamd if it is installed, and a small fake one that can be unavailable.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { scanSentences } from '../../domain/document.ts'
import { pdf } from '../../tests/samples.ts'
import { addDocument } from '../../tests/uploads.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { openScanner } from '../file-inspection/scanner.ts'

const virus = 'PORTAL-TEST-VIRUS-OF-NO-HARM'
const infectedPdf = () => Buffer.concat([pdf(), Buffer.from(`% ${virus}\n%%EOF\n`)])

/** Reads an INSTREAM to its end and replies like clamd; 'mute' never replies. */
function standIn(behavior: { is: 'well' | 'mute' | 'refusing' }): Server {
  return createServer((socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      if (behavior.is === 'refusing') return void socket.end('INSTREAM size limit exceeded. ERROR\0')
      if (behavior.is === 'mute' || !bytes.subarray(-4).equals(Buffer.alloc(4))) return
      socket.end(bytes.includes(virus) ? 'stream: Portal.Test FOUND\0' : 'stream: OK\0')
    })
  })
}

describe('D7: scanning a document', () => {
  const behavior = { is: 'well' as 'well' | 'mute' | 'refusing' }
  const server = standIn(behavior)
  let port: number
  let testApp: TestApp
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const away = () => new Promise((resolve) => server.close(resolve))
  beforeAll(async () => {
    await listen(0)
    port = (server.address() as AddressInfo).port
    testApp = await createTestApp({ CLAMD_URL: `tcp://127.0.0.1:${port}` })
  })
  afterAll(async () => {
    await testApp.close()
    server.close()
    await rm(testApp.config.dataDir, { recursive: true, force: true })
  })
  const add = (who: 'ann' | 'sam', bytes = pdf()) => addDocument(testApp[who], testApp.folders.acme.id, { bytes })

  it('makes a clean one available to everyone who may see it', async () => {
    const { body } = await add('ann')
    expect([body.scan, body.allowed]).toEqual(['clean', expect.arrayContaining(['download', 'open'])])
    for (const who of [testApp.ann, testApp.sam, testApp.alice])
      expect((await who.get(body.objectPath)).status).toBe(200)
    expect((await testApp.eve.get(body.objectPath)).status).toBe(404)
  })

  it('sends an infected one to no one and says so; strangers see nothing', async () => {
    const { status, body } = await add('ann', infectedPdf())
    expect([status, body.scan, body.allowed]).toEqual([201, 'infected', ['set-expiration', 'add-version', 'withdraw']])
    for (const who of [testApp.ann, testApp.sam, testApp.alice, testApp.mona]) {
      const refused = await who.get(body.objectPath)
      expect([refused.status, refused.body.message]).toEqual([403, scanSentences.infected])
    }
    expect((await testApp.eve.get(body.objectPath)).status).toBe(404)
    expect((await testApp.visitor.get(body.objectPath)).status).toBe(401)
    const line = (await testApp.auditLog()).find(
      ({ entityId, action }) => entityId === body.id && action === 'document.added',
    )
    expect(line?.details).toMatchObject({ scan: 'infected', finding: 'Portal.Test' })
    expect((await testApp.mail()).some(({ text }) => text.includes('Portal.Test'))).toBe(false)
  })

  it('holds one while the scanner is unavailable: only its uploader can open it, and no one can sign it', async () => {
    await away()
    const [clean, infected] = [(await add('sam')).body, (await add('sam', infectedPdf())).body]
    expect([clean.scan, infected.scan]).toEqual(['waiting', 'waiting'])
    expect((await testApp.sam.get(clean.objectPath)).status).toBe(200)
    const refused = await testApp.ann.get(clean.objectPath)
    expect([refused.status, refused.body.message]).toEqual([403, scanSentences.waiting])
    expect((await testApp.ann.get(`/api/documents/${clean.id}`)).body.allowed).toEqual([])
    await testApp.runJobs()
    expect((await testApp.ann.get(`/api/documents/${clean.id}`)).body.scan, 'still away').toBe('waiting')

    await listen(port)
    const { scanPending } = await import('./scan.ts')
    await Promise.all([scanPending(testApp.db, testApp.context), scanPending(testApp.db, testApp.context)])
    expect((await testApp.ann.get(clean.objectPath)).status).toBe(200)
    expect((await testApp.sam.get(infected.objectPath)).status, 'its uploader neither').toBe(403)
    const scanned = (await testApp.auditLog()).filter(({ action }) => action === 'document.scanned')
    expect(scanned.map(({ entityId, details }) => [entityId, details.scan])).toEqual([
      [clean.id, 'clean'],
      [infected.id, 'infected'],
    ])
    expect(await testApp.db.rows(sql`select from documents where scan = 'waiting'`)).toEqual([])
  })

  it('holds one that the scanner refuses to scan', async () => {
    behavior.is = 'refusing'
    expect((await add('ann')).body.scan).toBe('waiting')
    behavior.is = 'well'
  })
})

it('D6, D7: a folder is limited to five gigabytes, independently of other folders', async () => {
  const testApp = await createTestApp()
  for (const _ of [1, 2, 3]) await addDocument(testApp.ann, testApp.folders.acme.id)
  await testApp.db.run(sql`update documents set file_size = 1666666666`)
  const full = await addDocument(testApp.sam, testApp.folders.acme.id)
  expect([full.status, full.body.message]).toEqual([
    409,
    'This folder is full: its documents can total at most 5 GB. Contact us for more space.',
  ])
  expect((await addDocument(testApp.eve, testApp.folders.elmwood.id)).status).toBe(201)
  await testApp.db.run(sql`update documents set file_size = 1000000000`)
  expect((await addDocument(testApp.sam, testApp.folders.acme.id)).status).toBe(201)
  await testApp.close()
})

it('D7: makes a document available right away without a scanner, marked as not scanned', async () => {
  const testApp = await createTestApp()
  const { body } = await addDocument(testApp.ann, testApp.folders.acme.id)
  expect([body.scan, (await testApp.sam.get(body.objectPath)).status]).toEqual(['not-scanned', 200])
  await testApp.close()
})

const clamd = '/usr/sbin/clamd'
if (!existsSync(clamd))
  process.stderr.write('NOT RUN against clamd: it is not installed here; only against a stand-in.\n')

describe.runIf(existsSync(clamd))('D7: the clamd client', () => {
  let folder: string
  let child: ChildProcess
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-clamd-'))
    await writeFile(join(folder, 'own.ndb'), `Portal.Test:0:*:${Buffer.from(virus).toString('hex')}\n`)
    const settings = [
      'Foreground yes',
      `LocalSocket ${folder}/socket`,
      `DatabaseDirectory ${folder}`,
      'StreamMaxLength 20M',
    ]
    await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
    child = spawn(clamd, ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' })
    await vi.waitFor(() => expect(existsSync(join(folder, 'socket'))).toBe(true), { timeout: 40_000 })
  }, 60_000)
  afterAll(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  it('detects a known signature, passes clean files, and reports files above clamd’s size limit', async () => {
    const scanner = openScanner(`unix:${folder}/socket`)
    const scan = (...bytes: Buffer[]) => scanner.scan(Readable.from(bytes))
    expect(await scan(pdf())).toEqual({ infected: false })
    expect(await scan(infectedPdf())).toEqual({ infected: true, finding: expect.stringContaining('Portal.Test') })
    expect(await scan(Buffer.alloc(10_000_000), Buffer.from(virus))).toMatchObject({ infected: true })
    expect(await scan(Buffer.alloc(0))).toEqual({ infected: false })
    await expect(scan(...Array.from({ length: 30 }, () => Buffer.alloc(1_000_000)))).rejects.toThrow()
  })
})
