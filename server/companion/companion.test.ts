import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leastPartSize, teamSizeLimit } from '../../domain/document.ts'
import { pdf, pdfOfSize } from '../../tests/samples.ts'
import { putBytes, registration } from '../../tests/uploads.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(async () => {
  await world.close()
  await rm(world.config.dataDir, { recursive: true, force: true })
})
beforeEach(() => world.db.run(sql`update uploads set created_at = created_at - interval '2 hours'`))

const parts = () => readdir(join(world.config.dataDir, 'files/parts')).catch(() => [])
const base = '/api/companion/s3/multipart'

const begin = async (who: Caller = world.sam) => {
  const { body } = await who.post(base, { filename: 'a.pdf', type: 'application/pdf', metadata: { name: 'a.pdf' } })
  return { id: body.uploadId as string, query: `?key=${encodeURIComponent(body.key)}` }
}
type Begun = Awaited<ReturnType<typeof begin>>

const sign = async ({ id, query }: Begun, number: number, who: Caller = world.sam) =>
  (await who.get(`${base}/${id}/${number}${query}`)).body.url as string

const send = async (begun: Begun, number: number, bytes: Buffer, who: Caller = world.sam) => {
  const answer = await putBytes(world.visitor, await sign(begun, number, who), bytes)
  return { PartNumber: number, ETag: String(answer.headers.etag), status: answer.status }
}

const complete = ({ id, query }: Begun, list: { PartNumber: number; ETag: string }[], who: Caller = world.sam) =>
  who.post(`${base}/${id}/complete${query}`, { parts: list.map(({ PartNumber, ETag }) => ({ PartNumber, ETag })) })

