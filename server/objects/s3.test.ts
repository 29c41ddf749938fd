// The portal with its files in an S3-compatible store: against a small one in memory, which can be made to fail, and against
// OpenStack Swift where that is installed.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { leastPartSize } from '../../domain/document.ts'
import { startS3Server, type S3Server } from '../../tests/s3-server.ts'
import { pdf, pdfOfSize } from '../../tests/samples.ts'
import { hasSwift, startSwift, type Swift } from '../../tests/swift.ts'
import { addDocument, putBytes, upload } from '../../tests/uploads.ts'
import { castPassword, createWorld, type World } from '../../tests/world.ts'
import { storeInS3, type S3Settings } from '../file-storage/files-in-s3.ts'
import { storeOnDisk } from '../file-storage/files-on-disk.ts'
import { newId } from '../kit/id.ts'
import { sweepUploads } from './actions.ts'
import { moveFiles } from './move.ts'
import { assertFilesIn, placeOfFiles } from './where.ts'
import { typed } from '../kit/row-types.ts'

const environment = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
})

const base = '/api/companion/s3/multipart'
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function inParts(world: World, file: Buffer) {
  const { uploadId } = (await world.sam.post(base, { filename: 'a.pdf', type: 'application/pdf' })).body
  const parts: { PartNumber: number; ETag: string }[] = []
  for (let at = 0; at < file.length; at += leastPartSize) {
    const PartNumber = parts.length + 1
    const { url } = (await world.sam.get(`${base}/${uploadId}/${PartNumber}?key=${uploadId}`)).body
    const sent = await putBytes(world.visitor, url, file.subarray(at, at + leastPartSize))
    parts.push({ PartNumber, ETag: String(sent.headers.etag) })
  }
  return { uploadId, done: await world.sam.post(`${base}/${uploadId}/complete?key=${uploadId}`, { parts }) }
}

if (!hasSwift)
  process.stderr.write(
    'NOT RUN against OpenStack Swift: it is not installed here; only against our own small server.\n',
  )

interface Given {
  settings: S3Settings
  stop(): Promise<void>
}

