// The portal with its files in an S3-compatible store: a small in-memory one, and OpenStack Swift if it is installed.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minPartSize } from '../../domain/document.ts'
import { s3Environment, startS3Server } from '../../tests/s3-server.ts'
import { pdf, pdfOfSize } from '../../tests/samples.ts'
import { hasSwift, startSwift } from '../../tests/swift.ts'
import { addDocument, putBytes, upload } from '../../tests/uploads.ts'
import { fixturePassword, createTestApp, type TestApp } from '../../tests/test-app.ts'
import type { S3Settings } from '../file-storage/file-store.ts'
import { storeOnDisk } from '../file-storage/files-on-disk.ts'
import { newId } from '../kit/id.ts'
import { sweepUploads } from './actions.ts'
import { moveFiles } from './move.ts'
import { assertFilesIn, placeOfFiles } from './file-location.ts'
import { typed } from '../kit/row-types.ts'

const base = '/api/companion/s3/multipart'
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function inParts(testApp: TestApp, file: Buffer) {
  const { uploadId } = (await testApp.sam.post(base, { filename: 'a.pdf', type: 'application/pdf' })).body
  const parts: { PartNumber: number; ETag: string }[] = []
  for (let at = 0; at < file.length; at += minPartSize) {
    const PartNumber = parts.length + 1
    const { url } = (await testApp.sam.get(`${base}/${uploadId}/${PartNumber}?key=${uploadId}`)).body
    const sent = await putBytes(testApp.visitor, url, file.subarray(at, at + minPartSize))
    parts.push({ PartNumber, ETag: String(sent.headers.etag) })
  }
  return { uploadId, done: await testApp.sam.post(`${base}/${uploadId}/complete?key=${uploadId}`, { parts }) }
}

if (!hasSwift)
  process.stderr.write(
    'NOT RUN against OpenStack Swift: it is not installed here; only against our own small server.\n',
  )

interface EndpointInput {
  settings: S3Settings
  stop(): Promise<void>
}

