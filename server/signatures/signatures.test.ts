// Signing and declining documents: who may, after what, once; and what it leaves behind.
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consentText, consentVersion } from '../../domain/consent.ts'
import * as make from '../../tests/samples.ts'
import { addDocument } from '../../tests/uploads.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
let acme: string
beforeAll(async () => {
  world = await createWorld()
  acme = world.folders.acme.id
})
afterAll(() => world.close())
beforeEach(() => world.db.run(sql`update uploads set created_at = created_at - interval '2 days'`))

const typed = { consent: true, kind: 'typed', name: 'Ann M. Keller' }
const wave = Array.from({ length: 40 }, (_, i) => ({ x: i * 5, y: 40 + 20 * Math.sin(i / 3) }))
const drawn = { consent: true, kind: 'drawn', name: 'Ann Keller', strokes: [wave, wave.slice(0, 5)] }

async function asked(more: Record<string, unknown> = {}) {
  const { body } = await addDocument(world.sam, acme, { requiresSignature: true, ...more })
  return body as { id: string; objectPath: string; sha256: string }
}

/** A document that waits for Ann's signature, and that she has opened. */
async function opened(more: Record<string, unknown> = {}) {
  const document = await asked(more)
  expect((await world.ann.get(document.objectPath)).status).toBe(200)
  return document
}

const sign = (who: Caller, { id }: { id: string }, body: object = typed) =>
  who.post(`/api/documents/${id}/signature`, body)
const refuse = (who: Caller, { id }: { id: string }, body: object = { reason: 'The date is wrong.' }) =>
  who.post(`/api/documents/${id}/refusal`, body)

const signatureOf = ({ id }: { id: string }) =>
  world.db.maybe<Record<string, unknown>>(sql`select * from signatures where entity_id = ${id}`)
const deedsOf = async ({ id }: { id: string }) =>
  (await world.trail()).filter(({ entityId }) => entityId === id).map(({ action }) => action)