describe('a file in parts', () => {
  it('is begun, sent part by part, resumed, joined and registered', async () => {
    const file = pdfOfSize(2 * leastPartSize + 1000)
    const begun = await begin()
    const first = await send(begun, 1, file.subarray(0, leastPartSize))
    const third = await send(begun, 3, file.subarray(2 * leastPartSize))
    const listed = await world.sam.get(`${base}/${begun.id}${begun.query}`)
    expect(listed.body).toEqual([
      { PartNumber: 1, Size: leastPartSize, ETag: first.ETag },
      { PartNumber: 3, Size: 1000, ETag: third.ETag },
    ])
    const second = await send(begun, 2, file.subarray(leastPartSize, 2 * leastPartSize))
    const done = await complete(begun, [first, second, third])
    expect(done.status).toBe(200)
    expect(done.body).toEqual({
      location: expect.stringMatching(/^http:\/\/localhost\/api\/documents\//),
      key: begun.id,
      bucket: 'uploads',
    })
    expect((await complete(begun, [first, second, third])).body).toEqual(done.body)
    expect(await parts()).toEqual([])
    const document = await world.sam.put('/api/documents', {
      documentURL: done.body.location,
      ...registration(world.folders.acme.id, 'a.pdf', file),
    })
    expect(document.status).toBe(201)
    expect(document.body.sha256).toBe(createHash('sha256').update(file).digest('hex'))
  })

  it('is bound to its user: nobody else lists, signs, joins or cancels it', async () => {
    const begun = await begin()
    const { ETag } = await send(begun, 1, pdf())
    for (const who of [world.sue, world.ann, world.alice]) {
      expect((await who.get(`${base}/${begun.id}${begun.query}`)).status).toBe(404)
      expect((await who.get(`${base}/${begun.id}/2${begun.query}`)).status).toBe(404)
      expect((await complete(begun, [{ PartNumber: 1, ETag }], who)).status).toBe(404)
      expect((await who.delete(`${base}/${begun.id}${begun.query}`)).status).toBe(404)
    }
    expect((await world.visitor.get(`${base}/${begun.id}${begun.query}`)).status).toBe(401)
    expect((await world.sam.get(`${base}/${begun.id}?key=another`)).status).toBe(404)
    expect((await world.sam.get(`${base}/${begun.id}`)).status).toBe(400)
  })

  it('is joined only from parts that are there, in order and large enough', async () => {
    const begun = await begin()
    const small = await send(begun, 1, Buffer.alloc(1000))
    const large = await send(begun, 2, Buffer.alloc(leastPartSize))
    const missing = { PartNumber: 3, ETag: small.ETag }
    expect((await complete(begun, [small, large])).body.message).toBe('Every part but the last has at least 5 MB.')
    expect((await complete(begun, [large, small])).body.message).toBe('The parts are out of order.')
    expect((await complete(begun, [large, missing])).body.message).toBe('Part 3 has not arrived as listed.')
    expect((await complete(begun, [{ PartNumber: 2, ETag: '"0"' }])).status).toBe(400)
    expect((await complete(begun, [])).status).toBe(400)
    expect(
      (
        await world.sam.put('/api/documents', {
          documentURL: `/api/documents/${begun.id}/file`,
          ...registration(world.folders.acme.id, 'a.pdf', pdf()),
        })
      ).status,
    ).toBe(409)
    expect((await complete(begun, [large, { ...small, PartNumber: 1 }])).status).toBe(400)
  })

  it('takes a part on one connection at a time, and again when that one has ended', async () => {
    const base = await world.address()
    const begun = await begin()
    const address = new URL(await sign(begun, 1), base)
    const url = `${base}${address.pathname}${address.search}`
    const slow = httpRequest(url, { method: 'PUT', headers: { 'content-length': leastPartSize } })
    slow.on('error', () => {})
    slow.write(Buffer.alloc(1000))
    const isArriving = async () =>
      (await world.db.rows(sql`select from upload_parts where upload_id = ${begun.id} and receiving_since is not null`))
        .length
    await expect.poll(isArriving).toBe(1)
    const bytes = Buffer.alloc(leastPartSize)
    const refused = await Promise.all([1, 2, 3].map(() => putBytes(world.visitor, url.slice(base.length), bytes)))
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(refused[0]?.body.message).toBe('This part is already on its way to this upload address.')
    slow.destroy()
    await expect.poll(isArriving).toBe(0)
    expect((await putBytes(world.visitor, url.slice(base.length), bytes)).status).toBe(200)
    expect((await putBytes(world.visitor, url.slice(base.length), bytes)).status).toBe(200)
  })

  it('counts the bytes that are still arriving against the space on the disk', async () => {
    const arriving = await begin()
    await sign(arriving, 1)
    const free = await world.parts.files.free()
    await world.db.run(sql`
      update upload_parts set size = ${Math.floor(free)}, receiving_since = ${world.db.now} where upload_id = ${arriving.id}`)
    const begun = await begin()
    const url = await sign(begun, 1)
    expect((await putBytes(world.visitor, url, Buffer.alloc(leastPartSize))).status).toBe(507)
    await world.db.run(sql`update upload_parts set receiving_since = null where upload_id = ${arriving.id}`)
    expect((await putBytes(world.visitor, url, Buffer.alloc(leastPartSize))).status).toBe(200)
  })

  it('holds together no more than a person may send', async () => {
    const begun = await begin(world.ann)
    expect((await send(begun, 1, Buffer.alloc(leastPartSize), world.ann)).status).toBe(200)
    expect((await send(begun, 2, Buffer.alloc(leastPartSize), world.ann)).status).toBe(200)
    expect((await send(begun, 3, Buffer.alloc(1), world.ann)).status).toBe(413)
    expect((await send(begun, 2, Buffer.alloc(leastPartSize + 1), world.ann)).status).toBe(413)
    const teams = await begin()
    await send(teams, 1, pdf())
    await world.db.run(sql`update upload_parts set size = ${teamSizeLimit - 10} where upload_id = ${teams.id}`)
    expect((await send(teams, 2, Buffer.alloc(11))).status).toBe(413)
  })

  it.each(['0', '10001', 'x', '1.5', '-1'])('has no part number %s', async (number) => {
    const { id, query } = await begin()
    expect((await world.sam.get(`${base}/${id}/${number}${query}`)).status).toBe(400)
  })

  it('a part is good for a quarter of an hour, and only with its own secret', async () => {
    const begun = await begin()
    const url = await sign(begun, 1)
    expect((await putBytes(world.visitor, url.replace('parts/1', 'parts/2'), pdf())).status).toBe(403)
    expect((await putBytes(world.visitor, url.replace(/token=.{4}/, 'token=AAAA'), pdf())).status).toBe(403)
    const newer = await sign(begun, 1)
    expect((await putBytes(world.visitor, url, pdf())).status).toBe(403)
    world.pass({ minutes: 15 })
    const late = await putBytes(world.visitor, newer, pdf())
    expect([late.status, late.text.includes('<Message>Request has expired</Message>')]).toEqual([403, true])
    expect((await send(begun, 1, pdf())).status).toBe(200)
  })

  it('given up, it is gone, and takes nothing more', async () => {
    const begun = await begin()
    const url = await sign(begun, 2)
    const { ETag } = await send(begun, 1, pdf())
    const before = (await parts()).length
    expect((await world.sam.delete(`${base}/${begun.id}${begun.query}`)).body).toEqual({})
    expect((await parts()).length).toBe(before - 1)
    expect((await world.sam.delete(`${base}/${begun.id}${begun.query}`)).status).toBe(200)
    expect((await putBytes(world.visitor, url, pdf())).status).toBe(409)
    expect((await complete(begun, [{ PartNumber: 1, ETag }])).status).toBe(409)
    expect((await world.trail()).some((line) => line.action === 'upload.cancelled' && line.entityId === begun.id)).toBe(
      true,
    )
  })
})

describe('a file in one piece', () => {
  it('gets an address by Uppy’s other name for it', async () => {
    const { status, body } = await world.ann.get(
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
    expect((await putBytes(world.visitor, body.url, pdf())).status).toBe(200)
    const said = { documentURL: body.url.replace(/\?.*/, ''), ...registration(world.folders.acme.id, 'a.pdf', pdf()) }
    expect((await world.ann.put('/api/documents', said)).status).toBe(201)
  })

  it('gets none from another site or for a visitor', async () => {
    expect((await world.ann.get('/api/companion/s3/params', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await world.visitor.get('/api/companion/s3/params')).status).toBe(401)
  })
})

it.each(['/api/companion/s3/sts', '/api/companion/api/abc'])('%s is not offered, and says so', async (path) => {
  const answer = await world.sam.get(path)
  expect([answer.status, answer.body.code]).toEqual([501, 'not-offered'])
  expect((await world.visitor.get(path)).status).toBe(401)
})
