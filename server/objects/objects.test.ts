import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientSizeLimit, teamSizeLimit } from '../../domain/document.ts'
import { pdf, pdfOfSize } from '../../tests/samples.ts'
import { putBytes, registration, upload } from '../../tests/uploads.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { typed, IdRow } from '../kit/row-types.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(async () => {
  await world.close()
  await rm(world.config.dataDir, { recursive: true, force: true })
})
/** Yesterday's uploads press on no brake. */
beforeEach(() => world.db.run(sql`update uploads set created_at = created_at - interval '23 hours'`))

const start = async (who: 'ann' | 'sam' | 'alice' | 'eve' = 'ann') =>
  (await world[who].post('/api/objects/upload')).body as { uploadURL: string; objectPath: string }
const kept = () => readdir(join(world.config.dataDir, 'files/objects/documents')).catch(() => [])
const temporary = () => readdir(join(world.config.dataDir, 'files/tmp')).catch(() => [])
const idOf = (path: string) => /[0-9a-f-]{36}/.exec(path)?.[0] ?? ''

describe('D5: an upload address', () => {
  it('is given to everyone who is signed in, and stands in the trail', async () => {
    const answer = await world.ann.post('/api/objects/upload')
    expect(answer.status).toBe(201)
    const { uploadURL, objectPath } = answer.body
    expect(uploadURL).toMatch(/^http:\/\/localhost\/api\/objects\/upload\/[0-9a-f-]{36}\?token=[\w-]{43}$/)
    expect(objectPath).toBe(`/api/documents/${idOf(uploadURL)}/file`)
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'upload.started', entityId: idOf(uploadURL) })
  })

  it('is not given to a visitor, for a body, or from another site', async () => {
    expect((await world.visitor.post('/api/objects/upload')).status).toBe(401)
    expect((await world.ann.post('/api/objects/upload', { size: 1 })).status).toBe(400)
    expect((await world.ann.post('/api/objects/upload', {}, { origin: 'https://evil.example' })).status).toBe(403)
  })

  it('names the host where the caller reached us, whichever it is', async () => {
    const by = async (headers: Record<string, string>) =>
      new URL((await world.ann.post('/api/objects/upload', {}, headers)).body.uploadURL).origin
    expect(await by({ host: 'portal.example:8080' })).toBe('http://portal.example:8080')
    expect(await by({ host: 'portal.example', origin: 'https://portal.example' })).toBe('https://portal.example')
    expect(await by({ host: 'localhost:3000' })).toBe('http://localhost:3000')
    expect(await by({ host: 'not a host' })).toBe('http://localhost:3000')
  })

  it('D6, F1: is given twenty times a minute, and a hundred times a day', async () => {
    const tries = await Promise.all(Array.from({ length: 24 }, () => world.eve.post('/api/objects/upload')))
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = tries.find(({ status }) => status === 429)
    expect(refused?.body.message).toBe('You can upload 20 files a minute. Please try again later.')
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await world.eve.get('/api/companion/s3/params')).status).toBe(429)
    expect((await world.eve.post('/api/companion/s3/multipart', {})).status).toBe(429)
    for (let day = 0; day < 4; day++) {
      await world.db.run(sql`update uploads set created_at = created_at - interval '2 minutes'`)
      await Promise.all(Array.from({ length: 20 }, () => world.eve.post('/api/objects/upload')))
    }
    await world.db.run(sql`update uploads set created_at = created_at - interval '2 minutes'`)
    const last = await world.eve.post('/api/objects/upload')
    expect(last.body.message).toBe('You can upload 100 files a day. Please try again later.')
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(3600)
    expect((await world.ann.post('/api/objects/upload')).status).toBe(201)
  })

  it('asked for twice with one key, is one address', async () => {
    const key = { 'idempotency-key': 'one-drop' }
    const first = await world.ann.post('/api/objects/upload', {}, key)
    expect((await world.ann.post('/api/objects/upload', {}, key)).body).toEqual(first.body)
  })
})

