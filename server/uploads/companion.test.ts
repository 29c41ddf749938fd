import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minPartSize } from '../../domain/document.ts'
import { teamSizeLimit } from '../../domain/file-kind.ts'
import { pdf, pdfOfSize } from '../../tests/samples.ts'
import { putBytes, registration } from '../../tests/uploads.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(async () => {
  await testApp.close()
  await rm(testApp.config.dataDir, { recursive: true, force: true })
})
beforeEach(() => testApp.db.run(sql`update uploads set created_at = created_at - interval '2 hours'`))

const parts = () => readdir(join(testApp.config.dataDir, 'files/parts')).catch(() => [])
const base = '/api/companion/s3/multipart'

const begin = async (who: Caller = testApp.sam) => {
  const { body } = await who.post(base, { filename: 'a.pdf', type: 'application/pdf', metadata: { name: 'a.pdf' } })
  return { id: body.uploadId as string, query: `?key=${encodeURIComponent(body.key)}` }
}
type StartedUpload = Awaited<ReturnType<typeof begin>>

const sign = async ({ id, query }: StartedUpload, number: number, who: Caller = testApp.sam) =>
  (await who.get(`${base}/${id}/${number}${query}`)).body.url as string

const send = async (started: StartedUpload, number: number, bytes: Buffer, who: Caller = testApp.sam) => {
  const answer = await putBytes(testApp.visitor, await sign(started, number, who), bytes)
  return { PartNumber: number, ETag: String(answer.headers.etag), status: answer.status }
}

const complete = (
  { id, query }: StartedUpload,
  list: { PartNumber: number; ETag: string }[],
  who: Caller = testApp.sam,
) => who.post(`${base}/${id}/complete${query}`, { parts: list.map(({ PartNumber, ETag }) => ({ PartNumber, ETag })) })

