import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientSizeLimit, teamSizeLimit } from '../../domain/file-kind.ts'
import { pdf, pdfOfSize } from '../../tests/samples.ts'
import { putBytes, registration, upload } from '../../tests/uploads.ts'
import { createTestApp, type Headers, type TestApp } from '../../tests/test-app.ts'
import { typed, IdRow } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(async () => {
  await testApp.close()
  await rm(testApp.config.dataDir, { recursive: true, force: true })
})
/** Moves uploads to yesterday, so that they don't count toward the rate limit. */
beforeEach(() => testApp.db.run(sql`update uploads set created_at = created_at - interval '23 hours'`))

const start = async (who: 'ann' | 'sam' | 'alice' | 'eve' = 'ann') =>
  (await testApp[who].post('/api/objects/upload')).body as { uploadURL: string; objectPath: string }
const storedFiles = () => readdir(join(testApp.config.dataDir, 'files/objects/documents')).catch(() => [])
const temporary = () => readdir(join(testApp.config.dataDir, 'files/tmp')).catch(() => [])
const idOf = (path: string) => /[0-9a-f-]{36}/.exec(path)?.[0] ?? ''

describe('D5: an upload address', () => {
  it('is issued to everyone who is signed in, and audited', async () => {
    const answer = await testApp.ann.post('/api/objects/upload')
    expect(answer.status).toBe(201)
    const { uploadURL, objectPath } = answer.body
    expect(uploadURL).toMatch(/^http:\/\/localhost:3000\/api\/objects\/upload\/[0-9a-f-]{36}\?token=[\w-]{43}$/)
    expect(objectPath).toBe(`/api/documents/${idOf(uploadURL)}/file`)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'upload.started', entityId: idOf(uploadURL) })
  })

  it('refuses visitors, a request body, and other sites', async () => {
    expect((await testApp.visitor.post('/api/objects/upload')).status).toBe(401)
    expect((await testApp.ann.post('/api/objects/upload', { size: 1 })).status).toBe(400)
    expect((await testApp.ann.post('/api/objects/upload', {}, { origin: 'https://evil.example' })).status).toBe(403)
  })

  it('begins with the public address, whatever host the caller names', async () => {
    const { publicUrl } = testApp.config
    const begins = expect.stringMatching(new RegExp(`^${publicUrl}/api/objects/upload/`))
    const forged: Headers[] = [
      { host: 'evil.example' },
      { host: 'evil.example', origin: 'https://evil.example' },
      { host: 'not a host' },
    ]
    for (const headers of forged) {
      const upload = await testApp.ann.post('/api/objects/upload', {}, headers)
      expect([upload.status, upload.body.uploadURL]).toEqual([201, begins])
    }
    const parameters = await testApp.ann.get('/api/companion/s3/params', { host: 'evil.example' })
    expect([parameters.status, parameters.body.url]).toEqual([200, begins])
  })

  it('D6, F1: is issued twenty times a minute, and a hundred times a day', async () => {
    const tries = await Promise.all(Array.from({ length: 24 }, () => testApp.eve.post('/api/objects/upload')))
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = tries.find(({ status }) => status === 429)
    expect(refused?.body.message).toBe('You can upload 20 files per minute. Try again later.')
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await testApp.eve.get('/api/companion/s3/params')).status).toBe(429)
    expect((await testApp.eve.post('/api/companion/s3/multipart', {})).status).toBe(429)
    for (let day = 0; day < 4; day++) {
      await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 minutes'`)
      await Promise.all(Array.from({ length: 20 }, () => testApp.eve.post('/api/objects/upload')))
    }
    await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 minutes'`)
    const last = await testApp.eve.post('/api/objects/upload')
    expect(last.body.message).toBe('You can upload 100 files per day. Try again later.')
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(3600)
    expect((await testApp.ann.post('/api/objects/upload')).status).toBe(201)
  })

  it('is the same for two requests with one key', async () => {
    const key = { 'idempotency-key': 'one-drop' }
    const first = await testApp.ann.post('/api/objects/upload', {}, key)
    expect((await testApp.ann.post('/api/objects/upload', {}, key)).body).toEqual(first.body)
  })
})

