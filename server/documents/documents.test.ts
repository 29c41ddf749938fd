import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as make from '../../tests/samples.ts'
import { addDocument, registration, upload } from '../../tests/uploads.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed, IdRow } from '../kit/row-types.ts'

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

const kept = () => readdir(join(testApp.config.dataDir, 'files/objects/documents')).catch(() => [])
const added = async (who: 'ann' | 'sam' = 'sam', more: Record<string, unknown> = {}) =>
  (await addDocument(testApp[who], acme, more)).body as { id: string; objectPath: string; version: number }
const lastEmails = async (count: number) => (await testApp.mail()).slice(-count).map(({ to, subject }) => [to, subject])

describe('D1: creating a document', () => {
  it('inspects, lists, audits, and reports a client’s document to the staff member', async () => {
    const answer = await addDocument(testApp.ann, acme, { name: 'Staff list 2026.xlsx', bytes: make.xlsx() })
    expect(answer.status).toBe(201)
    expect(answer.headers.etag).toBe('"1"')
    expect(answer.body).toMatchObject({
      fileName: 'Staff list 2026.xlsx',
      originalName: 'Staff list 2026.xlsx',
      fileSize: make.xlsx().length,
      mimeType: make.mimeTypes.xlsx,
      objectPath: `/api/documents/${answer.body.id}/file`,
      clientFolderId: acme,
      uploadedById: testApp.people.ann.id,
      uploadedByName: 'Ann Keller',
      requiresSignature: false,
      isSigned: false,
      signedAt: null,
      version: 1,
      allowed: ['download', 'add-version', 'withdraw'],
    })
    expect((await testApp.ann.get(`/api/client-folders/${acme}/documents`)).body[0]).toEqual(answer.body)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'document.added',
      actorId: testApp.people.ann.id,
      entityId: answer.body.id,
    })
    expect(await lastEmails(1)).toEqual([['sam@example.com', 'ProHR portal: a client uploaded a document']])
    const told = await testApp.db.rows(
      typed(
        z.object({ type: z.string(), folder: z.string().nullable() }),
      )`select type, client_folder_id as folder from live_events order by id desc limit 2`,
    )
    expect(told).toContainEqual({ type: 'documents', folder: acme })
  })

  it('notifies the client of a document from the team, including the signature request', async () => {
    const { body } = await addDocument(testApp.sam, acme, { requiresSignature: true })
    expect(body).toMatchObject({
      requiresSignature: true,
      allowed: ['download', 'open', 'change-signers', 'withdraw-signature', 'withdraw'],
    })
    expect((await testApp.ann.get(`/api/documents/${body.id}`)).body.allowed).toEqual([
      'download',
      'open',
      'sign',
      'refuse',
    ])
    expect(await lastEmails(1)).toEqual([['ann@example.com', 'ProHR sent you a document to sign']])
    const text = (await testApp.mail()).map((email) => email.text).join()
    expect(text).not.toContain('Handbook')
  })

  it('creates five documents and one email for five files at once', async () => {
    testApp.pass({ minutes: 11 })
    const before = (await testApp.mail()).length
    for (const name of ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf']) await addDocument(testApp.ann, acme, { name })
    expect((await testApp.mail()).length - before).toBe(1)
    const names = (await testApp.ann.get(`/api/client-folders/${acme}/documents?limit=5`)).body.map(
      (document: { originalName: string }) => document.originalName,
    )
    expect(names).toEqual(['5.pdf', '4.pdf', '3.pdf', '2.pdf', '1.pdf'])
  })

  it.each(['uploadURL', 'uploadURL without its secret', 'objectPath', 'absolute objectPath'])(
    'accepts its %s as its name',
    async (how) => {
      const { documentURL, objectPath } = await upload(testApp.ann, make.pdf())
      const called = {
        uploadURL: documentURL,
        'uploadURL without its secret': documentURL.replace(/\?.*/, ''),
        objectPath,
        'absolute objectPath': `${testApp.config.publicUrl}${objectPath}`,
      }[how]
      const answer = await testApp.ann.put('/api/documents', {
        documentURL: called,
        ...registration(acme, 'a.pdf', make.pdf()),
      })
      expect([answer.status, answer.body.objectPath]).toEqual([201, objectPath])
    },
  )

  it.each([
    ['doc', make.doc()],
    ['docx', make.docx()],
    ['xls', make.xls()],
    ['xlsx', make.xlsx()],
    ['pdf', make.pdf()],
  ] as const)('accepts a %s', async (extension, bytes) => {
    const { status, body } = await addDocument(testApp.ann, acme, { name: `a.${extension}`, bytes })
    expect([status, body.mimeType]).toEqual([201, make.mimeTypes[extension]])
  })

  it('accepts an image from the team, but not from a client', async () => {
    expect((await addDocument(testApp.sam, acme, { name: 'a.png', bytes: make.png() })).status).toBe(201)
    const refused = await addDocument(testApp.ann, acme, { name: 'a.png', bytes: make.png() })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'originalName'])
  })

  it.each([
    [
      'a macro document',
      {
        name: 'a.docx',
        bytes: make.zip([...make.docxParts('x', true), { name: 'word/vbaProject.bin', content: 'x' }]),
      },
      'documentURL',
    ],
    ['a program named like a PDF', { name: 'a.pdf', bytes: Buffer.from('MZ\u0090 this program') }, 'documentURL'],
    ['an empty file', { name: 'a.pdf', bytes: Buffer.alloc(0) }, 'documentURL'],
    ['a size that is not true', { fileSize: 5 }, 'fileSize'],
    ['a type that is not true', { mimeType: 'text/html' }, 'mimeType'],
  ])('refuses %s and stores nothing', async (_title, file, path) => {
    const before = await kept()
    const { documentURL } = await upload(testApp.ann, 'bytes' in file ? file.bytes : make.pdf())
    const bytes = 'bytes' in file ? file.bytes : make.pdf()
    const said = {
      documentURL,
      ...registration(acme, 'a.pdf', bytes),
      ...('name' in file ? registration(acme, file.name, bytes) : file),
    }
    const answer = await testApp.ann.put('/api/documents', said)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
    expect(await kept()).toEqual(before)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'upload.refused', details: { fields: [path] } })
    const again = await testApp.ann.put('/api/documents', { documentURL, ...registration(acme, 'a.pdf', make.pdf()) })
    expect([again.status, again.body.message]).toEqual([409, 'This upload was removed. Upload the file again.'])
  })
})

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
    const picture = await added('sam', { name: 'a.png', bytes: make.png() })
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
    const { id, objectPath } = await added('sam', { name })
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

