import { createHash, randomUUID, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { elsewhere } from '../../tests/newcomers.ts'
import { pdf } from '../../tests/samples.ts'
import { type Answer, type Caller, createWorld, type World } from '../../tests/world.ts'
import { verificationLimitBytes } from '../../domain/verification.ts'
import { sealedFile } from './actions.ts'
import { typed } from '../kit/row-types.ts'

let world: World
let contract: { id: string; bytes: Buffer; sha256: string }
beforeAll(async () => {
  world = await createWorld()
  contract = await issued('contract')
})
afterAll(() => world.close())

const origin = { actorId: null, address: 'job', requestId: 'test' }
const sealed = () =>
  world.seal.seal(pdf('Acme pays'), { reason: 'Contract', signerName: 'Ann Avery', at: world.db.now })

async function issued(kind: 'contract' | 'document' | 'certificate') {
  const { bytes, ...made } = await sealed()
  const id = randomUUID()
  await world.db.transaction(origin, (tx) => sealedFile(tx, { ...made, kind, entityId: id }))
  return { id, bytes, sha256: made.sha256 }
}

/** Each from an address of its own, unless one is named: sixty an hour are what one address may send. */
const verify = (
  bytes: Buffer,
  { caller = world.visitor, type = 'application/pdf', address = elsewhere() } = {},
): Promise<Answer> =>
  caller.send({
    method: 'POST',
    url: '/api/verification',
    headers: { 'content-type': type },
    payload: bytes,
    remoteAddress: address,
  })

describe('a file that was sealed here', () => {
  it.each(['contract', 'document', 'certificate'] as const)(
    'as a %s is ours and unchanged, for anyone',
    async (kind) => {
      const { bytes, sha256 } = await issued(kind)
      for (const caller of [world.visitor, world.eve, world.ann, world.alice]) {
        const { status, body } = await verify(bytes, { caller })
        expect(status).toBe(200)
        expect(body).toEqual({
          verdict: 'ours-unchanged',
          sentence: expect.stringMatching(/not one byte of it has changed/),
          sealedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
          sealedBy: 'CN=ProHR Document Seal, O=ProHR',
          kind,
          sha256,
        })
      }
    },
  )

  it('is so whatever type it is sent as, and however often', async () => {
    for (const type of ['application/octet-stream', 'application/json', 'text/plain', 'image/png'])
      expect((await verify(contract.bytes, { type })).body.verdict, type).toBe('ours-unchanged')
  })

  it('says nothing of whose it is', async () => {
    const { text, headers } = await verify(contract.bytes)
    for (const secret of [contract.id, 'Ann', 'Avery', 'Acme', 'seal-keys']) expect(text).not.toContain(secret)
    expect(JSON.stringify(headers)).not.toContain(contract.id)
  })

  it('leaves a line in the trail, and nothing else anywhere', async () => {
    const tables = sql`select relname, n from (select relname, (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || relname, false, true, '')))[1]::text as n
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'audit%' and relname <> 'rate_limits') counts order by 1`
    const before = await world.db.rows(tables)
    await verify(contract.bytes)
    expect(await world.db.rows(tables)).toEqual(before)
    expect((await world.trail()).at(-1)).toEqual({
      action: 'file.verified',
      actorId: null,
      entityId: contract.id,
      details: { finding: 'whole' },
    })
    const files = `${world.config.dataDir}/files`
    expect(existsSync(files) ? await readdir(files, { recursive: true }) : []).toEqual([])
  })

  it('and changed is ours and changed: says what was found', async () => {
    const other = (at: number) => {
      const copy = Buffer.from(contract.bytes)
      copy[at] = (copy[at] ?? 0) ^ 1
      return copy
    }
    const added = await verify(Buffer.concat([contract.bytes, Buffer.from('\n%%EOF\n')]))
    expect(added.body).toMatchObject({
      verdict: 'ours-changed',
      kind: null,
      sealedBy: expect.stringContaining('ProHR'),
    })
    expect(added.body.sentence).toContain('something was added after the seal')
    const content = await verify(other(200))
    expect(content.body).toMatchObject({
      verdict: 'ours-changed',
      sentence: expect.stringContaining('content was changed'),
    })
    const damaged = await verify(other(contract.bytes.lastIndexOf('/ByteRange') + 3))
    expect(damaged.body).toMatchObject({ verdict: 'ours-changed', sealedAt: null })
    expect(damaged.body.sentence).toContain('damaged')
    const changed = other(99)
    expect((await verify(changed)).body.sha256).toBe(createHash('sha256').update(changed).digest('hex'))
  })

  it('and is not in the register is not vouched for: whoever took a key could have made it', async () => {
    const { bytes } = await sealed()
    const { body } = await verify(bytes)
    expect(body).toMatchObject({ verdict: 'not-ours', kind: null, sealedBy: 'CN=ProHR Document Seal, O=ProHR' })
    expect(body.sentence).toContain('no record of having issued it')
  })

  it('is registered once, also when it is stored twice', async () => {
    const { bytes, ...made } = await sealed()
    const ids = [randomUUID(), randomUUID()]
    for (const entityId of ids)
      await world.db.transaction(origin, (tx) => sealedFile(tx, { ...made, kind: 'document', entityId }))
    const rows = await world.db.rows(sql`select entity_id as id from sealed_files where sha256 = ${made.sha256}`)
    expect(rows).toEqual([{ id: ids[0] }])
    expect((await verify(bytes)).body.verdict).toBe('ours-unchanged')
  })

  it('is not registered when what stores it fails', async () => {
    const { bytes, ...made } = await sealed()
    const failing = world.db.transaction(origin, async (tx) => {
      await sealedFile(tx, { ...made, kind: 'document', entityId: randomUUID() })
      throw new Error('no room')
    })
    await expect(failing).rejects.toThrow('no room')
    expect((await verify(bytes)).body.verdict).toBe('not-ours')
  })
})

describe('any other file', () => {
  it.each([
    ['a PDF without a seal', pdf(), 'not-ours', /carries no seal/],
    [
      'a PDF that somebody else signed',
      Buffer.from('%PDF-1.7\n/ByteRange [0 1 2 3]'),
      'not-ours',
      /another certificate/,
    ],
    ['a text', Buffer.from('Dear client'), 'not-a-pdf', /not a PDF/],
    ['nothing', Buffer.alloc(0), 'not-a-pdf', /not a PDF/],
    ['JSON', Buffer.from('{"a":'), 'not-a-pdf', /not a PDF/],
  ])('%s is answered as what it is', async (_what, bytes, verdict, sentence) => {
    const { status, body } = await verify(bytes)
    expect([status, body.verdict, body.sealedAt, body.sealedBy, body.kind]).toEqual([200, verdict, null, null, null])
    expect(body.sentence).toMatch(sentence)
  })

  it('of 25 MB is taken, one byte more is not', async () => {
    expect((await verify(Buffer.alloc(verificationLimitBytes))).body.verdict).toBe('not-a-pdf')
    const { status, body } = await verify(Buffer.alloc(verificationLimitBytes + 1))
    expect([status, body.message]).toEqual([413, 'A file may have at most 25 MB.'])
  })

  it('that does not say its length is cut off at the limit', async () => {
    const address = await world.address()
    const chunk = Buffer.alloc(1_048_576)
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < 40) controller.enqueue(chunk)
        else controller.close()
      },
    })
    const answer = await fetch(`${address}/api/verification`, {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit).catch(() => null)
    // The connection ends with the answer; whoever still sends may see only that.
    if (answer !== null) expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(40)
  })

  it('that stops on its way harms nobody', async () => {
    const { port, hostname } = new URL(await world.address())
    const socket = connect(Number(port), hostname)
    socket.write('POST /api/verification HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf')
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.destroy()
    expect((await verify(contract.bytes)).body.verdict).toBe('ours-unchanged')
  })

  it('may be sent sixty times an hour from one address', async () => {
    const address = elsewhere()
    for (let n = 0; n < 60; n++) expect((await verify(Buffer.from('x'), { address })).status).toBe(200)
    const { status, headers, body } = await verify(Buffer.from('x'), { address })
    expect([status, body.code]).toEqual([429, 'too-many'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    // Somebody who is signed in is counted by themselves.
    expect((await verify(Buffer.from('x'), { address, caller: world.ann })).status).toBe(200)
    world.pass({ minutes: 61 })
    expect((await verify(Buffer.from('x'), { address })).status).toBe(200)
  })

  it('from another site is refused', async () => {
    const { status } = await world.visitor.send({
      method: 'POST',
      url: '/api/verification',
      headers: { 'sec-fetch-site': 'cross-site' },
      payload: contract.bytes,
    })
    expect(status).toBe(403)
  })
})