describe('D5: the bytes', () => {
  it('arrive without a cookie, of any type, and are measured', async () => {
    const { uploadURL } = await start()
    const json = Buffer.from('{"a":1}')
    const answer = await putBytes(world.visitor, uploadURL, json, 'application/json')
    expect([answer.status, answer.text, answer.headers.etag]).toEqual([200, '', '"bb6cb5c68df4652941caf652a366f2d8"'])
    const row = await world.db.one(sql`select size, sha256 from uploads where id = ${idOf(uploadURL)}`)
    expect(row).toEqual({ size: 7, sha256: '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862' })
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'upload.stored', actorId: world.people.ann.id })
    expect(await kept()).toContain(idOf(uploadURL))
  })

  it('arrive without any type, too', async () => {
    const { uploadURL } = await start()
    expect((await world.visitor.send({ method: 'PUT', url: uploadURL, payload: pdf() })).status).toBe(200)
  })

  it('arrive once', async () => {
    const { uploadURL } = await start()
    await putBytes(world.visitor, uploadURL, pdf('first'))
    const again = await putBytes(world.visitor, uploadURL, pdf('second'))
    expect([again.status, again.body.message]).toEqual([409, 'This upload address was already used.'])
  })

  it('of two who send at once, one is kept', async () => {
    const { uploadURL } = await start()
    const tries = await Promise.all([
      putBytes(world.ann, uploadURL, pdf('one')),
      putBytes(world.ann, uploadURL, pdf('two')),
    ])
    expect(tries.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  })

  it('are refused after a quarter of an hour, in the words that Uppy knows', async () => {
    const { uploadURL } = await start()
    world.pass({ minutes: 15 })
    const late = await putBytes(world.visitor, uploadURL, pdf())
    expect([late.status, late.headers['content-type']]).toEqual([403, 'application/xml'])
    expect(late.text).toContain('<Message>Request has expired</Message>')
    expect(await kept()).not.toContain(idOf(uploadURL))
  })

  it.each([
    ['another secret', (url: string) => url.replace(/token=.{4}/, 'token=AAAA')],
    ['no secret', (url: string) => url.replace(/\?.*/, '')],
    ["another upload's id", (url: string, other: string) => url.replace(idOf(url), idOf(other))],
    ['an unknown id', (url: string) => url.replace(idOf(url), '01890000-0000-7000-8000-00000000dead')],
  ])('are refused with %s', async (_title, tampered) => {
    const { uploadURL } = await start()
    const other = await start('sam')
    const answer = await putBytes(world.ann, tampered(uploadURL, other.uploadURL), pdf())
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  })

  it('are refused from another site, and of somebody who was deactivated', async () => {
    const { uploadURL } = await start()
    const foreign = await world.visitor.send({
      method: 'PUT',
      url: uploadURL,
      headers: { 'sec-fetch-site': 'cross-site' },
      payload: pdf(),
    })
    expect(foreign.status).toBe(403)
    await world.db.run(sql`update users set is_active = false where id = ${world.people.ann.id}`)
    expect((await putBytes(world.visitor, uploadURL, pdf())).status).toBe(403)
    await world.db.run(sql`update users set is_active = true where id = ${world.people.ann.id}`)
    expect((await putBytes(world.visitor, uploadURL, pdf())).status).toBe(200)
  })

  it('an address has no other methods', async () => {
    const { uploadURL } = await start()
    expect((await world.ann.get(uploadURL)).status).toBe(405)
    expect((await world.ann.post(uploadURL)).status).toBe(405)
  })
})

describe('D5: the size', () => {
  it('D2: is 10,485,760 bytes for a client, and not one more', async () => {
    const fits = await start()
    expect((await putBytes(world.visitor, fits.uploadURL, pdfOfSize(clientSizeLimit))).status).toBe(200)
    const over = await start()
    const answer = await putBytes(world.visitor, over.uploadURL, Buffer.alloc(clientSizeLimit + 1))
    expect([answer.status, answer.body.message]).toEqual([413, 'A file may have at most 10 MB.'])
    expect(await kept()).not.toContain(idOf(over.uploadURL))
    expect(await temporary()).toEqual([])
  })

  it('is more for the team', async () => {
    const { uploadURL } = await start('sam')
    expect((await putBytes(world.visitor, uploadURL, Buffer.alloc(clientSizeLimit + 1))).status).toBe(200)
    const row = await world.db.one(
      typed(z.object({ max: z.number() }))`select max_size as max from uploads where id = ${idOf(uploadURL)}`,
    )
    expect(row.max).toBe(teamSizeLimit)
  })

  it('D2: is counted, not believed: without a length, with too long a one, with a connection that ends early', async () => {
    const base = await world.address()
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
    for (const { uploadURL } of [chunked, lying, cut]) expect(await kept()).not.toContain(idOf(uploadURL))
    // What failed on the way may be tried again at the same address.
    await expect.poll(async () => (await putBytes(world.visitor, cut.uploadURL, pdf())).status).toBe(200)
  })
})

describe('D5: the sweep', () => {
  it('D6: takes what nobody registered within a day, and leaves documents and the young', async () => {
    const claimed = await upload(world.ann, pdf())
    const registered = await world.ann.put('/api/documents', {
      documentURL: claimed.documentURL,
      ...registration(world.folders.acme.id, 'a.pdf', pdf()),
    })
    expect(registered.status).toBe(201)
    const abandoned = await upload(world.ann, pdf())
    const never = await start()
    const multipart = (await world.sam.post('/api/companion/s3/multipart', { filename: 'a.pdf' })).body.uploadId
    await world.db.run(sql`update uploads set created_at = created_at - interval '25 hours'`)
    const young = await upload(world.ann, pdf())

    const { sweepUploads } = await import('./actions.ts')
    const { filesOnDisk } = await import('../../tests/uploads.ts')
    await sweepUploads(world.db, filesOnDisk(join(world.config.dataDir, 'files')))

    const there = await kept()
    expect(there).toContain(idOf(claimed.objectPath))
    expect(there).toContain(idOf(young.objectPath))
    expect(there).not.toContain(idOf(abandoned.objectPath))
    const rows = await world.db.rows(typed(IdRow)`select id from uploads`)
    const ids = rows.map(({ id }) => id)
    expect(ids).toContain(idOf(claimed.objectPath))
    for (const gone of [idOf(abandoned.objectPath), idOf(never.objectPath), multipart as string])
      expect(ids).not.toContain(gone)
    expect(await readdir(join(world.config.dataDir, 'files/parts'))).toEqual([])
    expect((await world.ann.get(claimed.objectPath)).status).toBe(200)
  })
})