describe('D5: uploading the bytes', () => {
  it('works without a cookie and with any type, and measures them', async () => {
    const { uploadURL } = await start()
    const json = Buffer.from('{"a":1}')
    const answer = await putBytes(testApp.visitor, uploadURL, json, 'application/json')
    expect([answer.status, answer.text, answer.headers.etag]).toEqual([200, '', '"bb6cb5c68df4652941caf652a366f2d8"'])
    const row = await testApp.db.one(sql`select size, sha256 from uploads where id = ${idOf(uploadURL)}`)
    expect(row).toEqual({ size: 7, sha256: '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862' })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'upload.stored', actorId: testApp.people.ann.id })
    expect(await storedFiles()).toContain(idOf(uploadURL))
  })

  it('works without a content type', async () => {
    const { uploadURL } = await start()
    expect((await testApp.visitor.send({ method: 'PUT', url: uploadURL, payload: pdf() })).status).toBe(200)
  })

  it('works once', async () => {
    const { uploadURL } = await start()
    await putBytes(testApp.visitor, uploadURL, pdf('first'))
    const again = await putBytes(testApp.visitor, uploadURL, pdf('second'))
    expect([again.status, again.body.message]).toEqual([409, 'This upload URL was already used.'])
  })

  it('stores one of two concurrent requests', async () => {
    const { uploadURL } = await start()
    const tries = await Promise.all([
      putBytes(testApp.ann, uploadURL, pdf('one')),
      putBytes(testApp.ann, uploadURL, pdf('two')),
    ])
    expect(tries.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  })

  it('is refused after 15 minutes, with the sentence that Uppy recognizes', async () => {
    const { uploadURL } = await start()
    testApp.pass({ minutes: 15 })
    const late = await putBytes(testApp.visitor, uploadURL, pdf())
    expect([late.status, late.headers['content-type']]).toEqual([403, 'application/xml'])
    expect(late.text).toContain('<Message>Request has expired</Message>')
    expect(await storedFiles()).not.toContain(idOf(uploadURL))
  })

  it.each([
    ['another secret', (url: string) => url.replace(/token=.{4}/, 'token=AAAA')],
    ['no secret', (url: string) => url.replace(/\?.*/, '')],
    ["another upload's id", (url: string, other: string) => url.replace(idOf(url), idOf(other))],
    ['an unknown id', (url: string) => url.replace(idOf(url), '01890000-0000-7000-8000-00000000dead')],
  ])('is refused with %s', async (_title, tampered) => {
    const { uploadURL } = await start()
    const other = await start('sam')
    const answer = await putBytes(testApp.ann, tampered(uploadURL, other.uploadURL), pdf())
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  })

  it('is refused from another site, and for a deactivated user', async () => {
    const { uploadURL } = await start()
    const foreign = await testApp.visitor.send({
      method: 'PUT',
      url: uploadURL,
      headers: { 'sec-fetch-site': 'cross-site' },
      payload: pdf(),
    })
    expect(foreign.status).toBe(403)
    await testApp.db.run(sql`update users set is_active = false where id = ${testApp.people.ann.id}`)
    expect((await putBytes(testApp.visitor, uploadURL, pdf())).status).toBe(403)
    await testApp.db.run(sql`update users set is_active = true where id = ${testApp.people.ann.id}`)
    expect((await putBytes(testApp.visitor, uploadURL, pdf())).status).toBe(200)
  })

  it('supports no other methods', async () => {
    const { uploadURL } = await start()
    expect((await testApp.ann.get(uploadURL)).status).toBe(405)
    expect((await testApp.ann.post(uploadURL)).status).toBe(405)
  })
})

