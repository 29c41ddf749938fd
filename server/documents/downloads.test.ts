// Downloading a document: what the browser receives, what is audited, and who may.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as make from '../../tests/samples.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`update uploads set created_at = created_at - interval '2 hours'`))

/** A document of the team. */
const added = async (more: Record<string, unknown> = {}) =>
  (await addDocument(testApp.sam, acme, more)).body as { id: string; objectPath: string }

describe('D1, D4: downloading a document', () => {
  it('sends an attachment that no browser runs, and audits each download', async () => {
    const { id, objectPath } = await added()
    const answer = await testApp.ann.send({ method: 'GET', url: objectPath })
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(make.pdf().toString())
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(make.pdf().length),
      'content-disposition': `attachment; filename="Handbook.pdf"; filename*=UTF-8''Handbook.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    // The delivery is recorded when its last byte was sent, which may be before or after this.
    expect(await testApp.auditLog()).toContainEqual(
      expect.objectContaining({ action: 'document.opened', actorId: testApp.people.ann.id, entityId: id }),
    )
  })

  it('shows it in the browser only if it is a PDF', async () => {
    const { objectPath } = await added()
    const inline = await testApp.ann.get(`${objectPath}?inline`)
    expect(inline.headers['content-disposition']).toMatch(/^inline; /)
    expect(inline.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    )
    const picture = await added({ name: 'a.png', bytes: make.png() })
    expect((await testApp.ann.get(`${picture.objectPath}?inline`)).headers['content-disposition']).toMatch(
      /^attachment; /,
    )
  })

  it('supports ranges', async () => {
    const { objectPath } = await added()
    const whole = make.pdf().toString('latin1')
    const range = async (of: string, more: Record<string, string> = {}) => {
      const answer = await testApp.ann.get(objectPath, { range: of, ...more })
      return [answer.status, answer.headers['content-range'], answer.text.length]
    }
    const size = whole.length
    expect(await range('bytes=0-4')).toEqual([206, `bytes 0-4/${size}`, 5])
    expect(await range(`bytes=${size - 6}-`)).toEqual([206, `bytes ${size - 6}-${size - 1}/${size}`, 6])
    expect(await range('bytes=-6')).toEqual([206, `bytes ${size - 6}-${size - 1}/${size}`, 6])
    expect((await range('bytes=400-999999'))[0]).toBe(206)
    expect((await range(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`])
    expect((await range('bytes=5-2'))[0]).toBe(416)
    for (const odd of ['bytes=-', 'lines=1-2', 'bytes=0-1,3-4', 'bytes=a-b']) expect((await range(odd))[0]).toBe(200)
    expect((await range('bytes=0-4', { 'if-range': '"another"' }))[0]).toBe(200)
  })

  it('audits a sequence of ranges once, and a single range from the middle too', async () => {
    const { id, objectPath } = await added()
    const entries = async () =>
      (await testApp.auditLog()).filter((line) => line.entityId === id && line.action === 'document.opened').length
    await testApp.ann.get(objectPath, { range: 'bytes=5-9' })
    expect(await entries()).toBe(1)
    await testApp.ann.get(objectPath, { range: 'bytes=10-19' })
    expect(await entries()).toBe(1)
    await testApp.ann.get(objectPath, { range: 'bytes=0-9' })
    expect(await entries()).toBe(2)
    await testApp.sam.get(objectPath, { range: 'bytes=10-19' })
    expect(await entries()).toBe(3)
    await testApp.ann.send({ method: 'HEAD', url: objectPath })
    expect(await entries()).toBe(3)
  })

  it.each([
    ['../../etc/passwd.pdf', `filename="passwd.pdf"; filename*=UTF-8''passwd.pdf`],
    ['C:\\temp\\a.pdf', `filename="a.pdf"; filename*=UTF-8''a.pdf`],
    [
      'Größe "neu"; 人事.pdf',
      `filename="Gro_e _neu_; __.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22neu%22%3B%20%E4%BA%BA%E4%BA%8B.pdf`,
    ],
    ['invoice\u202efdp.exe.pdf', `filename="invoicefdp.exe.pdf"; filename*=UTF-8''invoicefdp.exe.pdf`],
    ['100% (final).pdf', `filename="100_ (final).pdf"; filename*=UTF-8''100%25%20%28final%29.pdf`],
    [`${'x'.repeat(196)}.pdf`, `filename="${'x'.repeat(196)}.pdf"; filename*=UTF-8''${'x'.repeat(196)}.pdf`],
  ])('shows the name %s unchanged, and saves under a harmless one', async (name, expected) => {
    const { id, objectPath } = await added({ name })
    expect((await testApp.sam.get(`/api/documents/${id}`)).body.originalName).toBe(name)
    const header = String((await testApp.ann.get(objectPath)).headers['content-disposition'])
    expect(header.replace(/_+/g, '_')).toBe(`attachment; ${expected}`.replace(/_+/g, '_'))
  })

  it('is limited to the folder’s client, its staff member, and administrators; for everyone else it does not exist', async () => {
    const { id, objectPath } = await added()
    for (const who of ['ann', 'sam', 'alice', 'mona'] as const)
      expect((await testApp[who].get(objectPath)).status).toBe(200)
    const none = objectPath.replace(id, '01890000-0000-7000-8000-00000000dead')
    for (const who of ['eve', 'sue', 'ivan'] as const) {
      const answer = await testApp[who].get(objectPath)
      expect([answer.status, answer.text]).toEqual([who === 'ivan' ? 401 : 404, (await testApp[who].get(none)).text])
      expect((await testApp[who].get(`/api/documents/${id}`)).status).toBe(who === 'ivan' ? 401 : 404)
    }
    await testApp.db.run(sql`update client_folders set assigned_staff_id = ${testApp.people.sue.id} where id = ${acme}`)
    expect((await testApp.sam.get(objectPath)).status).toBe(404)
    expect((await testApp.sue.get(objectPath)).status).toBe(200)
    await testApp.db.run(sql`update client_folders set assigned_staff_id = ${testApp.people.sam.id} where id = ${acme}`)
  })

  it('takes a signed-out browser through sign-in and back, and sends programs a 401', async () => {
    const { objectPath } = await added()
    expect((await testApp.visitor.get(objectPath)).status).toBe(401)
    const browser = await testApp.visitor.get(`${objectPath}?inline`, {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    })
    expect([browser.status, browser.headers.location]).toEqual([
      302,
      `/?signin&next=${encodeURIComponent(`${objectPath}?inline`)}`,
    ])
    expect((await testApp.visitor.get('/api/client-folders', { accept: 'text/html' })).status).toBe(401)
  })
})
