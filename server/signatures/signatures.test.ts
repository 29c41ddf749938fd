// Signing documents: once, and what it leaves behind.
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consentText, consentVersion } from '../../domain/consent.ts'
import { whenTaken } from '../../tests/again.ts'
import { deedsOf, drawn, openedToSign, refuse, sign, typedSignature } from '../../tests/signatures.ts'
import * as make from '../../tests/samples.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
let acme: string
beforeAll(async () => {
  world = await createWorld()
  acme = world.folders.acme.id
})
afterAll(() => world.close())
beforeEach(() => world.db.run(sql`update uploads set created_at = created_at - interval '2 days'`))

const signatureOf = ({ id }: { id: string }) =>
  world.db.maybe(typed(z.record(z.string(), z.unknown()))`select * from signatures where entity_id = ${id}`)

describe('a signature', () => {
  it('of the client is kept with all that was shown, and stands in the trail without a name', async () => {
    const document = await openedToSign(world, { bytes: make.pdf('A policy') })
    const answer = await world.ann.send({
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
    const text = consentText(world.config.provider)
    expect(await signatureOf(document)).toMatchObject({
      entity_type: 'documents',
      client_folder_id: acme,
      signer_id: world.people.ann.id,
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
    const line = (await world.trail()).find(
      ({ action, entityId }) => action === 'document.signed' && entityId === document.id,
    )
    expect(line).toMatchObject({
      actorId: world.people.ann.id,
      details: { kind: 'typed', shownSha256: document.sha256, consentVersion },
    })
    expect(JSON.stringify(await world.trail())).not.toMatch(/Ann M\.|Keller/)
  })

  it('is told to the team and to the signer, with the way to their copy and without the name of the document', async () => {
    const document = await openedToSign(world, { name: 'Secret terms.pdf' })
    const before = (await world.mail()).length
    await sign(world.ann, document)
    const letters = (await world.mail()).slice(before)
    expect(letters.map(({ to }) => to).toSorted()).toEqual(['ann@example.com', 'sam@example.com'])
    const own = letters.find(({ to }) => to === 'ann@example.com')
    expect(own).toMatchObject({ subject: 'Your signed document is in your folder' })
    expect(own?.text).toContain(`/documents/${document.id}/sign`)
    expect(JSON.stringify(letters)).not.toContain('Secret')
  })

  it('is drawn as well, and its strokes are kept as they were sent', async () => {
    const document = await openedToSign(world)
    expect((await sign(world.ann, document, drawn)).status).toBe(201)
    expect(await signatureOf(document)).toMatchObject({ kind: 'drawn', strokes: drawn.strokes })
  })

  it('is given to any kind of file', async () => {
    const document = await openedToSign(world, { name: 'Handbook.docx', bytes: make.docx('Handbook') })
    expect((await sign(world.ann, document)).status).toBe(201)
  })

  it('completes the assignment that asked for it', async () => {
    const document = await openedToSign(world)
    const body = { title: 'Sign this', description: 'Please', documentId: document.id, wants: 'signature' }
    const { id } = (await world.sam.post(`/api/client-folders/${acme}/assignments`, body)).body
    await sign(world.ann, document)
    expect((await world.ann.get(`/api/assignments/${id}`)).body).toMatchObject({ status: 'completed' })
  })

  it('twice is refused with the day of the first; with one key it is the first answer again', async () => {
    const document = await openedToSign(world)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await world.ann.post(`/api/documents/${document.id}/signature`, typedSignature, key)
    const again = await world.ann.post(`/api/documents/${document.id}/signature`, typedSignature, key)
    expect([again.status, again.text]).toEqual([201, first.text])
    const second = await sign(world.ann, document)
    expect(second.status).toBe(409)
    expect(second.body.message).toMatch(/^This document was signed on \w+ \d+, \d{4} and stays as it is\.$/)
    expect((await deedsOf(world, document)).filter((deed) => deed === 'document.signed')).toHaveLength(1)
  })

  it('of ten at once is one', async () => {
    const document = await openedToSign(world)
    const before = (await world.mail()).length
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => whenTaken(() => sign(world.ann, document, i % 2 ? typedSignature : drawn))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect((await deedsOf(world, document)).filter((deed) => deed === 'document.signed')).toHaveLength(1)
    expect((await world.mail()).slice(before)).toHaveLength(2)
  })

  it('and a refusal at once: one of them', async () => {
    for (let i = 0; i < 8; i++) {
      const document = await openedToSign(world)
      const [signed, refused] = await Promise.all([sign(world.ann, document), refuse(world.ann, document)])
      expect([signed.status, refused.status].toSorted((a, b) => a - b)).toEqual([201, 409])
      const { body } = await world.ann.get(`/api/documents/${document.id}`)
      expect([body.isSigned, body.refusedAt === null]).toEqual([signed.status === 201, signed.status === 201])
    }
  })
})

describe('what is signed', () => {
  it('cannot be changed by any call, and its row not even by the database', async () => {
    const document = await openedToSign(world)
    const { body } = await sign(world.ann, document)
    for (const requiresSignature of [true, false])
      for (const who of [world.sam, world.alice, world.mona])
        expect((await who.patch(`/api/documents/${document.id}`, { requiresSignature })).status).toBe(409)
    expect((await world.ann.patch(`/api/documents/${document.id}`, { requiresSignature: false })).status).toBe(403)
    const again = await world.sam.put('/api/documents', {
      documentURL: document.objectPath,
      fileName: 'b.pdf',
      originalName: 'b.pdf',
      fileSize: 5,
      mimeType: 'application/pdf',
      clientFolderId: acme,
    })
    expect(again.status).toBe(409)
    expect((await world.alice.get(`/api/documents/${document.id}`)).body).toMatchObject({
      version: body.version,
      sha256: document.sha256,
      isSigned: true,
    })
    for (const statement of [
      sql`update signatures set name = 'Somebody' where entity_id = ${document.id}`,
      sql`delete from signatures where entity_id = ${document.id}`,
      sql`truncate signatures`,
    ])
      await expect(world.owner.run(statement)).rejects.toThrow('only ever added to')
  })
})
