// After a signature: the sealed papers, what stands in them, who gets them.
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isInstalled, isSignedByHand, pdfsig, sealerOf } from '../../tests/seals.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { contractInput } from '../../tests/contracts.ts'
import * as make from '../../tests/samples.ts'
import { addDocument } from '../../tests/uploads.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
let acme: string
let leftBefore: string[]
beforeAll(async () => {
  world = await createWorld()
  acme = world.folders.acme.id
  leftBefore = await storedPapers()
})
afterAll(() => world.close())
beforeEach(() => world.db.run(sql`update uploads set created_at = created_at - interval '2 days'`))

const storedPapers = () => readdir(join(world.config.dataDir, 'files/objects/papers')).catch((): string[] => [])

const typed = { consent: true, kind: 'typed', name: 'Ann M. Keller' }
const wave = Array.from({ length: 40 }, (_, i) => ({ x: i * 5, y: 40 + 20 * Math.sin(i / 3) }))
const drawn = { consent: true, kind: 'drawn', name: 'Ann M. Keller', strokes: [wave] }

/** Signed by Ann, and sealed. */
async function signed(more: Record<string, unknown> = {}, signature: object = typed) {
  const { body } = await addDocument(world.sam, acme, { requiresSignature: true, ...more })
  await world.ann.get(body.objectPath)
  const answer = await world.ann.post(`/api/documents/${body.id}/signature`, signature)
  expect(answer.status, answer.text).toBe(201)
  return { ...body, path: `/api/documents/${body.id}` } as {
    id: string
    path: string
    objectPath: string
    sha256: string
  }
}

async function signedContract(signature: object = typed, more: Record<string, unknown> = {}) {
  const { body } = await world.alice.post('/api/contracts', contractInput(world, more))
  const path = `/api/contracts/${body.id}`
  const original = await bytesOf(`${path}/pdf`)
  const answer = await world.ann.post(`${path}/signature`, signature)
  expect(answer.status, answer.text).toBe(201)
  return { id: body.id as string, number: body.contractNumber as string, path, original }
}

async function bytesOf(url: string, who: Caller = world.ann): Promise<Buffer> {
  const { statusCode, rawPayload } = await world.app.inject({ url, headers: { cookie: who.cookie ?? '' } })
  expect(statusCode, rawPayload.toString('utf8', 0, 200)).toBe(200)
  return rawPayload
}