describe('D1: the list of documents', () => {
  it('is paginated and can be searched by words', async () => {
    await added('sam', { name: '100% Wages_2026.pdf' })
    const names = async (query: string) =>
      (await testApp.ann.get(`/api/client-folders/${acme}/documents?${query}`)).body.map(
        (document: { originalName: string }) => document.originalName,
      )
    expect(await names(`q=${encodeURIComponent('100% wages_')}`)).toEqual(['100% Wages_2026.pdf'])
    expect(await names(`q=${encodeURIComponent('100_')}`)).toEqual([])
    const first = await testApp.ann.get(`/api/client-folders/${acme}/documents?limit=1`)
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await testApp.ann.get(next)).body[0].id < first.body[0].id).toBe(true)
  })

  it('shows nothing to colleagues, strangers, and visitors', async () => {
    expect((await testApp.sue.get(`/api/client-folders/${acme}/documents`)).status).toBe(404)
    expect((await testApp.eve.get(`/api/client-folders/${acme}/documents`)).status).toBe(404)
    expect((await testApp.visitor.get(`/api/client-folders/${acme}/documents`)).status).toBe(401)
  })

  it('B7, D4: no reply contains a storage key', async () => {
    const { text } = await testApp.alice.get(`/api/client-folders/${acme}/documents?limit=200`)
    expect(text).not.toContain('storage')
    expect(text).not.toMatch(/"documents\//)
  })
})

it('D1, D6: the rows and the stored files agree in the end', async () => {
  const rows = await testApp.db.rows(typed(IdRow)`select id from documents`)
  const there = new Set(await kept())
  for (const { id } of rows) expect(there.has(id)).toBe(true)
  const claimed = await testApp.db.one(
    typed(z.object({ count: z.number() }))`select count(*) from uploads where claimed_at is not null`,
  )
  expect(claimed.count).toBe(rows.length)
})
