// Unsigned documents: refused signatures, and declining.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  documentToSign,
  auditEntriesOf,
  drawn,
  openedToSign,
  refuse,
  sign,
  typedSignature,
  wave,
} from '../../tests/signatures.ts'
import { addDocument } from '../../tests/uploads.ts'
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
  it('allows only the folder’s client; others who see the document get the reason', async () => {
    const document = await openedToSign(testApp)
    for (const who of [testApp.sam, testApp.alice, testApp.mona]) {
      await who.get(document.objectPath)
      const answer = await sign(who, document)
      expect([answer.status, answer.body.message]).toEqual([403, 'Only the client of this folder can sign or decline.'])
    }
    for (const who of [testApp.sue, testApp.eve]) expect((await sign(who, document)).status).toBe(404)
    expect((await sign(testApp.visitor, document)).status).toBe(401)
    expect(await signatureOf(document)).toBeNull()
  })

  it('requires the client to have opened it; opening by the team or viewing its details does not count', async () => {
    const document = await documentToSign(testApp)
    await testApp.sam.get(document.objectPath)
    await testApp.ann.get(`/api/documents/${document.id}`)
    await testApp.ann.send({ method: 'HEAD', url: document.objectPath })
    const answer = await sign(testApp.ann, document)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'Open the document and read it to the end before you sign.',
    ])
    await testApp.ann.get(`${document.objectPath}?inline=1`)
    expect((await sign(testApp.ann, document)).status).toBe(201)
  })

  it('requires a signature request', async () => {
    const { body } = await addDocument(testApp.sam, acme)
    await testApp.ann.get(body.objectPath)
    const answer = await sign(testApp.ann, body)
    expect([answer.status, answer.body.message]).toEqual([409, 'This document doesn’t need a signature.'])
  })

  it('refuses an outdated version, and an archived folder', async () => {
    const document = await openedToSign(testApp)
    const stale = await testApp.ann.post(`/api/documents/${document.id}/signature`, typedSignature, {
      'if-match': '"7"',
    })
    expect(stale.status).toBe(412)
    await testApp.alice.patch(`/api/client-folders/${acme}`, { status: 'archived' })
    expect((await sign(testApp.ann, document)).status).toBe(409)
    expect((await refuse(testApp.ann, document)).status).toBe(409)
    await testApp.alice.patch(`/api/client-folders/${acme}`, { status: 'active' })
    expect((await sign(testApp.ann, document)).status).toBe(201)
  })

  const dot = [
    [
      { x: 5, y: 5 },
      { x: 6, y: 7 },
    ],
  ]
  it.each<[string, Record<string, unknown>, string, string]>([
    ['no consent', { consent: undefined }, 'consent', 'Agree to sign electronically first.'],
    ['consent withheld', { consent: false }, 'consent', 'Agree to sign electronically first.'],
    ['consent as a word', { consent: 'true' }, 'consent', 'Agree to sign electronically first.'],
    ['no name', { name: ' ' }, 'name', 'Enter your full name.'],
    ['a name that is none', { name: 7 }, 'name', 'Enter your full name.'],
    ['a name too long', { name: 'x'.repeat(201) }, 'name', 'Use at most 200 characters.'],
    ['another kind', { kind: 'thumb' }, 'kind', 'Choose whether the signature is typed or drawn.'],
    [
      'typed with strokes',
      { strokes: [wave] },
      'strokes',
      'A typed signature has no strokes. Choose to draw it or to type it.',
    ],
    ['drawn with none', { kind: 'drawn' }, 'strokes', 'Draw your signature.'],
    ['drawn with an empty list', { kind: 'drawn', strokes: [] }, 'strokes', 'Draw your signature.'],
    ['drawn as a dot', { kind: 'drawn', strokes: dot }, 'strokes', 'Draw your signature larger: this is only a dot.'],
  ])('refuses %s', async (_what, mistake, path, sentence) => {
    const document = await openedToSign(testApp)
    const answer = await sign(testApp.ann, document, { ...typedSignature, ...mistake })
    expect([answer.status, answer.body.issues[0]]).toEqual([400, { path, message: sentence }])
    expect(await signatureOf(document)).toBeNull()
  })

  const line = (length: number) => Array.from({ length }, (_, i) => ({ x: i % 300, y: 10 }))
  const hostile: [string, unknown][] = [
    ['201 strokes', Array.from({ length: 201 }, () => line(2))],
    ['5,001 points', [line(2500), line(2501)]],
    ['points without a number', [[{ x: 'a', y: 1 }]]],
    ['points out of the box', [[{ x: 10_001, y: 0 }, ...wave]]],
    ['points before the box', [[{ x: -0.5, y: 0 }, ...wave]]],
    ['points with more', [[{ x: 1, y: 1, script: '<svg onload=alert(1)>' }, ...wave]]],
    ['an empty stroke', [[], wave]],
    ['a stroke of null', [null]],
    ['no list', 'M0 0L9 9'],
    ['SVG', { d: 'M0 0L9 9' }],
    ['__proto__', [[JSON.parse('{"x":1,"y":1,"__proto__":{"x":2}}')]]],
  ]
  it.each(hostile)('drawn with %s', async (_what, strokes) => {
    const document = await openedToSign(testApp)
    const answer = await sign(testApp.ann, document, { ...drawn, strokes })
    expect(answer.status, answer.text.slice(0, 300)).toBe(400)
    expect(await signatureOf(document)).toBeNull()
  })

  it.each(['1e400', 'NaN', 'Infinity', '9e999'])('drawn with the number %s', async (number) => {
    const document = await openedToSign(testApp)
    const answer = await testApp.ann.send({
      method: 'POST',
      url: `/api/documents/${document.id}/signature`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(drawn).replace('"x":5,', `"x":${number},`),
    })
    expect(answer.status).toBe(400)
  })

  it.each(['isSigned', 'signedAt', 'signerName', 'shownSha256', 'address', 'documentId'])(
    'refuses a client-supplied %s',
    async (key) => {
      const document = await openedToSign(testApp)
      expect((await sign(testApp.ann, document, { ...typedSignature, [key]: 'x' })).status).toBe(400)
    },
  )

  it('accepts drawings only within the limits', async () => {
    const document = await openedToSign(testApp)
    const strokes = Array.from({ length: 200 }, () => line(25))
    expect((await sign(testApp.ann, document, { ...drawn, strokes })).status).toBe(201)
  })
})