/** Found whole by others, who know nothing of us, and by ourselves. */
async function expectSealed(bytes: Buffer, kind: string) {
  expect(isSignedByHand(bytes, await sealerOf(world.db))).toBe(true)
  if (isInstalled('pdfsig')) {
    const found = pdfsig(bytes)
    expect(found).toContain('Signature is Valid.')
    expect(found).toContain('Total document signed')
    expect(found.match(/Signature #/g)).toHaveLength(1)
  }
  expect(await verdictOn(bytes)).toMatchObject({ verdict: 'ours-unchanged', kind })
}

async function verdictOn(payload: Buffer) {
  await world.db.run(sql`delete from brakes`)
  const headers = { 'content-type': 'application/pdf' }
  return (await world.visitor.send({ method: 'POST', url: '/api/verification', headers, payload })).body
}

describe('a signed PDF', () => {
  it('keeps its own bytes and gets a seal after them, which others and we ourselves find whole', async () => {
    const original = make.pdf('A policy')
    const { path, objectPath } = await signed({ bytes: original })
    await world.runJobs()
    const sealed = await bytesOf(`${path}/signed`)
    expect(sealed.subarray(0, original.length).equals(original)).toBe(true)
    expect(sealed.length).toBeGreaterThan(original.length)
    await expectSealed(sealed, 'document')
    expect((await bytesOf(objectPath)).equals(original)).toBe(true)
    sealed[300] = (sealed[300] ?? 0) ^ 1
    expect(await verdictOn(sealed)).toMatchObject({ verdict: 'ours-changed' })
  })

  it('has a certificate beside it that says who signed what, when, from where, how, and what they agreed to', async () => {
    const { path, sha256 } = await signed({ name: 'Remote work.pdf' })
    await world.runJobs()
    const certificate = await bytesOf(`${path}/certificate`)
    await expectSealed(certificate, 'certificate')
    expect(await checkAccessible(certificate)).toEqual([])
    const text = await textOf(certificate)
    const link = await world.db.one<{ hash: string }>(sql`
      select encode(c.hash, 'hex') as hash from audit_chain c join audit_entries e on e.id = c.entry_id
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

  it('shows its drawn signature with a name that can be read aloud', async () => {
    const { path } = await signed({}, drawn)
    await world.runJobs()
    const certificate = await bytesOf(`${path}/certificate`)
    expect(await checkAccessible(certificate)).toEqual([])
    expect(await textOf(certificate)).toContain('Drawn by the signer')
    expect(certificate.includes('Handwritten signature of Ann M. Keller')).toBe(true)
  })

  it('is told of: in the trail with the hashes, on the document, in the register', async () => {
    const { id, path } = await signed()
    const early = (await world.ann.get(path)).body
    expect(early.signature.sealedAt).toBeNull()
    await world.runJobs()
    expect((await world.ann.get(path)).body).toMatchObject({
      version: early.version,
      signature: { signerName: 'Ann Keller', sealedAt: expect.any(String) },
    })
    const papers = await world.db.rows<{ kind: string; sha256: string }>(
      sql`select kind, sha256 from papers where entity_id = ${id} order by kind`,
    )
    expect(papers.map(({ kind }) => kind)).toEqual(['certificate', 'sealed'])
    const line = (await world.trail()).find(({ action, entityId }) => action === 'document.sealed' && entityId === id)
    for (const paper of papers) expect(line?.details.papers).toContainEqual(expect.objectContaining(paper))
    const listed = (await world.ann.get(`/api/client-folders/${acme}/documents`)).body
    expect(listed.find((each: { id: string }) => each.id === id).signature.sealedAt).toEqual(expect.any(String))
  })

  it('of more than can be verified gets the certificate alone', async () => {
    const { path } = await signed({ bytes: make.pdfOfSize(25 * 1_048_576 + 1) })
    await world.runJobs()
    const [copy, certificate] = [await bytesOf(`${path}/signed`), await bytesOf(`${path}/certificate`)]
    expect(copy.equals(certificate)).toBe(true)
  })

  it('whose stored bytes are no longer those that were signed is not sealed', async () => {
    const { path, id } = await signed()
    await writeFile(join(world.config.dataDir, 'files/objects/documents', id), make.pdf('Forged'))
    await world.runJobs()
    expect((await world.ann.get(`${path}/signed`)).status).toBe(409)
    expect(await world.db.rows(sql`select from papers where entity_id = ${id}`)).toEqual([])
  })
})

describe('a signed file that is no PDF', () => {
  it('gets its certificate, and stays as it was', async () => {
    const bytes = make.docx('Handbook')
    const { path, objectPath } = await signed({ name: 'Handbook.docx', bytes })
    await world.runJobs()
    const copy = await world.ann.get(`${path}/signed`)
    expect(copy.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('filename="Handbook (certificate).pdf"'),
    })
    await expectSealed(await bytesOf(`${path}/signed`), 'certificate')
    expect((await bytesOf(objectPath)).equals(bytes)).toBe(true)
  })
})

describe('the copies', () => {
  it('come with a name, in ranges, and each fetch stands in the trail', async () => {
    const { id, path } = await signed({ name: 'Remote work.pdf' })
    await world.runJobs()
    const copy = await world.ann.get(`${path}/signed`)
    expect(copy.headers).toMatchObject({
      'content-disposition': expect.stringContaining('attachment; filename="Remote work (signed).pdf"'),
      'accept-ranges': 'bytes',
    })
    const shown = await world.sam.get(`${path}/certificate?inline=1`, { range: 'bytes=0-99' })
    expect([shown.status, shown.headers['content-disposition']]).toEqual([206, expect.stringMatching(/^inline; /)])
    const further = await world.sam.get(`${path}/certificate?inline=1`, { range: 'bytes=100-199' })
    expect(further.status).toBe(206)
    const fetched = (await world.trail()).filter(
      ({ action, entityId }) => action === 'document.copy-opened' && entityId === id,
    )
    expect(fetched.map(({ actorId, details }) => [actorId, details.kind])).toEqual([
      [world.people.ann.id, 'sealed'],
      [world.people.sam.id, 'certificate'],
    ])
  })

  it('are for both sides of the folder, and nobody else learns that they are there', async () => {
    const { path } = await signed()
    await world.runJobs()
    for (const copy of ['signed', 'certificate']) {
      for (const who of [world.ann, world.sam, world.alice]) expect((await who.get(`${path}/${copy}`)).status).toBe(200)
      for (const who of [world.eve, world.sue]) expect((await who.get(`${path}/${copy}`)).status).toBe(404)
      expect((await world.visitor.get(`${path}/${copy}`)).status).toBe(401)
    }
  })

  it('are not there before: unsigned, and not yet sealed, each in a sentence', async () => {
    const { body } = await addDocument(world.sam, acme, { requiresSignature: true })
    const unsigned = await world.ann.get(`/api/documents/${body.id}/signed`)
    expect([unsigned.status, unsigned.body.message]).toEqual([
      409,
      'This document has not been signed, so there is no signed copy of it.',
    ])
    const { path } = await signed()
    for (const copy of ['signed', 'certificate']) {
      const early = await world.ann.get(`${path}/${copy}`)
      expect([early.status, early.body.message]).toEqual([
        409,
        'The signed copy is being sealed. It will be here in a moment.',
      ])
    }
    await world.runJobs()
  })
})

describe('a signed contract', () => {
  it('is one sealed paper with its signature and its certificate; the original stays as it was read', async () => {
    const { id, number, path, original } = await signedContract()
    expect((await world.ann.get(path)).body).toMatchObject({
      status: 'active',
      signedAt: expect.any(String),
      signature: { signerName: 'Ann Keller', sealedAt: null },
    })
    await world.runJobs()
    expect((await world.ann.get(path)).body.signature.sealedAt).toEqual(expect.any(String))
    const sealed = await bytesOf(`${path}/pdf`)
    await expectSealed(sealed, 'contract')
    expect(await checkAccessible(sealed)).toEqual([])
    const text = await textOf(sealed)
    const { shown } = await world.db.one<{ shown: string }>(
      sql`select shown_sha256 as shown from signatures where entity_id = ${id}`,
    )
    for (const fact of [
      number,
      'Signed electronically',
      'Ann M. Keller',
      'Made the contract',
      'Opened the contract',
      shown,
    ])
      expect(text).toContain(fact)
    expect((await bytesOf(`${path}/pdf?original=1`)).equals(original)).toBe(true)
    const line = (await world.trail()).find(({ action, entityId }) => action === 'contract.sealed' && entityId === id)
    expect(line?.details.papers).toHaveLength(1)
  })

  it('drawn passes for accessible as well', async () => {
    const { path } = await signedContract(drawn)
    await world.runJobs()
    const sealed = await bytesOf(`${path}/pdf`)
    expect(await checkAccessible(sealed)).toEqual([])
    await expectSealed(sealed, 'contract')
  })

  it('is told to the client, the staff member and the administrator who made it, and read as signed after it ended', async () => {
    const before = (await world.mail()).length
    const { path } = await signedContract()
    const told = (await world.mail())
      .slice(before)
      .filter(({ subject }) => /signed/.test(subject) && !/waiting/.test(subject))
    expect(told.map(({ to }) => to).toSorted()).toEqual(['alice@example.com', 'ann@example.com', 'sam@example.com'])
    await world.alice.patch(`${path}/status`, { status: 'terminated', reason: 'Over' })
    await world.runJobs()
    expect(await textOf(await bytesOf(`${path}/pdf`))).not.toContain('Terminated')
  })

  it('cannot be changed by any call', async () => {
    const { path, id } = await signedContract()
    await world.runJobs()
    const sealed = await bytesOf(`${path}/pdf`)
    for (const who of [world.alice, world.mona]) {
      expect((await who.put(path, { terms: 'Others' })).status).toBe(409)
      expect((await who.patch(`${path}/status`, { status: 'cancelled' })).status).toBe(409)
    }
    expect((await world.sam.put(path, { terms: 'Others' })).status).toBe(403)
    expect((await world.ann.put(path, { terms: 'Others' })).status).toBe(403)
    expect((await world.ann.post(`${path}/refusal`, { reason: 'Late' })).status).toBe(409)
    await world.alice.patch(`${path}/status`, { status: 'completed' })
    expect((await bytesOf(`${path}/pdf`)).equals(sealed)).toBe(true)
    expect(await world.db.rows(sql`select from signatures where entity_id = ${id}`)).toHaveLength(1)
  })
})

describe('a contract is not signed', () => {
  const draft = async () => {
    const { body } = await world.alice.post('/api/contracts', contractInput(world))
    return `/api/contracts/${body.id}`
  }
  const sign = (who: Caller, path: string) => who.post(`${path}/signature`, typed)

  it('by anybody but the client of its folder', async () => {
    const path = await draft()
    for (const who of [world.sam, world.alice, world.mona]) {
      await who.get(`${path}/pdf`)
      expect((await sign(who, path)).status).toBe(403)
    }
    for (const who of [world.sue, world.eve]) expect((await sign(who, path)).status).toBe(404)
    expect((await sign(world.visitor, path)).status).toBe(401)
  })

  it('before its PDF was opened, nor after its text changed since', async () => {
    const path = await draft()
    const sentence = 'Please open the contract as it stands now and read it before you sign.'
    const unread = await sign(world.ann, path)
    expect([unread.status, unread.body.message]).toEqual([409, sentence])
    await world.ann.get(`${path}/pdf`)
    expect((await world.alice.put(path, { terms: 'Net 15.' })).status).toBe(200)
    const older = await sign(world.ann, path)
    expect([older.status, older.body.message]).toEqual([409, sentence])
    await world.ann.get(`${path}/pdf?original=1`)
    expect((await sign(world.ann, path)).status).toBe(201)
    await world.runJobs()
    expect(await textOf(await bytesOf(`${path}/pdf`))).toContain('Net 15.')
  })

  it('twice, nor twenty times at once', async () => {
    const path = await draft()
    await world.ann.get(`${path}/pdf`)
    const answers = await Promise.all(Array.from({ length: 20 }, () => sign(world.ann, path)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  it('after it was declined, with its reason, or cancelled', async () => {
    const declined = await draft()
    await world.ann.get(`${declined}/pdf`)
    const answer = await world.ann.post(`${declined}/refusal`, { reason: 'Too dear.' })
    expect([answer.status, answer.body.status, answer.body.reason]).toEqual([201, 'declined', 'Too dear.'])
    expect((await sign(world.ann, declined)).body.message).toBe('This contract was declined. Please make a new one.')
    const cancelled = await draft()
    await world.ann.get(`${cancelled}/pdf`)
    await world.alice.patch(`${cancelled}/status`, { status: 'cancelled' })
    expect((await sign(world.ann, cancelled)).status).toBe(409)
    expect((await world.sam.post(`${cancelled}/refusal`, { reason: 'x' })).status).toBe(403)
    expect((await world.ann.post(`${await draft()}/refusal`, { reason: ' ' })).status).toBe(400)
  })

  it('and cancelled at once: one of them', async () => {
    for (let i = 0; i < 6; i++) {
      const path = await draft()
      await world.ann.get(`${path}/pdf`)
      const [signing, cancelling, editing] = await Promise.all([
        sign(world.ann, path),
        world.alice.patch(`${path}/status`, { status: 'cancelled' }),
        world.mona.put(path, { terms: 'Others' }),
      ])
      const { status } = (await world.alice.get(path)).body
      expect(status).toBe(signing.status === 201 ? 'active' : 'cancelled')
      expect([signing.status, cancelling.status].filter((each) => each < 300)).toHaveLength(1)
      expect([200, 409]).toContain(editing.status)
    }
  })
})

it('every stored paper has its row, and every row its paper', async () => {
  await world.runJobs()
  const stored = (await storedPapers()).filter((name) => !leftBefore.includes(name))
  const rows = await world.db.rows<{ key: string }>(sql`select storage_key as key from papers`)
  expect(rows.map(({ key }) => key.replace('papers/', '')).toSorted()).toEqual(stored.toSorted())
})
