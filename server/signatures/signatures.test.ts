// Signing documents: once, and what it records.
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consentText, consentVersion } from '../../domain/consent.ts'
import { whenTaken } from '../../tests/when-taken.ts'
import { auditEntriesOf, drawn, openedToSign, refuse, sign, typedSignature } from '../../tests/signatures.ts'
import * as make from '../../tests/samples.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`))

const signatureOf = ({ id }: { id: string }) =>
  testApp.db.maybe(typed(z.record(z.string(), z.unknown()))`select * from signatures where entity_id = ${id}`)

describe('signing a document', () => {
  it('stores everything that was shown to the client, and is audited without a name', async () => {
    const document = await openedToSign(testApp, { bytes: make.pdf('A policy') })
    const answer = await testApp.ann.send({
      method: 'POST',
      url: `/api/documents/${document.id}/signature`,
      headers: { 'content-type': 'application/json', 'user-agent': 'Lynx/2.9' },
      payload: JSON.stringify(typedSignature),
    })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      id: document.id,
      isSigned: true,
      version: 2,
      signature: { signerName: 'Ann Keller', signedAt: answer.body.signedAt, sealedAt: null },
      allowed: ['download', 'open'],
    })
    const text = consentText(testApp.config.provider)
    expect(await signatureOf(document)).toMatchObject({
      entity_type: 'documents',
      client_folder_id: acme,
      signer_id: testApp.people.ann.id,
      signer_name: 'Ann Keller',
      signer_email: 'ann@example.com',
      kind: 'typed',
      name: 'Ann M. Keller',
      strokes: null,
      consent_version: consentVersion,
      consent_text: text,
      consent_sha256: createHash('sha256').update(text).digest('hex'),
      shown_sha256: document.sha256,
      address: '127.0.0.1',
      user_agent: 'Lynx/2.9',
    })
    const line = (await testApp.auditLog()).find(
      ({ action, entityId }) => action === 'document.signed' && entityId === document.id,
    )
    expect(line).toMatchObject({
      actorId: testApp.people.ann.id,
      details: { kind: 'typed', shownSha256: document.sha256, consentVersion },
    })
    expect(JSON.stringify(await testApp.auditLog())).not.toMatch(/Ann M\.|Keller/)
  })

  it('notifies the team and the signer, with a link to their copy and without the document’s name', async () => {
    const document = await openedToSign(testApp, { name: 'Secret terms.pdf' })
    const before = (await testApp.mail()).length
    await sign(testApp.ann, document)
    const emails = (await testApp.mail()).slice(before)
    expect(emails.map(({ to }) => to).toSorted()).toEqual(['ann@example.com', 'sam@example.com'])
    const own = emails.find(({ to }) => to === 'ann@example.com')
    expect(own).toMatchObject({ subject: 'Your signed document from ProHR is ready' })
    expect(own?.text).toContain(`/documents/${document.id}/sign`)
    expect(JSON.stringify(emails)).not.toContain('Secret')
  })

  it('accepts a drawn signature and stores its strokes as sent', async () => {
    const document = await openedToSign(testApp)
    expect((await sign(testApp.ann, document, drawn)).status).toBe(201)
    expect(await signatureOf(document)).toMatchObject({ kind: 'drawn', strokes: drawn.strokes })
  })

  it('works for any kind of file', async () => {
    const document = await openedToSign(testApp, { name: 'Handbook.docx', bytes: make.docx('Handbook') })
    expect((await sign(testApp.ann, document)).status).toBe(201)
  })

  it('completes the assignment that requires it', async () => {
    const document = await openedToSign(testApp)
    const body = { title: 'Sign this', description: 'Please', documentId: document.id, requiredAction: 'signature' }
    const { id } = (await testApp.sam.post(`/api/client-folders/${acme}/assignments`, body)).body
    await sign(testApp.ann, document)
    expect((await testApp.ann.get(`/api/assignments/${id}`)).body).toMatchObject({ status: 'completed' })
  })

  it('a second time is refused with the date of the first; the same key gets the first reply again', async () => {
    const document = await openedToSign(testApp)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await testApp.ann.post(`/api/documents/${document.id}/signature`, typedSignature, key)
    const again = await testApp.ann.post(`/api/documents/${document.id}/signature`, typedSignature, key)
    expect([again.status, again.text]).toEqual([201, first.text])
    const second = await sign(testApp.ann, document)
    expect(second.status).toBe(409)
    expect(second.body.message).toMatch(/^This document was signed on \w+ \d+, \d{4} and can’t be changed\.$/)
    expect(
      (await auditEntriesOf(testApp, document)).filter((auditEntry) => auditEntry === 'document.signed'),
    ).toHaveLength(1)
  })

  it('stores one signature for ten concurrent requests', async () => {
    const document = await openedToSign(testApp)
    const before = (await testApp.mail()).length
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        whenTaken(() => sign(testApp.ann, document, i % 2 ? typedSignature : drawn)),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(
      (await auditEntriesOf(testApp, document)).filter((auditEntry) => auditEntry === 'document.signed'),
    ).toHaveLength(1)
    expect((await testApp.mail()).slice(before)).toHaveLength(2)
  })

  it('excludes declining when both happen concurrently', async () => {
    for (let i = 0; i < 8; i++) {
      const document = await openedToSign(testApp)
      const [signed, refused] = await Promise.all([sign(testApp.ann, document), refuse(testApp.ann, document)])
      expect([signed.status, refused.status].toSorted((a, b) => a - b)).toEqual([201, 409])
      const { body } = await testApp.ann.get(`/api/documents/${document.id}`)
      expect([body.isSigned, body.declinedAt === null]).toEqual([signed.status === 201, signed.status === 201])
    }
  })
})

describe('a signed document', () => {
  it('cannot be changed by any call, and its row not even in the database', async () => {
    const document = await openedToSign(testApp)
    const { body } = await sign(testApp.ann, document)
    for (const requiresSignature of [true, false])
      for (const who of [testApp.sam, testApp.alice, testApp.mona])
        expect((await who.patch(`/api/documents/${document.id}`, { requiresSignature })).status).toBe(409)
    expect((await testApp.ann.patch(`/api/documents/${document.id}`, { requiresSignature: false })).status).toBe(403)
    const again = await testApp.sam.put('/api/documents', {
      documentURL: document.objectPath,
      fileName: 'b.pdf',
      originalName: 'b.pdf',
      fileSize: 5,
      mimeType: 'application/pdf',
      clientFolderId: acme,
    })
    expect(again.status).toBe(409)
    expect((await testApp.alice.get(`/api/documents/${document.id}`)).body).toMatchObject({
      version: body.version,
      sha256: document.sha256,
      isSigned: true,
    })
    for (const statement of [
      sql`update signatures set name = 'Somebody' where entity_id = ${document.id}`,
      sql`delete from signatures where entity_id = ${document.id}`,
      sql`truncate signatures`,
    ])
      await expect(testApp.owner.run(statement)).rejects.toThrow('append-only')
  })
})