describe.each([
  ['a small store in memory', true, () => startS3Server('portal')],
  ['OpenStack Swift', hasSwift, () => startSwift('portal')],
] as [string, boolean, () => Promise<Given>][])('H5: files in %s', (_name, isThere, start) => {
  let store: Given
  let world: World
  beforeAll(async () => {
    if (!isThere) return
    store = await start()
    world = await createWorld(environment(store.settings))
    await assertFilesIn(world.db, world.parts.store)
  }, 120_000)
  afterAll(async () => {
    if (!isThere) return
    await world.close()
    await store.stop()
    await rm(world.config.dataDir, { recursive: true, force: true })
  })

  it.runIf(isThere)(
    'are uploaded, registered and fetched, whole and in ranges, and nothing legible lies there',
    async () => {
      const bytes = pdfOfSize(300_000)
      const added = await addDocument(world.ann, world.folders.acme.id, { bytes })
      expect([added.status, added.body.sha256]).toEqual([201, sha256(bytes)])
      const get = (headers = {}) =>
        world.app.inject({ url: added.body.objectPath, headers: { cookie: world.ann.cookie ?? '', ...headers } })
      expect(sha256((await get()).rawPayload)).toBe(sha256(bytes))
      for (const [start, end] of [
        [0, 9],
        [65_000, 66_000],
        [299_990, 299_999],
      ] as const) {
        const part = await get({ range: `bytes=${start}-${end}` })
        expect([part.statusCode, part.rawPayload.equals(bytes.subarray(start, end + 1))]).toEqual([206, true])
      }
      expect((await world.eve.get(added.body.objectPath)).status).toBe(404)
      const { stream } = await world.parts.store.read(`documents/${added.body.id}`)
      const raw = Buffer.concat((await stream.toArray()) as Buffer[])
      expect([raw.subarray(0, 4).toString(), raw.includes('%PDF-')]).toEqual(['HRPF', false])
    },
  )

  it.runIf(isThere)(
    'are sealed there once they are signed: the original stays, the sealed one begins with it',
    async () => {
      const bytes = pdfOfSize(300_000)
      const { id, objectPath } = (
        await addDocument(world.sam, world.folders.acme.id, { bytes, requiresSignature: true })
      ).body
      await world.ann.get(objectPath)
      const typedSignature = { consent: true, kind: 'typed', name: 'Ann Keller', password: castPassword }
      expect((await world.ann.post(`/api/documents/${id}/signature`, typedSignature)).status).toBe(201)
      await world.runJobs()
      const url = `/api/documents/${id}/signed`
      const { statusCode, rawPayload } = await world.app.inject({ url, headers: { cookie: world.ann.cookie ?? '' } })
      expect([statusCode, rawPayload.subarray(0, bytes.length).equals(bytes)]).toEqual([200, true])
      const headers = { 'content-type': 'application/pdf' }
      const told = await world.visitor.send({ method: 'POST', url: '/api/verification', headers, payload: rawPayload })
      expect(told.body).toMatchObject({ verdict: 'ours-unchanged', kind: 'document' })
      const { key } = await world.db.one(
        typed(
          z.object({ key: z.string() }),
        )`select storage_key as key from papers where entity_id = ${id} and kind = 'sealed'`,
      )
      const { stream } = await world.parts.store.read(key)
      expect(((await stream.toArray()) as Buffer[])[0]?.subarray(0, 4).toString()).toBe('HRPF')
    },
  )

  it.runIf(isThere)('come in parts, which are gone once they are joined or given up', async () => {
    const file = pdfOfSize(2 * leastPartSize + 1000)
    const { uploadId, done } = await inParts(world, file)
    expect(done.status).toBe(200)
    const registered = await world.sam.put('/api/documents', {
      documentURL: done.body.location,
      fileName: 'a.pdf',
      originalName: 'a.pdf',
      fileSize: file.length,
      mimeType: 'application/pdf',
      clientFolderId: world.folders.acme.id,
    })
    expect([registered.status, registered.body.sha256]).toEqual([201, sha256(file)])
    const begun = (await world.sam.post(base, { filename: 'b.pdf' })).body.uploadId
    const { url } = (await world.sam.get(`${base}/${begun}/1?key=${begun}`)).body
    expect((await putBytes(world.visitor, url, pdf())).status).toBe(200)
    expect((await world.sam.delete(`${base}/${begun}?key=${begun}`)).status).toBe(200)
    expect((await putBytes(world.visitor, url, pdf())).status).toBe(409)
    const there = await Array.fromAsync(world.parts.store.list('documents'))
    expect(there.map(({ key }) => key)).toContain(`documents/${uploadId}`)
    expect(there.map(({ key }) => key)).not.toContain(`documents/${begun}`)
  })

  it.runIf(isThere)('without a length come in pieces, and leave nothing when they end early', async () => {
    const { parts } = world
    const [whole, early] = [`exports/${newId()}`, `exports/${newId()}`]
    async function* megabytes(count: number, ends: boolean) {
      for (let each = 0; each < count; each++) yield Buffer.alloc(1_000_000, each)
      if (ends) throw new Error('gone')
    }
    const { Readable } = await import('node:stream')
    const put = (key: string, count: number, ends: boolean) =>
      parts.files.put(key, Readable.from(megabytes(count, ends)), { limit: 100_000_000 })
    const { size, sha256: hash } = await put(whole, 18, false)
    expect(size).toBe(18_000_000)
    const read = createHash('sha256')
    for await (const chunk of (await parts.files.read(whole)).stream) read.update(chunk as Buffer)
    expect(read.digest('hex')).toBe(hash)
    await expect(put(early, 18, true)).rejects.toMatchObject({ status: 400 })
    expect(await parts.files.exists(early)).toBe(false)
    await expect(put(whole, 1, false)).rejects.toMatchObject({ status: 409 })
    await parts.files.remove(whole)
    await parts.files.remove(whole)
    expect(await parts.files.exists(whole)).toBe(false)
  })

  it.runIf(isThere)('are swept when nobody registers them', async () => {
    const abandoned = await upload(world.ann, pdf())
    const id = abandoned.objectPath.split('/')[3]
    await world.db.run(sql`update uploads set created_at = created_at - interval '25 hours' where id = ${id}`)
    await sweepUploads(world.db, world.parts.files)
    expect(await world.parts.files.exists(`documents/${id}`)).toBe(false)
  })

  it.runIf(isThere)('go to the disk and back; stopped midway it goes on, and what differs is said', async () => {
    await world.db.run(sql`update uploads set discarded_at = now() where stored_at is not null and claimed_at is null`)
    for (let each = 0; each < 3; each++) await addDocument(world.sam, world.folders.acme.id)
    const disk = storeOnDisk(join(world.config.dataDir, 'moved'))
    const { store: bucket } = world.parts
    let left = 1
    const stopping: typeof disk = {
      ...disk,
      async write(...given) {
        if (left-- <= 0) throw new Error('killed')
        await disk.write(...given)
      },
    }
    await expect(moveFiles(world.parts, bucket, stopping)).rejects.toThrow('killed')
    expect(await placeOfFiles(world.db)).toBe(bucket.name)
    const first = await moveFiles(world.parts, bucket, disk)
    expect(first).toMatchObject({ missing: [], damaged: [] })
    expect([first.copied > 0, first.already > 0]).toEqual([true, true])
    expect(await placeOfFiles(world.db)).toBe('disk')
    await expect(assertFilesIn(world.db, bucket)).rejects.toThrow(/are kept in "disk", and the settings name "s3 /)
    await assertFilesIn(world.db, disk)

    const back = await moveFiles(world.parts, disk, bucket)
    expect(back).toMatchObject({ copied: 0, already: first.copied + first.already })
    const keys = (await Array.fromAsync(disk.list('documents'))).map(({ key }) => key)
    await disk.remove(keys[0] as string)
    await bucket.remove(keys[0] as string)
    expect(await moveFiles(world.parts, bucket, disk)).toMatchObject({ missing: [keys[0]] })
    expect(await placeOfFiles(world.db), 'not all are there').toBe(bucket.name)
  })
})

describe('H5: a store that fails', () => {
  let store: S3Server
  let world: World
  beforeAll(async () => {
    store = await startS3Server('portal')
    world = await createWorld(environment(store.settings))
    await assertFilesIn(world.db, world.parts.store)
  })
  afterAll(async () => {
    await world.close()
    await store.stop()
    await rm(world.config.dataDir, { recursive: true, force: true })
  })
  afterEach(() => void (store.mood = 'well'))

  const unreachable = 'The portal cannot reach its files right now. Please try again in a moment.'

  it.each(['silent', 'failing'] as const)(
    'by being %s: 503 within five seconds, and the same address works later',
    async (mood) => {
      const { body } = await world.ann.post('/api/objects/upload')
      const added = await addDocument(world.ann, world.folders.acme.id)
      store.mood = mood
      const began = performance.now()
      const [put, get, ready, health] = await Promise.all([
        putBytes(world.ann, body.uploadURL, pdf()),
        world.ann.get(added.body.objectPath),
        world.visitor.get('/readyz'),
        world.visitor.get('/healthz'),
      ])
      expect(performance.now() - began).toBeLessThan(5000)
      expect([put.status, put.body.message, get.status]).toEqual([503, unreachable, 503])
      expect([ready.status, ready.body.files, ready.body.database, health.status]).toEqual([
        503,
        'unreachable',
        'ok',
        200,
      ])
      expect((await world.ann.get(`/api/documents/${added.body.id}`)).status, 'what needs no file goes on').toBe(200)
      store.mood = 'well'
      expect((await putBytes(world.ann, body.uploadURL, pdf())).status).toBe(200)
      expect((await world.visitor.get('/readyz')).status).toBe(200)
    },
  )

  it('by keeping other bytes than were sent: nothing is said to be saved', async () => {
    const { body } = await world.ann.post('/api/objects/upload')
    store.mood = 'damaging'
    expect((await putBytes(world.ann, body.uploadURL, pdf())).status).toBe(500)
    store.mood = 'well'
    expect((await putBytes(world.ann, body.uploadURL, pdf())).status).toBe(200)
  })

  it('by refusing the keys, having no such bucket, or being away: a sentence at the start', async () => {
    const at = (more: Partial<S3Settings>) =>
      assertFilesIn(world.db, { ...storeInS3({ ...store.settings, ...more }), name: world.parts.store.name })
    await expect(at({ secretAccessKey: 'wrong' })).rejects.toThrow('The store refuses these S3 keys')
    await expect(at({ bucket: 'another' })).rejects.toThrow('The store has no bucket "another"')
    await expect(at({ endpoint: 'http://127.0.0.1:1' })).rejects.toThrow('cannot reach its files')
  })

  it('leaves parts of a killed write, which are swept', async () => {
    store.uploads.set('left', { key: 'objects/exports/x', at: new Date(Date.now() - 100_000), parts: new Map() })
    await world.parts.files.sweep(new Date(Date.now() - 200_000))
    expect(store.uploads.size).toBe(1)
    await world.parts.files.sweep(new Date())
    expect(store.uploads.size).toBe(0)
  })
})

describe.runIf(hasSwift)('H5: Swift, frozen', () => {
  let swift: Swift
  beforeAll(async () => void (swift = await startSwift('frozen')), 120_000)
  afterAll(() => swift.stop())

  it('is given up within five seconds in the middle of a file, and nothing of it is there afterwards', async () => {
    const store = storeInS3(swift.settings)
    const key = `documents/${newId()}`
    async function* slowly() {
      yield Buffer.alloc(1_000_000)
      swift.freeze()
      for (let each = 0; each < 19; each++) yield Buffer.alloc(1_000_000)
    }
    const began = performance.now()
    await expect(store.write(key, slowly(), 20_000_000)).rejects.toMatchObject({ status: 503 })
    expect(performance.now() - began).toBeLessThan(5500)
    swift.thaw()
    await expect.poll(() => store.exists(key)).toBe(false)
    await store.check()
  })
})