describe('D5: the upload size', () => {
  it('D2: is limited to exactly 10,485,760 bytes for a client', async () => {
    const fits = await start()
    expect((await putBytes(testApp.visitor, fits.uploadURL, pdfOfSize(clientSizeLimit))).status).toBe(200)
    const over = await start()
    const answer = await putBytes(testApp.visitor, over.uploadURL, Buffer.alloc(clientSizeLimit + 1))
    expect([answer.status, answer.body.message]).toEqual([413, 'A file can be at most 10 MB.'])
    expect(await storedFiles()).not.toContain(idOf(over.uploadURL))
    expect(await temporary()).toEqual([])
  })

  it('has a higher limit for the team', async () => {
    const { uploadURL } = await start('sam')
    expect((await putBytes(testApp.visitor, uploadURL, Buffer.alloc(clientSizeLimit + 1))).status).toBe(200)
    const row = await testApp.db.one(
      typed(z.object({ max: z.number() }))`select max_size as max from uploads where id = ${idOf(uploadURL)}`,
    )
    expect(row.max).toBe(teamSizeLimit)
  })

  it('D2: is measured rather than trusted: without a length, with too long a one, and with a connection that ends early', async () => {
    const base = await testApp.address()
    const send = (
      path: string,
      headers: Record<string, string | number>,
      write: (out: ReturnType<typeof request>) => void,
    ) =>
      new Promise<number>((resolve) => {
        const out = request(base + path, { method: 'PUT', headers, agent: false }, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        out.on('error', () => resolve(0))
        write(out)
      })
    const pathOf = ({ uploadURL }: { uploadURL: string }) => new URL(uploadURL).pathname + new URL(uploadURL).search

    const chunked = await start()
    const overflow = await send(pathOf(chunked), {}, (out) => {
      const megabyte = Buffer.alloc(1_048_576)
      const more = () => {
        for (let i = 0; i < 11; i++) out.write(megabyte)
        out.end('x')
      }
      more()
    })
    expect(overflow).toBe(413)

    const lying = await start()
    expect(await send(pathOf(lying), { 'content-length': 300_000_000 }, (out) => out.flushHeaders())).toBe(413)

    const cut = await start()
    await send(pathOf(cut), { 'content-length': 5000 }, (out) => {
      out.write(Buffer.alloc(100))
      setTimeout(() => out.destroy(), 50)
    })
    await expect.poll(temporary).toEqual([])
    for (const { uploadURL } of [chunked, lying, cut]) expect(await storedFiles()).not.toContain(idOf(uploadURL))
    // A failed upload may be retried at the same address.
    await expect.poll(async () => (await putBytes(testApp.visitor, cut.uploadURL, pdf())).status).toBe(200)
  })
})

describe('D5: sweeping uploads', () => {
  it('D6: deletes what no one registered within a day, but no documents and no recent uploads', async () => {
    const claimed = await upload(testApp.ann, pdf())
    const registered = await testApp.ann.put('/api/documents', {
      documentURL: claimed.documentURL,
      ...registration(testApp.folders.acme.id, 'a.pdf', pdf()),
    })
    expect(registered.status).toBe(201)
    const abandoned = await upload(testApp.ann, pdf())
    const never = await start()
    const multipart = (await testApp.sam.post('/api/companion/s3/multipart', { filename: 'a.pdf' })).body.uploadId
    await testApp.db.run(sql`update uploads set created_at = created_at - interval '25 hours'`)
    const young = await upload(testApp.ann, pdf())

    const { sweepUploads } = await import('./actions.ts')
    const { filesOnDisk } = await import('../../tests/uploads.ts')
    await sweepUploads(testApp.db, filesOnDisk(join(testApp.config.dataDir, 'files')))

    const there = await storedFiles()
    expect(there).toContain(idOf(claimed.objectPath))
    expect(there).toContain(idOf(young.objectPath))
    expect(there).not.toContain(idOf(abandoned.objectPath))
    const rows = await testApp.db.rows(typed(IdRow)`select id from uploads`)
    const ids = rows.map(({ id }) => id)
    expect(ids).toContain(idOf(claimed.objectPath))
    for (const gone of [idOf(abandoned.objectPath), idOf(never.objectPath), multipart as string])
      expect(ids).not.toContain(gone)
    expect(await readdir(join(testApp.config.dataDir, 'files/parts'))).toEqual([])
    expect((await testApp.ann.get(claimed.objectPath)).status).toBe(200)
  })
})