describe('the root certificate', () => {
  it.each<[string, () => Caller]>([
    ['a visitor', () => world.visitor],
    ['a client', () => world.ann],
    ['staff', () => world.sam],
  ])('is there for %s to keep, and is what the seals stand under', async (_who, caller) => {
    const { status, text, headers } = await caller().get('/api/verification/certificate')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/x-pem-file/)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="ProHR seal certificate\.cer"/)
    expect(text.match(/-----BEGIN [A-Z ]+-----/g)).toEqual(['-----BEGIN CERTIFICATE-----'])
    const root = new X509Certificate(text)
    expect(root.subject).toBe('CN=ProHR Document Seal Root\nO=ProHR')
    const { certificate } = await world.db.one(typed(z.object({ certificate: z.instanceof(Buffer) }))`
      select certificates[1] as certificate from seal_keys where purpose = 'sealing'`)
    expect(new X509Certificate(certificate).verify(root.publicKey)).toBe(true)
  })

  it('stays the same when the certificate under it is replaced', async () => {
    const before = await world.visitor.get('/api/verification/certificate')
    await world.seal.rotate()
    expect((await world.visitor.get('/api/verification/certificate')).text).toBe(before.text)
    expect((await verify(contract.bytes)).body.verdict).toBe('ours-unchanged')
  })
})
