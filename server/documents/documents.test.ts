// Creating documents from uploads, and listing them.
import { readdir } from 'node:fs/promises'
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
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`update uploads set created_at = created_at - interval '2 hours'`))

const storedFiles = () => readdir(join(testApp.config.dataDir, 'files/objects/documents')).catch(() => [])
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
      allowed: ['download', 'set-expiration', 'add-version', 'withdraw'],
    })
    expect((await testApp.ann.get(`/api/client-folders/${acme}/documents`)).body[0]).toEqual(answer.body)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'document.added',
      actorId: testApp.people.ann.id,
      entityId: answer.body.id,
    })
    expect(await lastEmails(1)).toEqual([['sam@example.com', 'ProHR portal: a client uploaded a document']])
    const events = await testApp.db.rows(
      typed(
        z.object({ type: z.string(), folder: z.string().nullable() }),
      )`select type, client_folder_id as folder from live_events order by id desc limit 2`,
    )
    expect(events).toContainEqual({ type: 'documents', folder: acme })
  })

  it('notifies the client of a document from the team, including the signature request', async () => {
    const { body } = await addDocument(testApp.sam, acme, { requiresSignature: true })
    expect(body).toMatchObject({
      requiresSignature: true,
      allowed: ['download', 'open', 'change-signers', 'withdraw-signature', 'set-expiration', 'withdraw'],
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
    const before = await storedFiles()
    const { documentURL } = await upload(testApp.ann, 'bytes' in file ? file.bytes : make.pdf())
    const bytes = 'bytes' in file ? file.bytes : make.pdf()
    const input = {
      documentURL,
      ...registration(acme, 'a.pdf', bytes),
      ...('name' in file ? registration(acme, file.name, bytes) : file),
    }
    const answer = await testApp.ann.put('/api/documents', input)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
    expect(await storedFiles()).toEqual(before)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'upload.refused', details: { fields: [path] } })
    const again = await testApp.ann.put('/api/documents', { documentURL, ...registration(acme, 'a.pdf', make.pdf()) })
    expect([again.status, again.body.message]).toEqual([409, 'This upload was removed. Upload the file again.'])
  })
})

describe('D1: the list of documents', () => {
  it('is paginated and can be searched by words', async () => {
    await addDocument(testApp.sam, acme, { name: '100% Wages_2026.pdf' })
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
  const there = new Set(await storedFiles())
  for (const { id } of rows) expect(there.has(id)).toBe(true)
  const claimed = await testApp.db.one(
    typed(z.object({ count: z.number() }))`select count(*) from uploads where claimed_at is not null`,
  )
  expect(claimed.count).toBe(rows.length)
})