describe('declining to sign', () => {
  it('stores the reason with the document but not in the audit log, and notifies the team', async () => {
    const document = await documentToSign(testApp)
    const before = (await testApp.mail()).length
    const answer = await refuse(testApp.ann, document)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      isSigned: false,
      requiresSignature: true,
      declineReason: 'The date is wrong.',
      declinedAt: expect.any(String),
      allowed: ['download', 'open'],
    })
    expect(await auditEntriesOf(testApp, document)).toContain('document.refused')
    expect(JSON.stringify(await testApp.auditLog())).not.toContain('date is wrong')
    expect((await testApp.mail()).slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      ['sam@example.com', 'ProHR portal: a client declined to sign'],
    ])
  })

  it('closes the request until the team requests a signature again', async () => {
    const document = await openedToSign(testApp)
    await refuse(testApp.ann, document)
    const early = await sign(testApp.ann, document)
    expect([early.status, early.body.message]).toEqual([
      409,
      'You declined to sign this document. The team can request your signature again.',
    ])
    expect((await refuse(testApp.ann, document)).status).toBe(409)
    await testApp.sam.patch(`/api/documents/${document.id}`, { requiresSignature: true })
    const signed = await sign(testApp.ann, document)
    expect([signed.status, signed.body.declineReason]).toEqual([201, null])
  })

  it('is refused to the team, strangers, and visitors', async () => {
    const document = await documentToSign(testApp)
    for (const who of [testApp.sam, testApp.alice]) expect((await refuse(who, document)).status).toBe(403)
    for (const who of [testApp.sue, testApp.eve]) expect((await refuse(who, document)).status).toBe(404)
    expect((await refuse(testApp.visitor, document)).status).toBe(401)
  })

  it('requires a reason, and a requested signature that was not given yet', async () => {
    const document = await openedToSign(testApp)
    for (const reason of ['', '  ', undefined, null, 7]) {
      const answer = await refuse(testApp.ann, document, { reason })
      expect([answer.status, answer.body.message]).toEqual([400, 'Enter the reason for declining.'])
    }
    await sign(testApp.ann, document)
    expect((await refuse(testApp.ann, document)).status).toBe(409)
    const { body } = await addDocument(testApp.sam, acme)
    expect((await refuse(testApp.ann, body)).status).toBe(409)
  })
})
