// Sealing documents: the PDFs, their content, and who can download them.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bytesOf, expectRowsOfPdfs, expectSealed, storedPdfs, verdictOn } from '../../tests/sealed.ts'
import { drawn, openedToSign, sign, typedSignature } from '../../tests/signatures.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import * as make from '../../tests/samples.ts'
import { addDocument } from '../../tests/uploads.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let acme: string
let leftBefore: string[]
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
  leftBefore = await storedPdfs(testApp)
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`))

/** A document signed by Ann, and sealed. */
async function signed(more: Record<string, unknown> = {}, signature: object = typedSignature) {
  const document = await openedToSign(testApp, more)
  const answer = await sign(testApp.ann, document, signature)
  expect(answer.status, answer.text).toBe(201)
  return { ...document, path: `/api/documents/${document.id}` }
}

describe('a signed PDF', () => {
  it('retains its own bytes with a seal after them, valid for other verifiers and ours', async () => {
    const original = make.pdf('A policy')
    const { path, objectPath } = await signed({ bytes: original })
    await testApp.runJobs()
    const sealed = await bytesOf(testApp, `${path}/signed`)
    expect(sealed.subarray(0, original.length).equals(original)).toBe(true)
    expect(sealed.length).toBeGreaterThan(original.length)
    await expectSealed(testApp, sealed, 'document')
    expect((await bytesOf(testApp, objectPath)).equals(original)).toBe(true)
    sealed[300] = (sealed[300] ?? 0) ^ 1
    expect(await verdictOn(testApp, sealed)).toMatchObject({ verdict: 'ours-changed' })
  })

  it('has a separate certificate with who signed what, when, from where, how, and the consent', async () => {
    const { path, sha256 } = await signed({ name: 'Remote work.pdf' })
    await testApp.runJobs()
    const certificate = await bytesOf(testApp, `${path}/certificate`)
    await expectSealed(testApp, certificate, 'certificate')
    expect(await checkAccessible(certificate)).toEqual([])
    const text = await textOf(certificate)
    const link = await testApp.db.one(typed(z.object({ hash: z.string() }))`
      select encode(c.hash, 'hex') as hash from audit_links c join audit_entries e on e.id = c.entry_id
      where e.action = 'document.signed' order by e.id desc limit 1`)
    for (const fact of [
      'Remote work.pdf',
      sha256,
      'Ann Keller',
      'Ann M. Keller',
      'ann@example.com',
      'Typed by the signer',
      '127.0.0.1',
      'You may sign on paper instead',
      'I intend this to be my signature on this document.',
      'Opened the document',
      'Agreed to sign electronically, and signed',
      link.hash,
    ])
      expect(text).toContain(fact)
  })

  it('shows its drawn signature with an accessible name', async () => {
    const { path } = await signed({}, drawn)
    await testApp.runJobs()
    const certificate = await bytesOf(testApp, `${path}/certificate`)
    expect(await checkAccessible(certificate)).toEqual([])
    expect(await textOf(certificate)).toContain('Drawn by the signer')
    expect(certificate.includes('Handwritten signature of Ann M. Keller')).toBe(true)
  })

  it('is recorded: audited with its hashes, shown on the document, and registered for verification', async () => {
    const { id, path } = await signed()
    const early = (await testApp.ann.get(path)).body
    expect(early.signature.sealedAt).toBeNull()
    await testApp.runJobs()
    expect((await testApp.ann.get(path)).body).toMatchObject({
      version: early.version,
      signature: { signerName: 'Ann Keller', sealedAt: expect.any(String) },
    })
    const pdfs = await testApp.db.rows(
      typed(
        z.object({ kind: z.string(), sha256: z.string() }),
      )`select kind, sha256 from archived_pdfs where entity_id = ${id} order by kind`,
    )
    expect(pdfs.map(({ kind }) => kind)).toEqual(['certificate', 'sealed'])
    const line = (await testApp.auditLog()).find(
      ({ action, entityId }) => action === 'document.sealed' && entityId === id,
    )
    for (const pdf of pdfs) expect(line?.details.papers).toContainEqual(expect.objectContaining(pdf))
    const listed = (await testApp.ann.get(`/api/client-folders/${acme}/documents`)).body
    expect(listed.find((each: { id: string }) => each.id === id).signature.sealedAt).toEqual(expect.any(String))
  })

  it('gets only the certificate above the size limit of verification', async () => {
    const { path } = await signed({ bytes: make.pdfOfSize(25 * 1_048_576 + 1) })
    await testApp.runJobs()
    const [copy, certificate] = [
      await bytesOf(testApp, `${path}/signed`),
      await bytesOf(testApp, `${path}/certificate`),
    ]
    expect(copy.equals(certificate)).toBe(true)
  })

  it('is not sealed if its stored bytes differ from the signed ones', async () => {
    const { path, id } = await signed()
    await writeFile(join(testApp.config.dataDir, 'files/objects/documents', id), make.pdf('Forged'))
    await testApp.runJobs()
    expect((await testApp.ann.get(`${path}/signed`)).status).toBe(409)
    expect(await testApp.db.rows(sql`select from archived_pdfs where entity_id = ${id}`)).toEqual([])
  })
})

describe('a signed file other than a PDF', () => {
  it('gets its certificate and is unchanged', async () => {
    const bytes = make.docx('Handbook')
    const { path, objectPath } = await signed({ name: 'Handbook.docx', bytes })
    await testApp.runJobs()
    const copy = await testApp.ann.get(`${path}/signed`)
    expect(copy.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('filename="Handbook (certificate).pdf"'),
    })
    await expectSealed(testApp, await bytesOf(testApp, `${path}/signed`), 'certificate')
    expect((await bytesOf(testApp, objectPath)).equals(bytes)).toBe(true)
  })
})

describe('signed copies', () => {
  it('have a file name, support ranges, and each download is audited', async () => {
    const { id, path } = await signed({ name: 'Remote work.pdf' })
    await testApp.runJobs()
    const copy = await testApp.ann.get(`${path}/signed`)
    expect(copy.headers).toMatchObject({
      'content-disposition': expect.stringContaining('attachment; filename="Remote work (signed).pdf"'),
      'accept-ranges': 'bytes',
    })
    const shown = await testApp.sam.get(`${path}/certificate?inline=1`, { range: 'bytes=0-99' })
    expect([shown.status, shown.headers['content-disposition']]).toEqual([206, expect.stringMatching(/^inline; /)])
    const further = await testApp.sam.get(`${path}/certificate?inline=1`, { range: 'bytes=100-199' })
    expect(further.status).toBe(206)
    const fetched = (await testApp.auditLog()).filter(
      ({ action, entityId }) => action === 'document.copy-opened' && entityId === id,
    )
    expect(fetched.map(({ actorId, details }) => [actorId, details.kind])).toEqual([
      [testApp.people.ann.id, 'sealed'],
      [testApp.people.sam.id, 'certificate'],
    ])
  })

  it('are available to both sides of the folder, and a 404 for everyone else', async () => {
    const { path } = await signed()
    await testApp.runJobs()
    for (const copy of ['signed', 'certificate']) {
      for (const who of [testApp.ann, testApp.sam, testApp.alice])
        expect((await who.get(`${path}/${copy}`)).status).toBe(200)
      for (const who of [testApp.eve, testApp.sue]) expect((await who.get(`${path}/${copy}`)).status).toBe(404)
      expect((await testApp.visitor.get(`${path}/${copy}`)).status).toBe(401)
    }
  })

  it('are refused with a sentence while unsigned or not yet sealed', async () => {
    const { body } = await addDocument(testApp.sam, acme, { requiresSignature: true })
    const unsigned = await testApp.ann.get(`/api/documents/${body.id}/signed`)
    expect([unsigned.status, unsigned.body.message]).toEqual([
      409,
      'This document hasn’t been signed, so there is no signed copy.',
    ])
    const { path } = await signed()
    for (const copy of ['signed', 'certificate']) {
      const early = await testApp.ann.get(`${path}/${copy}`)
      expect([early.status, early.body.message]).toEqual([
        409,
        'The signed copy is being sealed. It will be available in a moment.',
      ])
    }
    await testApp.runJobs()
  })
})

it('every stored PDF has its row, and every row its file', () => expectRowsOfPdfs(testApp, leftBefore))