describe('a multipart upload', () => {
  it('is started, sent part by part, resumed, joined, and registered', async () => {
    const file = pdfOfSize(2 * minPartSize + 1000)
    const started = await begin()
    const first = await send(started, 1, file.subarray(0, minPartSize))
    const third = await send(started, 3, file.subarray(2 * minPartSize))
    const listed = await testApp.sam.get(`${base}/${started.id}${started.query}`)
    expect(listed.body).toEqual([
      { PartNumber: 1, Size: minPartSize, ETag: first.ETag },
      { PartNumber: 3, Size: 1000, ETag: third.ETag },
    ])
    const second = await send(started, 2, file.subarray(minPartSize, 2 * minPartSize))
    const done = await complete(started, [first, second, third])
    expect(done.status).toBe(200)
    expect(done.body).toEqual({
      location: expect.stringMatching(/^http:\/\/localhost:3000\/api\/documents\//),
      key: started.id,
      bucket: 'uploads',
    })
    expect((await complete(started, [first, second, third])).body).toEqual(done.body)
    expect(await parts()).toEqual([])
    const document = await testApp.sam.put('/api/documents', {
      documentURL: done.body.location,
      ...registration(testApp.folders.acme.id, 'a.pdf', file),
    })
    expect(document.status).toBe(201)
    expect(document.body.sha256).toBe(createHash('sha256').update(file).digest('hex'))
  })

  it('belongs to its user: no one else can list, sign, join, or cancel it', async () => {
    const started = await begin()
    const { ETag } = await send(started, 1, pdf())
    for (const who of [testApp.sue, testApp.ann, testApp.alice]) {
      expect((await who.get(`${base}/${started.id}${started.query}`)).status).toBe(404)
      expect((await who.get(`${base}/${started.id}/2${started.query}`)).status).toBe(404)
      expect((await complete(started, [{ PartNumber: 1, ETag }], who)).status).toBe(404)
      expect((await who.delete(`${base}/${started.id}${started.query}`)).status).toBe(404)
    }
    expect((await testApp.visitor.get(`${base}/${started.id}${started.query}`)).status).toBe(401)
    expect((await testApp.sam.get(`${base}/${started.id}?key=another`)).status).toBe(404)
    expect((await testApp.sam.get(`${base}/${started.id}`)).status).toBe(400)
  })

  it('is joined only from existing parts, in order and large enough', async () => {
    const started = await begin()
    const small = await send(started, 1, Buffer.alloc(1000))
    const large = await send(started, 2, Buffer.alloc(minPartSize))
    const missing = { PartNumber: 3, ETag: small.ETag }
    expect((await complete(started, [small, large])).body.message).toBe(
      'Every part except the last must be at least 5 MB.',
    )
    expect((await complete(started, [large, small])).body.message).toBe('The parts are out of order.')
    expect((await complete(started, [large, missing])).body.message).toBe('Part 3 hasn’t arrived as listed.')
    expect((await complete(started, [{ PartNumber: 2, ETag: '"0"' }])).status).toBe(400)
    expect((await complete(started, [])).status).toBe(400)
    expect(
      (
        await testApp.sam.put('/api/documents', {
          documentURL: `/api/documents/${started.id}/file`,
          ...registration(testApp.folders.acme.id, 'a.pdf', pdf()),
        })
      ).status,
    ).toBe(409)
    expect((await complete(started, [large, { ...small, PartNumber: 1 }])).status).toBe(400)
  })

  it('accepts a part on one connection at a time, and again when that one has ended', async () => {
    const base = await testApp.address()
    const started = await begin()
    const address = new URL(await sign(started, 1), base)
    const url = `${base}${address.pathname}${address.search}`
    const slow = httpRequest(url, { method: 'PUT', headers: { 'content-length': minPartSize } })
    slow.on('error', () => {})
    slow.write(Buffer.alloc(1000))
    const isArriving = async () =>
      (
        await testApp.db.rows(
          sql`select from upload_parts where upload_id = ${started.id} and receiving_since is not null`,
        )
      ).length
    await expect.poll(isArriving).toBe(1)
    const bytes = Buffer.alloc(minPartSize)
    const refused = await Promise.all([1, 2, 3].map(() => putBytes(testApp.visitor, url.slice(base.length), bytes)))
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(refused[0]?.body.message).toBe('This part is already being uploaded to this URL.')
    slow.destroy()
    await expect.poll(isArriving).toBe(0)
    expect((await putBytes(testApp.visitor, url.slice(base.length), bytes)).status).toBe(200)
    expect((await putBytes(testApp.visitor, url.slice(base.length), bytes)).status).toBe(200)
  })

  it('reserves disk space for bytes that are still arriving', async () => {
    const arriving = await begin()
    await sign(arriving, 1)
    const free = await testApp.context.files.free()
    await testApp.db.run(sql`
      update upload_parts set size = ${Math.floor(free) * 10}, receiving_since = ${testApp.db.now} where upload_id = ${arriving.id}`)
    const started = await begin()
    const url = await sign(started, 1)
    expect((await putBytes(testApp.visitor, url, Buffer.alloc(minPartSize))).status).toBe(507)
    await testApp.db.run(sql`update upload_parts set receiving_since = null where upload_id = ${arriving.id}`)
    expect((await putBytes(testApp.visitor, url, Buffer.alloc(minPartSize))).status).toBe(200)
  })

  it('is limited to the total size that a person may send', async () => {
    const started = await begin(testApp.ann)
    expect((await send(started, 1, Buffer.alloc(minPartSize), testApp.ann)).status).toBe(200)
    expect((await send(started, 2, Buffer.alloc(minPartSize), testApp.ann)).status).toBe(200)
    expect((await send(started, 3, Buffer.alloc(1), testApp.ann)).status).toBe(413)
    expect((await send(started, 2, Buffer.alloc(minPartSize + 1), testApp.ann)).status).toBe(413)
    const teams = await begin()
    await send(teams, 1, pdf())
    await testApp.db.run(sql`update upload_parts set size = ${teamSizeLimit - 10} where upload_id = ${teams.id}`)
    expect((await send(teams, 2, Buffer.alloc(11))).status).toBe(413)
  })

  it.each(['0', '10001', 'x', '1.5', '-1'])('refuses the part number %s', async (number) => {
    const { id, query } = await begin()
    expect((await testApp.sam.get(`${base}/${id}/${number}${query}`)).status).toBe(400)
  })

  it('accepts a part for 15 minutes, and only with its own secret', async () => {
    const started = await begin()
    const url = await sign(started, 1)
    expect((await putBytes(testApp.visitor, url.replace('parts/1', 'parts/2'), pdf())).status).toBe(403)
    expect((await putBytes(testApp.visitor, url.replace(/token=.{4}/, 'token=AAAA'), pdf())).status).toBe(403)
    const newer = await sign(started, 1)
    expect((await putBytes(testApp.visitor, url, pdf())).status).toBe(403)
    testApp.pass({ minutes: 15 })
    const late = await putBytes(testApp.visitor, newer, pdf())
    expect([late.status, late.text.includes('<Message>Request has expired</Message>')]).toEqual([403, true])
    expect((await send(started, 1, pdf())).status).toBe(200)
  })

  it('is deleted when aborted, and accepts nothing more', async () => {
    const started = await begin()
    const url = await sign(started, 2)
    const { ETag } = await send(started, 1, pdf())
    const before = (await parts()).length
    expect((await testApp.sam.delete(`${base}/${started.id}${started.query}`)).body).toEqual({})
    expect((await parts()).length).toBe(before - 1)
    expect((await testApp.sam.delete(`${base}/${started.id}${started.query}`)).status).toBe(200)
    expect((await putBytes(testApp.visitor, url, pdf())).status).toBe(409)
    expect((await complete(started, [{ PartNumber: 1, ETag }])).status).toBe(409)
    expect(
      (await testApp.auditLog()).some((line) => line.action === 'upload.cancelled' && line.entityId === started.id),
    ).toBe(true)
  })
})

describe('a single-part upload', () => {
  it('gets an address by Uppy’s other name for it', async () => {
    const { status, body } = await testApp.ann.get(
      '/api/companion/s3/params?filename=a.pdf&type=application%2Fpdf&metadata%5Bname%5D=a.pdf',
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      method: 'PUT',
      url: expect.stringContaining('/api/objects/upload/'),
      fields: {},
      headers: { 'content-type': 'application/pdf' },
      expires: 900,
    })
    expect((await putBytes(testApp.visitor, body.url, pdf())).status).toBe(200)
    const input = {
      documentURL: body.url.replace(/\?.*/, ''),
      ...registration(testApp.folders.acme.id, 'a.pdf', pdf()),
    }
    expect((await testApp.ann.put('/api/documents', input)).status).toBe(201)
  })

  it('is refused from another site and for a visitor', async () => {
    expect((await testApp.ann.get('/api/companion/s3/params', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await testApp.visitor.get('/api/companion/s3/params')).status).toBe(401)
  })
})

it.each(['/api/companion/s3/sts', '/api/companion/api/abc'])('does not support %s, and says so', async (path) => {
  const answer = await testApp.sam.get(path)
  expect([answer.status, answer.body.code]).toEqual([501, 'not-offered'])
  expect((await testApp.visitor.get(path)).status).toBe(401)
})
