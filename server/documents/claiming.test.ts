import { rm } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as make from '../../tests/samples.ts'
import { putBytes, registration, upload } from '../../tests/uploads.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
})
afterAll(async () => {
  await testApp.close()
  await rm(testApp.config.dataDir, { recursive: true, force: true })
})
beforeEach(() => testApp.db.run(sql`update uploads set created_at = created_at - interval '2 hours'`))

const setStatus = (status: string) =>
  testApp.db.run(sql`update client_folders set status = ${status} where id = ${acme}`)

describe('D1, D5: claiming an upload', () => {
  const claim = async (
    who: 'ann' | 'eve' | 'sam' | 'visitor',
    documentURL: string,
    more: Record<string, unknown> = {},
  ) => testApp[who].put('/api/documents', { documentURL, ...registration(acme, 'a.pdf', make.pdf()), ...more })

  it('works once', async () => {
    const { documentURL } = await upload(testApp.ann, make.pdf())
    expect((await claim('ann', documentURL)).status).toBe(201)
    const again = await claim('ann', documentURL)
    expect([again.status, again.body.message]).toEqual([409, 'This upload was already registered as a document.'])
    expect((await testApp.ann.get((await upload(testApp.ann, make.pdf())).objectPath)).status).toBe(404)
  })

  it('works for one of ten concurrent requests, and creates one document', async () => {
    const { documentURL, objectPath } = await upload(testApp.ann, make.pdf())
    const tries = await Promise.all(Array.from({ length: 10 }, () => claim('ann', documentURL)))
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(9)
    expect((await testApp.ann.get(objectPath)).status).toBe(200)
  })

  it('refuses colleagues, strangers, and visitors the same way as for an unknown upload, and leaves the upload intact', async () => {
    const { documentURL } = await upload(testApp.ann, make.pdf())
    const unknown = await claim('sam', '/api/objects/upload/01890000-0000-7000-8000-00000000dead')
    const colleague = await claim('sam', documentURL)
    expect([colleague.status, colleague.text]).toEqual([400, unknown.text])
    const stranger = await claim('eve', documentURL, { clientFolderId: testApp.folders.elmwood.id })
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
  ])('refuses someone else’s address: %s', async (documentURL) => {
    const answer = await claim('ann', documentURL)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'documentURL'])
  })

  it('E2: does not follow this portal’s path on another host', async () => {
    const { documentURL } = await upload(testApp.ann, make.pdf())
    expect((await claim('ann', documentURL.replace('http://localhost', 'https://evil.example'))).status).toBe(400)
    expect((await claim('ann', documentURL)).status).toBe(201)
  })

  it('refuses an upload whose bytes are not there yet', async () => {
    const { uploadURL } = (await testApp.ann.post('/api/objects/upload')).body
    const early = await claim('ann', uploadURL)
    expect([early.status, early.body.message]).toEqual([409, 'This upload hasn’t finished. Upload the file again.'])
    expect((await putBytes(testApp.ann, uploadURL, make.pdf())).status).toBe(200)
    expect((await claim('ann', uploadURL)).status).toBe(201)
  })

  it("refuses a stranger's folder, an unknown one, and an archived one", async () => {
    const { documentURL } = await upload(testApp.ann, make.pdf())
    const strangers = await claim('ann', documentURL, { clientFolderId: testApp.folders.elmwood.id })
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

  it('refuses a signature request from anyone but the team', async () => {
    const { documentURL } = await upload(testApp.ann, make.pdf())
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
  ])('refuses a body with %j', async (mistake, path) => {
    const { documentURL } = await upload(testApp.ann, make.pdf())
    const answer = await claim('ann', documentURL, mistake)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })

  it('refuses a user who was deactivated after uploading', async () => {
    const { documentURL } = await upload(testApp.ann, make.pdf())
    await testApp.db.run(sql`update users set is_active = false where id = ${testApp.people.ann.id}`)
    expect((await claim('ann', documentURL)).status).toBe(401)
    await testApp.db.run(sql`update users set is_active = true where id = ${testApp.people.ann.id}`)
  })
})