describe('a signature', () => {
  it('of the client is kept with all that was shown, and stands in the trail without a name', async () => {
    const document = await opened({ bytes: make.pdf('A policy') })
    const answer = await world.ann.send({
      method: 'POST',
      url: `/api/documents/${document.id}/signature`,
      headers: { 'content-type': 'application/json', 'user-agent': 'Lynx/2.9' },
      payload: JSON.stringify(typed),
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
    const document = await opened({ name: 'Secret terms.pdf' })
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
    const document = await opened()
    expect((await sign(world.ann, document, drawn)).status).toBe(201)
    expect(await signatureOf(document)).toMatchObject({ kind: 'drawn', strokes: drawn.strokes })
  })

  it('is given to any kind of file', async () => {
    const document = await opened({ name: 'Handbook.docx', bytes: make.docx('Handbook') })
    expect((await sign(world.ann, document)).status).toBe(201)
  })

  it('completes the assignment that asked for it', async () => {
    const document = await opened()
    const body = { title: 'Sign this', description: 'Please', documentId: document.id, wants: 'signature' }
    const { id } = (await world.sam.post(`/api/client-folders/${acme}/assignments`, body)).body
    await sign(world.ann, document)
    expect((await world.ann.get(`/api/assignments/${id}`)).body).toMatchObject({ status: 'completed' })
  })

  it('twice is refused with the day of the first; with one key it is the first answer again', async () => {
    const document = await opened()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await world.ann.post(`/api/documents/${document.id}/signature`, typed, key)
    const again = await world.ann.post(`/api/documents/${document.id}/signature`, typed, key)
    expect([again.status, again.text]).toEqual([201, first.text])
    const second = await sign(world.ann, document)
    expect(second.status).toBe(409)
    expect(second.body.message).toMatch(/^This document was signed on \w+ \d+, \d{4} and stays as it is\.$/)
    expect((await deedsOf(document)).filter((deed) => deed === 'document.signed')).toHaveLength(1)
  })

  it('of twenty at once is one', async () => {
    const document = await opened()
    const before = (await world.mail()).length
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? sign(world.ann, document) : sign(world.ann, document, drawn))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect((await deedsOf(document)).filter((deed) => deed === 'document.signed')).toHaveLength(1)
    expect((await world.mail()).slice(before)).toHaveLength(2)
  })

  it('and a refusal at once: one of them', async () => {
    for (let i = 0; i < 8; i++) {
      const document = await opened()
      const [signed, refused] = await Promise.all([sign(world.ann, document), refuse(world.ann, document)])
      expect([signed.status, refused.status].toSorted((a, b) => a - b)).toEqual([201, 409])
      const { body } = await world.ann.get(`/api/documents/${document.id}`)
      expect([body.isSigned, body.refusedAt === null]).toEqual([signed.status === 201, signed.status === 201])
    }
  })
})

describe('a signature is refused', () => {
  it('of everybody but the client of the folder, who see why if they see the document', async () => {
    const document = await opened()
    for (const who of [world.sam, world.alice, world.mona]) {
      await who.get(document.objectPath)
      const answer = await sign(who, document)
      expect([answer.status, answer.body.message]).toEqual([403, 'Only the client of this folder can sign or decline.'])
    }
    for (const who of [world.sue, world.eve]) expect((await sign(who, document)).status).toBe(404)
    expect((await sign(world.visitor, document)).status).toBe(401)
    expect(await signatureOf(document)).toBeNull()
  })

  it('before the document was opened; a look of the team, or at its facts only, does not count', async () => {
    const document = await asked()
    await world.sam.get(document.objectPath)
    await world.ann.get(`/api/documents/${document.id}`)
    await world.ann.send({ method: 'HEAD', url: document.objectPath })
    const answer = await sign(world.ann, document)
    expect([answer.status, answer.body.message]).toEqual([409, 'Please open the document and read it before you sign.'])
    await world.ann.get(`${document.objectPath}?inline=1`)
    expect((await sign(world.ann, document)).status).toBe(201)
  })

  it('where nobody asked for one', async () => {
    const { body } = await addDocument(world.sam, acme)
    await world.ann.get(body.objectPath)
    const answer = await sign(world.ann, body)
    expect([answer.status, answer.body.message]).toEqual([409, 'Nobody asks for a signature on this document.'])
  })

  it('for an older version, and in an archived folder', async () => {
    const document = await opened()
    const stale = await world.ann.post(`/api/documents/${document.id}/signature`, typed, { 'if-match': '"7"' })
    expect(stale.status).toBe(412)
    await world.alice.patch(`/api/client-folders/${acme}`, { status: 'archived' })
    expect((await sign(world.ann, document)).status).toBe(409)
    expect((await refuse(world.ann, document)).status).toBe(409)
    await world.alice.patch(`/api/client-folders/${acme}`, { status: 'active' })
    expect((await sign(world.ann, document)).status).toBe(201)
  })

  const dot = [
    [
      { x: 5, y: 5 },
      { x: 6, y: 7 },
    ],
  ]
  it.each<[string, Record<string, unknown>, string, string]>([
    ['no consent', { consent: undefined }, 'consent', 'Please agree to sign electronically first.'],
    ['consent withheld', { consent: false }, 'consent', 'Please agree to sign electronically first.'],
    ['consent as a word', { consent: 'true' }, 'consent', 'Please agree to sign electronically first.'],
    ['no name', { name: ' ' }, 'name', 'Please type your full name.'],
    ['a name that is none', { name: 7 }, 'name', 'Please type your full name.'],
    ['a name too long', { name: 'x'.repeat(201) }, 'name', 'Please use at most 200 characters.'],
    ['another kind', { kind: 'thumb' }, 'kind', 'Please say whether the signature is typed or drawn.'],
    [
      'typed with strokes',
      { strokes: [wave] },
      'strokes',
      'A typed signature has no strokes. Please choose to draw it, or to type it.',
    ],
    ['drawn with none', { kind: 'drawn' }, 'strokes', 'Please draw your signature.'],
    ['drawn with an empty list', { kind: 'drawn', strokes: [] }, 'strokes', 'Please draw your signature.'],
    [
      'drawn as a dot',
      { kind: 'drawn', strokes: dot },
      'strokes',
      'Please draw your signature larger: this is only a dot.',
    ],
  ])('with %s', async (_what, mistake, path, sentence) => {
    const document = await opened()
    const answer = await sign(world.ann, document, { ...typed, ...mistake })
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
    const document = await opened()
    const answer = await sign(world.ann, document, { ...drawn, strokes })
    expect(answer.status, answer.text.slice(0, 300)).toBe(400)
    expect(await signatureOf(document)).toBeNull()
  })

  it.each(['1e400', 'NaN', 'Infinity', '9e999'])('drawn with the number %s', async (number) => {
    const document = await opened()
    const answer = await world.ann.send({
      method: 'POST',
      url: `/api/documents/${document.id}/signature`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(drawn).replace('"x":5,', `"x":${number},`),
    })
    expect(answer.status).toBe(400)
  })

  it.each(['isSigned', 'signedAt', 'signerName', 'shownSha256', 'address', 'documentId'])(
    'with a %s of one’s own',
    async (key) => {
      const document = await opened()
      expect((await sign(world.ann, document, { ...typed, [key]: 'x' })).status).toBe(400)
    },
  )

  it('takes as much as is allowed', async () => {
    const document = await opened()
    const strokes = Array.from({ length: 200 }, () => line(25))
    expect((await sign(world.ann, document, { ...drawn, strokes })).status).toBe(201)
  })
})

describe('a refusal', () => {
  it('keeps the reason with the document, not in the trail, and is told to the team', async () => {
    const document = await asked()
    const before = (await world.mail()).length
    const answer = await refuse(world.ann, document)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      isSigned: false,
      requiresSignature: true,
      refusalReason: 'The date is wrong.',
      refusedAt: expect.any(String),
      allowed: ['download', 'open'],
    })
    expect(await deedsOf(document)).toContain('document.refused')
    expect(JSON.stringify(await world.trail())).not.toContain('date is wrong')
    expect((await world.mail()).slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      ['sam@example.com', 'A client declined to sign'],
    ])
  })

  it('ends the wait, until the team asks again', async () => {
    const document = await opened()
    await refuse(world.ann, document)
    const early = await sign(world.ann, document)
    expect([early.status, early.body.message]).toEqual([
      409,
      'You declined to sign this document. The team can ask you for your signature again.',
    ])
    expect((await refuse(world.ann, document)).status).toBe(409)
    await world.sam.patch(`/api/documents/${document.id}`, { requiresSignature: true })
    const signed = await sign(world.ann, document)
    expect([signed.status, signed.body.refusalReason]).toEqual([201, null])
  })

  it('is not for the team, a stranger, a visitor', async () => {
    const document = await asked()
    for (const who of [world.sam, world.alice]) expect((await refuse(who, document)).status).toBe(403)
    for (const who of [world.sue, world.eve]) expect((await refuse(who, document)).status).toBe(404)
    expect((await refuse(world.visitor, document)).status).toBe(401)
  })

  it('needs a reason, something to refuse, and what is not signed yet', async () => {
    const document = await opened()
    for (const reason of ['', '  ', undefined, null, 7]) {
      const answer = await refuse(world.ann, document, { reason })
      expect([answer.status, answer.body.message]).toEqual([400, 'Please say why you do not want to sign.'])
    }
    await sign(world.ann, document)
    expect((await refuse(world.ann, document)).status).toBe(409)
    const { body } = await addDocument(world.sam, acme)
    expect((await refuse(world.ann, body)).status).toBe(409)
  })
})

describe('what is signed', () => {
  it('cannot be changed by any call, and its row not even by the database', async () => {
    const document = await opened()
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
      await expect(world.db.run(statement)).rejects.toThrow('only ever added to')
  })
})
