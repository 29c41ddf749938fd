import { createHash, randomUUID, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { elsewhere } from '../../tests/newcomers.ts'
import { pdf } from '../../tests/samples.ts'
import { type Answer, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { verificationLimitBytes } from '../../domain/verification.ts'
import { sealedFile } from './actions.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let contract: { id: string; bytes: Buffer; sha256: string }
beforeAll(async () => {
  testApp = await createTestApp()
  contract = await issued('contract')
})
afterAll(() => testApp.close())

const origin = { actorId: null, address: 'job', requestId: 'test' }
const sealed = () =>
  testApp.seal.seal(pdf('Acme pays'), { reason: 'Contract', signerName: 'Ann Avery', at: testApp.db.now })

async function issued(kind: 'contract' | 'document' | 'certificate') {
  const { bytes, ...file } = await sealed()
  const id = randomUUID()
  await testApp.db.transaction(origin, (tx) => sealedFile(tx, { ...file, kind, entityId: id }))
  return { id, bytes, sha256: file.sha256 }
}

/** Each call from a new address unless one is given, since an address may send sixty an hour. */
const verify = (
  bytes: Buffer,
  { caller = testApp.visitor, type = 'application/pdf', address = elsewhere() } = {},
): Promise<Answer> =>
  caller.send({
    method: 'POST',
    url: '/api/verification',
    headers: { 'content-type': type },
    payload: bytes,
    remoteAddress: address,
  })

describe('verifying a file that was sealed here', () => {
  it.each(['contract', 'document', 'certificate'] as const)(
    'confirms a %s as ours and unchanged, for anyone',
    async (kind) => {
      const { bytes, sha256 } = await issued(kind)
      for (const caller of [testApp.visitor, testApp.eve, testApp.ann, testApp.alice]) {
        const { status, body } = await verify(bytes, { caller })
        expect(status).toBe(200)
        expect(body).toEqual({
          verdict: 'ours-unchanged',
          sentence: expect.stringMatching(/hasn’t changed since/),
          sealedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
          seals: 1,
          sealedBy: 'CN=ProHR Document Seal, O=ProHR',
          kind,
          sha256,
        })
      }
    },
  )

  it('gives the same result for any content type, repeatedly', async () => {
    for (const type of ['application/octet-stream', 'application/json', 'text/plain', 'image/png'])
      expect((await verify(contract.bytes, { type })).body.verdict, type).toBe('ours-unchanged')
  })

  it('does not reveal whose it is', async () => {
    const { text, headers } = await verify(contract.bytes)
    for (const secret of [contract.id, 'Ann', 'Avery', 'Acme', 'seal-keys']) expect(text).not.toContain(secret)
    expect(JSON.stringify(headers)).not.toContain(contract.id)
  })

  it('is audited, and stores nothing else', async () => {
    const tables = sql`select relname, n from (select relname, (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || relname, false, true, '')))[1]::text as n
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'audit%' and relname <> 'rate_limits') counts order by 1`
    const before = await testApp.db.rows(tables)
    await verify(contract.bytes)
    expect(await testApp.db.rows(tables)).toEqual(before)
    expect((await testApp.auditLog()).at(-1)).toEqual({
      action: 'file.verified',
      actorId: null,
      entityId: contract.id,
      details: { finding: 'whole' },
    })
    const files = `${testApp.config.dataDir}/files`
    expect(existsSync(files) ? await readdir(files, { recursive: true }) : []).toEqual([])
  })

  it('reports what was changed', async () => {
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

  it('does not confirm an unregistered file, which a stolen key could have sealed', async () => {
    const { bytes } = await sealed()
    const { body } = await verify(bytes)
    expect(body).toMatchObject({ verdict: 'not-ours', kind: null, sealedBy: 'CN=ProHR Document Seal, O=ProHR' })
    expect(body.sentence).toContain('no record of issuing it')
  })

  it('registers it once, even if it is stored twice', async () => {
    const { bytes, ...file } = await sealed()
    const ids = [randomUUID(), randomUUID()]
    for (const entityId of ids)
      await testApp.db.transaction(origin, (tx) => sealedFile(tx, { ...file, kind: 'document', entityId }))
    const rows = await testApp.db.rows(sql`select entity_id as id from sealed_files where sha256 = ${file.sha256}`)
    expect(rows).toEqual([{ id: ids[0] }])
    expect((await verify(bytes)).body.verdict).toBe('ours-unchanged')
  })

  it('does not register it if storing it fails', async () => {
    const { bytes, ...file } = await sealed()
    const failing = testApp.db.transaction(origin, async (tx) => {
      await sealedFile(tx, { ...file, kind: 'document', entityId: randomUUID() })
      throw new Error('no room')
    })
    await expect(failing).rejects.toThrow('no room')
    expect((await verify(bytes)).body.verdict).toBe('not-ours')
  })
})

describe('verifying any other file', () => {
  it.each([
    ['a PDF without a seal', pdf(), 'not-ours', /doesn’t have a seal/],
    [
      'a PDF that somebody else signed',
      Buffer.from('%PDF-1.7\n/ByteRange [0 1 2 3]'),
      'not-ours',
      /certificate that doesn’t belong/,
    ],
    ['a text', Buffer.from('Dear client'), 'not-a-pdf', /isn’t a PDF/],
    ['nothing', Buffer.alloc(0), 'not-a-pdf', /isn’t a PDF/],
    ['JSON', Buffer.from('{"a":'), 'not-a-pdf', /isn’t a PDF/],
  ])('reports %s as what it is', async (_what, bytes, verdict, sentence) => {
    const { status, body } = await verify(bytes)
    expect([status, body.verdict, body.sealedAt, body.sealedBy, body.kind]).toEqual([200, verdict, null, null, null])
    expect(body.sentence).toMatch(sentence)
  })

  it('accepts 25 MB and refuses one byte more', async () => {
    expect((await verify(Buffer.alloc(verificationLimitBytes))).body.verdict).toBe('not-a-pdf')
    const { status, body } = await verify(Buffer.alloc(verificationLimitBytes + 1))
    expect([status, body.message]).toEqual([413, 'A file can be at most 25 MB.'])
  })

  it('cuts off a file of unknown length at the limit', async () => {
    const address = await testApp.address()
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
    // The connection ends with the reply; a caller who is still sending may see only that.
    if (answer !== null) expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(40)
  })

  it('tolerates an upload that stalls', async () => {
    const { port, hostname } = new URL(await testApp.address())
    const socket = connect(Number(port), hostname)
    socket.write('POST /api/verification HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf')
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.destroy()
    expect((await verify(contract.bytes)).body.verdict).toBe('ours-unchanged')
  })

  it('is limited to sixty files an hour per address', async () => {
    const address = elsewhere()
    for (let n = 0; n < 60; n++) expect((await verify(Buffer.from('x'), { address })).status).toBe(200)
    const { status, headers, body } = await verify(Buffer.from('x'), { address })
    expect([status, body.code]).toEqual([429, 'too-many'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    // Signed-in callers are counted individually.
    expect((await verify(Buffer.from('x'), { address, caller: testApp.ann })).status).toBe(200)
    testApp.pass({ minutes: 61 })
    expect((await verify(Buffer.from('x'), { address })).status).toBe(200)
  })

  it('refuses requests from another site', async () => {
    const { status } = await testApp.visitor.send({
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
    ['a visitor', () => testApp.visitor],
    ['a client', () => testApp.ann],
    ['staff', () => testApp.sam],
  ])('can be downloaded as %s, and is the issuer of the seals', async (_who, caller) => {
    const { status, text, headers } = await caller().get('/api/verification/certificate')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/x-pem-file/)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="ProHR seal certificate\.cer"/)
    expect(text.match(/-----BEGIN [A-Z ]+-----/g)).toEqual(['-----BEGIN CERTIFICATE-----'])
    const root = new X509Certificate(text)
    expect(root.subject).toBe('CN=ProHR Document Seal Root\nO=ProHR')
    const { certificate } = await testApp.db.one(typed(z.object({ certificate: z.instanceof(Buffer) }))`
      select certificates[1] as certificate from seal_keys where purpose = 'sealing'`)
    expect(new X509Certificate(certificate).verify(root.publicKey)).toBe(true)
  })

  it('is the same after the sealing certificate is replaced', async () => {
    const before = await testApp.visitor.get('/api/verification/certificate')
    await testApp.seal.rotate()
    expect((await testApp.visitor.get('/api/verification/certificate')).text).toBe(before.text)
    expect((await verify(contract.bytes)).body.verdict).toBe('ours-unchanged')
  })
})
