// Documents and the virus scanner: a real clamd where it is installed, and a small stand-in that can be away.
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
import { createWorld, type World } from '../../tests/world.ts'
import { openScanner } from '../file-inspection/scanner.ts'

const virus = 'PORTAL-TEST-VIRUS-OF-NO-HARM'
const infectedPdf = () => Buffer.concat([pdf(), Buffer.from(`% ${virus}\n%%EOF\n`)])

/** Reads an INSTREAM to its end and answers as clamd does; 'mute' never answers. */
function standIn(mood: { is: 'well' | 'mute' | 'refusing' }): Server {
  return createServer((socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      if (mood.is === 'refusing') return void socket.end('INSTREAM size limit exceeded. ERROR\0')
      if (mood.is === 'mute' || !bytes.subarray(-4).equals(Buffer.alloc(4))) return
      socket.end(bytes.includes(virus) ? 'stream: Portal.Test FOUND\0' : 'stream: OK\0')
    })
  })
}

describe('D7: a document', () => {
  const mood = { is: 'well' as 'well' | 'mute' | 'refusing' }
  const server = standIn(mood)
  let port: number
  let world: World
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const away = () => new Promise((resolve) => server.close(resolve))
  beforeAll(async () => {
    await listen(0)
    port = (server.address() as AddressInfo).port
    world = await createWorld({ CLAMD_URL: `tcp://127.0.0.1:${port}` })
  })
  afterAll(async () => {
    await world.close()
    server.close()
    await rm(world.config.dataDir, { recursive: true, force: true })
  })
  const add = (who: 'ann' | 'sam', bytes = pdf()) => addDocument(world[who], world.folders.acme.id, { bytes })

  it('that is clean is there for everybody who may see it', async () => {
    const { body } = await add('ann')
    expect([body.scan, body.allowed]).toEqual(['clean', expect.arrayContaining(['download', 'open'])])
    for (const who of [world.ann, world.sam, world.alice]) expect((await who.get(body.objectPath)).status).toBe(200)
    expect((await world.eve.get(body.objectPath)).status).toBe(404)
  })

  it('in which something was found is given to nobody, and says so; strangers do not learn of it', async () => {
    const { status, body } = await add('ann', infectedPdf())
    expect([status, body.scan, body.allowed]).toEqual([201, 'infected', []])
    for (const who of [world.ann, world.sam, world.alice, world.mona]) {
      const refused = await who.get(body.objectPath)
      expect([refused.status, refused.body.message]).toEqual([403, scanSentences.infected])
    }
    expect((await world.eve.get(body.objectPath)).status).toBe(404)
    expect((await world.visitor.get(body.objectPath)).status).toBe(401)
    const line = (await world.trail()).find(
      ({ entityId, action }) => entityId === body.id && action === 'document.added',
    )
    expect(line?.details).toMatchObject({ scan: 'infected', finding: 'Portal.Test' })
    expect((await world.mail()).some(({ text }) => text.includes('Portal.Test'))).toBe(false)
  })

  it('waits while the scanner is away: its uploader alone can open it, and nobody can sign it', async () => {
    await away()
    const [clean, infected] = [(await add('sam')).body, (await add('sam', infectedPdf())).body]
    expect([clean.scan, infected.scan]).toEqual(['waiting', 'waiting'])
    expect((await world.sam.get(clean.objectPath)).status).toBe(200)
    const refused = await world.ann.get(clean.objectPath)
    expect([refused.status, refused.body.message]).toEqual([403, scanSentences.waiting])
    expect((await world.ann.get(`/api/documents/${clean.id}`)).body.allowed).toEqual([])
    await world.runJobs()
    expect((await world.ann.get(`/api/documents/${clean.id}`)).body.scan, 'still away').toBe('waiting')

    await listen(port)
    const { scanWaiting } = await import('./scan.ts')
    await Promise.all([scanWaiting(world.db, world.parts), scanWaiting(world.db, world.parts)])
    expect((await world.ann.get(clean.objectPath)).status).toBe(200)
    expect((await world.sam.get(infected.objectPath)).status, 'its uploader neither').toBe(403)
    const scanned = (await world.trail()).filter(({ action }) => action === 'document.scanned')
    expect(scanned.map(({ entityId, details }) => [entityId, details.scan])).toEqual([
      [clean.id, 'clean'],
      [infected.id, 'infected'],
    ])
    expect(await world.db.rows(sql`select from documents where scan = 'waiting'`)).toEqual([])
  })

  it('waits too when the scanner will not look at it', async () => {
    mood.is = 'refusing'
    expect((await add('ann')).body.scan).toBe('waiting')
    mood.is = 'well'
  })
})

it('D6, D7: a folder takes five gigabytes and no more; another one is not concerned', async () => {
  const world = await createWorld()
  for (const _ of [1, 2, 3]) await addDocument(world.ann, world.folders.acme.id)
  await world.db.run(sql`update documents set file_size = 1666666666`)
  const full = await addDocument(world.sam, world.folders.acme.id)
  expect([full.status, full.body.message]).toEqual([
    409,
    'This folder is full: its documents may have 5 GB together. Please talk to us.',
  ])
  expect((await addDocument(world.eve, world.folders.elmwood.id)).status).toBe(201)
  await world.db.run(sql`update documents set file_size = 1000000000`)
  expect((await addDocument(world.sam, world.folders.acme.id)).status).toBe(201)
  await world.close()
})

it('D7: without a scanner a document is there at once, and says that it was not scanned', async () => {
  const world = await createWorld()
  const { body } = await addDocument(world.ann, world.folders.acme.id)
  expect([body.scan, (await world.sam.get(body.objectPath)).status]).toEqual(['not-scanned', 200])
  await world.close()
})

const clamd = '/usr/sbin/clamd'
if (!existsSync(clamd))
  process.stderr.write('NOT RUN against clamd: it is not installed here; only against a stand-in.\n')

describe.runIf(existsSync(clamd))('D7: clamd', () => {
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

  it('finds what it knows, lets the rest pass, and will not look at more than it takes', async () => {
    const scanner = openScanner(`unix:${folder}/socket`)
    const scan = (...bytes: Buffer[]) => scanner.scan(Readable.from(bytes))
    expect(await scan(pdf())).toEqual({ infected: false })
    expect(await scan(infectedPdf())).toEqual({ infected: true, finding: expect.stringContaining('Portal.Test') })
    expect(await scan(Buffer.alloc(10_000_000), Buffer.from(virus))).toMatchObject({ infected: true })
    expect(await scan(Buffer.alloc(0))).toEqual({ infected: false })
    await expect(scan(...Array.from({ length: 30 }, () => Buffer.alloc(1_000_000)))).rejects.toThrow()
  })
})