describe.each([
  ['a small store in memory', true, () => startS3Server('portal')],
  ['OpenStack Swift', hasSwift, () => startSwift('portal')],
] as [string, boolean, () => Promise<EndpointInput>][])('H5: files in %s', (_name, isThere, start) => {
  let store: EndpointInput
  let testApp: TestApp
  beforeAll(async () => {
    if (!isThere) return
    store = await start()
    testApp = await createTestApp(s3Environment(store.settings))
    await assertFilesIn(testApp.db, testApp.context.store)
  }, 120_000)
  afterAll(async () => {
    if (!isThere) return
    await testApp.close()
    await store.stop()
  })

  it.runIf(isThere)(
    'are uploaded, registered, and downloaded completely and in ranges, without anything readable in the store',
    async () => {
      const bytes = pdfOfSize(300_000)
      const added = await addDocument(testApp.ann, testApp.folders.acme.id, { bytes })
      expect([added.status, added.body.sha256]).toEqual([201, sha256(bytes)])
      const get = (headers = {}) =>
        testApp.app.inject({ url: added.body.objectPath, headers: { cookie: testApp.ann.cookie ?? '', ...headers } })
      expect(sha256((await get()).rawPayload)).toBe(sha256(bytes))
      for (const [start, end] of [
        [0, 9],
        [65_000, 66_000],
        [299_990, 299_999],
      ] as const) {
        const part = await get({ range: `bytes=${start}-${end}` })
        expect([part.statusCode, part.rawPayload.equals(bytes.subarray(start, end + 1))]).toEqual([206, true])
      }
      expect((await testApp.eve.get(added.body.objectPath)).status).toBe(404)
      const { stream } = await testApp.context.store.read(`documents/${added.body.id}`)
      const raw = Buffer.concat((await stream.toArray()) as Buffer[])
      expect([raw.subarray(0, 4).toString(), raw.includes('%PDF-')]).toEqual(['HRPF', false])
    },
  )

  it.runIf(isThere)(
    'are sealed in the store once they are signed: the original remains, and the sealed one begins with it',
    async () => {
      const bytes = pdfOfSize(300_000)
      const { id, objectPath } = (
        await addDocument(testApp.sam, testApp.folders.acme.id, { bytes, requiresSignature: true })
      ).body
      await testApp.ann.get(objectPath)
      const typedSignature = { consent: true, kind: 'typed', name: 'Ann Keller', password: fixturePassword }
      expect((await testApp.ann.post(`/api/documents/${id}/signature`, typedSignature)).status).toBe(201)
      await testApp.runJobs()
      const url = `/api/documents/${id}/signed`
      const { statusCode, rawPayload } = await testApp.app.inject({
        url,
        headers: { cookie: testApp.ann.cookie ?? '' },
      })
      expect([statusCode, rawPayload.subarray(0, bytes.length).equals(bytes)]).toEqual([200, true])
      const headers = { 'content-type': 'application/pdf' }
      const verified = await testApp.visitor.send({
        method: 'POST',
        url: '/api/verification',
        headers,
        payload: rawPayload,
      })
      expect(verified.body).toMatchObject({ verdict: 'ours-unchanged', kind: 'document' })
      const { key } = await testApp.db.one(
        typed(
          z.object({ key: z.string() }),
        )`select storage_key as key from archived_pdfs where entity_id = ${id} and kind = 'sealed'`,
      )
      const { stream } = await testApp.context.store.read(key)
      expect(((await stream.toArray()) as Buffer[])[0]?.subarray(0, 4).toString()).toBe('HRPF')
    },
  )

  it.runIf(isThere)('can be uploaded in parts, which are deleted once they are joined or aborted', async () => {
    const file = pdfOfSize(2 * minPartSize + 1000)
    const { uploadId, done } = await inParts(testApp, file)
    expect(done.status).toBe(200)
    const registered = await testApp.sam.put('/api/documents', {
      documentURL: done.body.location,
      fileName: 'a.pdf',
      originalName: 'a.pdf',
      fileSize: file.length,
      mimeType: 'application/pdf',
      clientFolderId: testApp.folders.acme.id,
    })
    expect([registered.status, registered.body.sha256]).toEqual([201, sha256(file)])
    const canceledId = (await testApp.sam.post(base, { filename: 'b.pdf' })).body.uploadId
    const { url } = (await testApp.sam.get(`${base}/${canceledId}/1?key=${canceledId}`)).body
    expect((await putBytes(testApp.visitor, url, pdf())).status).toBe(200)
    expect((await testApp.sam.delete(`${base}/${canceledId}?key=${canceledId}`)).status).toBe(200)
    expect((await putBytes(testApp.visitor, url, pdf())).status).toBe(409)
    const there = await Array.fromAsync(testApp.context.store.list('documents'))
    expect(there.map(({ key }) => key)).toContain(`documents/${uploadId}`)
    expect(there.map(({ key }) => key)).not.toContain(`documents/${canceledId}`)
  })

  it.runIf(isThere)('uploads of unknown length are sent in chunks, and leave nothing if they end early', async () => {
    const { context } = testApp
    const [whole, early] = [`exports/${newId()}`, `exports/${newId()}`]
    async function* megabytes(count: number, ends: boolean) {
      for (let each = 0; each < count; each++) yield Buffer.alloc(1_000_000, each)
      if (ends) throw new Error('gone')
    }
    const put = (key: string, count: number, ends: boolean) =>
      context.files.put(key, Readable.from(megabytes(count, ends)), { limit: 100_000_000 })
    const { size, sha256: hash } = await put(whole, 18, false)
    expect(size).toBe(18_000_000)
    const read = createHash('sha256')
    for await (const chunk of (await context.files.read(whole)).stream) read.update(chunk as Buffer)
    expect(read.digest('hex')).toBe(hash)
    await expect(put(early, 18, true)).rejects.toMatchObject({ status: 400 })
    expect(await context.files.exists(early)).toBe(false)
    await expect(put(whole, 1, false)).rejects.toMatchObject({ status: 409 })
    await context.files.remove(whole)
    await context.files.remove(whole)
    expect(await context.files.exists(whole)).toBe(false)
  })

  it.runIf(isThere)('are swept if no one registers them', async () => {
    const abandoned = await upload(testApp.ann, pdf())
    const id = abandoned.objectPath.split('/')[3]
    await testApp.db.run(sql`update uploads set created_at = created_at - interval '25 hours' where id = ${id}`)
    await sweepUploads(testApp.db, testApp.context.files)
    expect(await testApp.context.files.exists(`documents/${id}`)).toBe(false)
  })

  it.runIf(isThere)(
    'can be moved to disk and back; an interrupted move resumes, and differences are reported',
    async () => {
      await testApp.db.run(
        sql`update uploads set discarded_at = now() where stored_at is not null and claimed_at is null`,
      )
      for (let each = 0; each < 3; each++) await addDocument(testApp.sam, testApp.folders.acme.id)
      const disk = storeOnDisk(join(testApp.config.dataDir, 'moved'))
      const { store: bucket } = testApp.context
      let left = 1
      const stopping: typeof disk = {
        ...disk,
        async write(...given) {
          if (left-- <= 0) throw new Error('killed')
          await disk.write(...given)
        },
      }
      await expect(moveFiles(testApp.context, bucket, stopping)).rejects.toThrow('killed')
      expect(await placeOfFiles(testApp.db)).toBe(bucket.name)
      const first = await moveFiles(testApp.context, bucket, disk)
      expect(first).toMatchObject({ missing: [], damaged: [] })
      expect([first.copied > 0, first.already > 0]).toEqual([true, true])
      expect(await placeOfFiles(testApp.db)).toBe('disk')
      await expect(assertFilesIn(testApp.db, bucket)).rejects.toThrow(
        /are stored in "disk", but the settings point to "s3 /,
      )
      await assertFilesIn(testApp.db, disk)

      const back = await moveFiles(testApp.context, disk, bucket)
      expect(back).toMatchObject({ copied: 0, already: first.copied + first.already })
      const keys = (await Array.fromAsync(disk.list('documents'))).map(({ key }) => key)
      await disk.remove(keys[0] as string)
      await bucket.remove(keys[0] as string)
      expect(await moveFiles(testApp.context, bucket, disk)).toMatchObject({ missing: [keys[0]] })
      expect(await placeOfFiles(testApp.db), 'not all are there').toBe(bucket.name)
    },
  )
})
