import { rm } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as make from '../../tests/samples.ts'
import { putBytes, registration, upload } from '../../tests/uploads.ts'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
let acme: string
beforeAll(async () => {
  world = await createWorld()
  acme = world.folders.acme.id
})
afterAll(async () => {
  await world.close()
  await rm(world.config.dataDir, { recursive: true, force: true })
})
beforeEach(() => world.db.run(sql`update uploads set created_at = created_at - interval '2 hours'`))

const setStatus = (status: string) => world.db.run(sql`update client_folders set status = ${status} where id = ${acme}`)

describe('D1, D5: claiming an upload', () => {
  const claim = async (
    who: 'ann' | 'eve' | 'sam' | 'visitor',
    documentURL: string,
    more: Record<string, unknown> = {},
  ) => world[who].put('/api/documents', { documentURL, ...registration(acme, 'a.pdf', make.pdf()), ...more })

  it('works once', async () => {
    const { documentURL } = await upload(world.ann, make.pdf())
    expect((await claim('ann', documentURL)).status).toBe(201)
    const again = await claim('ann', documentURL)
    expect([again.status, again.body.message]).toEqual([409, 'This upload was already registered as a document.'])
    expect((await world.ann.get((await upload(world.ann, make.pdf())).objectPath)).status).toBe(404)
  })

  it('works once of ten who try at once, and one document stands there', async () => {
    const { documentURL, objectPath } = await upload(world.ann, make.pdf())
    const tries = await Promise.all(Array.from({ length: 10 }, () => claim('ann', documentURL)))
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(9)
    expect((await world.ann.get(objectPath)).status).toBe(200)
  })

  it("is not for a colleague, a stranger or a visitor, who learn nothing, and leaves the owner's upload whole", async () => {
    const { documentURL } = await upload(world.ann, make.pdf())
    const unknown = await claim('sam', '/api/objects/upload/01890000-0000-7000-8000-00000000dead')
    const colleague = await claim('sam', documentURL)
    expect([colleague.status, colleague.text]).toEqual([400, unknown.text])
    const stranger = await claim('eve', documentURL, { clientFolderId: world.folders.elmwood.id })
    expect([stranger.status, stranger.text]).toEqual([400, unknown.text])
    expect((await claim('visitor', documentURL)).status).toBe(401)
    expect((await claim('ann', documentURL)).status).toBe(201)
  })

  it.each([
    'https://evil.example/api/objects/upload/01890000-0000-7000-8000-00000000dead',
    '//evil.example/a.pdf',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '../../etc/passwd',
    'http://169.254.169.254/latest',
    'x',
  ])('is not for an address of somebody else: %s', async (documentURL) => {
    const answer = await claim('ann', documentURL)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'documentURL'])
  })

  it('E2: of our own path at another host is not followed', async () => {
    const { documentURL } = await upload(world.ann, make.pdf())
    expect((await claim('ann', documentURL.replace('http://localhost', 'https://evil.example'))).status).toBe(400)
    expect((await claim('ann', documentURL)).status).toBe(201)
  })

  it('is refused before the bytes are there', async () => {
    const { uploadURL } = (await world.ann.post('/api/objects/upload')).body
    const early = await claim('ann', uploadURL)
    expect([early.status, early.body.message]).toEqual([
      409,
      'This upload has not finished. Please upload the file again.',
    ])
    expect((await putBytes(world.ann, uploadURL, make.pdf())).status).toBe(200)
    expect((await claim('ann', uploadURL)).status).toBe(201)
  })

  it("is refused for a stranger's folder, an unknown one and an archived one", async () => {
    const { documentURL } = await upload(world.ann, make.pdf())
    const strangers = await claim('ann', documentURL, { clientFolderId: world.folders.elmwood.id })
    const unknown = await claim('ann', documentURL, { clientFolderId: '01890000-0000-7000-8000-00000000dead' })
    expect([strangers.status, strangers.body.issues[0].path, strangers.text]).toEqual([
      400,
      'clientFolderId',
      unknown.text,
    ])
    await setStatus('archived')
    expect((await claim('ann', documentURL)).status).toBe(409)
    await setStatus('active')
    expect((await claim('ann', documentURL)).status).toBe(201)
  })

  it('with a wish for a signature is for the team', async () => {
    const { documentURL } = await upload(world.ann, make.pdf())
    expect((await claim('ann', documentURL, { requiresSignature: true })).status).toBe(403)
    expect((await claim('ann', documentURL, { requiresSignature: false })).status).toBe(201)
  })

  it.each([
    [{ isSigned: true }, ''],
    [{ uploadedById: '01890000-0000-7000-8000-000000000001' }, ''],
    [{ objectPath: '/etc/passwd' }, ''],
    [{ fileSize: '586' }, 'fileSize'],
    [{ fileSize: -1 }, 'fileSize'],
    [{ fileSize: 1.5 }, 'fileSize'],
    [{ originalName: '' }, 'originalName'],
    [{ originalName: `${'x'.repeat(300)}.pdf` }, 'originalName'],
    [{ originalName: 'a\r\nSet-Cookie: b.pdf' }, 'originalName'],
    [{ originalName: 'a\u0000.pdf' }, 'originalName'],
    [{ originalName: 'a\ud800.pdf' }, 'originalName'],
    [{ clientFolderId: 'mine' }, 'clientFolderId'],
  ])('is refused for a body with %j', async (mistake, path) => {
    const { documentURL } = await upload(world.ann, make.pdf())
    const answer = await claim('ann', documentURL, mistake)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })

  it('of somebody deactivated meanwhile is refused', async () => {
    const { documentURL } = await upload(world.ann, make.pdf())
    await world.db.run(sql`update users set is_active = false where id = ${world.people.ann.id}`)
    expect((await claim('ann', documentURL)).status).toBe(401)
    await world.db.run(sql`update users set is_active = true where id = ${world.people.ann.id}`)
  })
})
