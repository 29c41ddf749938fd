// Documents that are not signed: whose signature is refused, and who declines.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  askedToSign,
  deedsOf,
  drawn,
  openedToSign,
  refuse,
  sign,
  typedSignature,
  wave,
} from '../../tests/signatures.ts'
import { addDocument } from '../../tests/uploads.ts'
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

describe('a signature is refused', () => {
  it('of everybody but the client of the folder, who see why if they see the document', async () => {
    const document = await openedToSign(world)
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
    const document = await askedToSign(world)
    await world.sam.get(document.objectPath)
    await world.ann.get(`/api/documents/${document.id}`)
    await world.ann.send({ method: 'HEAD', url: document.objectPath })
    const answer = await sign(world.ann, document)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'Open the document and read it to the end before you sign.',
    ])
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
    const document = await openedToSign(world)
    const stale = await world.ann.post(`/api/documents/${document.id}/signature`, typedSignature, { 'if-match': '"7"' })
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
    const document = await openedToSign(world)
    const answer = await sign(world.ann, document, { ...typedSignature, ...mistake })
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
    const document = await openedToSign(world)
    const answer = await sign(world.ann, document, { ...drawn, strokes })
    expect(answer.status, answer.text.slice(0, 300)).toBe(400)
    expect(await signatureOf(document)).toBeNull()
  })

  it.each(['1e400', 'NaN', 'Infinity', '9e999'])('drawn with the number %s', async (number) => {
    const document = await openedToSign(world)
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
      const document = await openedToSign(world)
      expect((await sign(world.ann, document, { ...typedSignature, [key]: 'x' })).status).toBe(400)
    },
  )

  it('takes as much as is allowed', async () => {
    const document = await openedToSign(world)
    const strokes = Array.from({ length: 200 }, () => line(25))
    expect((await sign(world.ann, document, { ...drawn, strokes })).status).toBe(201)
  })
})

describe('a refusal', () => {
  it('keeps the reason with the document, not in the trail, and is told to the team', async () => {
    const document = await askedToSign(world)
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
    expect(await deedsOf(world, document)).toContain('document.refused')
    expect(JSON.stringify(await world.trail())).not.toContain('date is wrong')
    expect((await world.mail()).slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      ['sam@example.com', 'A client declined to sign'],
    ])
  })

  it('ends the wait, until the team asks again', async () => {
    const document = await openedToSign(world)
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
    const document = await askedToSign(world)
    for (const who of [world.sam, world.alice]) expect((await refuse(who, document)).status).toBe(403)
    for (const who of [world.sue, world.eve]) expect((await refuse(who, document)).status).toBe(404)
    expect((await refuse(world.visitor, document)).status).toBe(401)
  })

  it('needs a reason, something to refuse, and what is not signed yet', async () => {
    const document = await openedToSign(world)
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
