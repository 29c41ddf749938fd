// After a signature: the sealed papers of documents, what stands in them, who gets them.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bytesOf, expectRowsOfPapers, expectSealed, storedPapers, verdictOn } from '../../tests/sealed.ts'
import { drawn, openedToSign, sign, typedSignature } from '../../tests/signatures.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import * as make from '../../tests/samples.ts'
import { addDocument } from '../../tests/uploads.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
let acme: string
let leftBefore: string[]
beforeAll(async () => {
  world = await createWorld()
  acme = world.folders.acme.id
  leftBefore = await storedPapers(world)
})
afterAll(() => world.close())
beforeEach(() => world.db.run(sql`update uploads set created_at = created_at - interval '2 days'`))

/** Signed by Ann, and sealed. */
async function signed(more: Record<string, unknown> = {}, signature: object = typedSignature) {
  const document = await openedToSign(world, more)
  const answer = await sign(world.ann, document, signature)
  expect(answer.status, answer.text).toBe(201)
  return { ...document, path: `/api/documents/${document.id}` }
}

describe('a signed PDF', () => {
  it('keeps its own bytes and gets a seal after them, which others and we ourselves find whole', async () => {
    const original = make.pdf('A policy')
    const { path, objectPath } = await signed({ bytes: original })
    await world.runJobs()
    const sealed = await bytesOf(world, `${path}/signed`)
    expect(sealed.subarray(0, original.length).equals(original)).toBe(true)
    expect(sealed.length).toBeGreaterThan(original.length)
    await expectSealed(world, sealed, 'document')
    expect((await bytesOf(world, objectPath)).equals(original)).toBe(true)
    sealed[300] = (sealed[300] ?? 0) ^ 1
    expect(await verdictOn(world, sealed)).toMatchObject({ verdict: 'ours-changed' })
  })

  it('has a certificate beside it that says who signed what, when, from where, how, and what they agreed to', async () => {
    const { path, sha256 } = await signed({ name: 'Remote work.pdf' })
    await world.runJobs()
    const certificate = await bytesOf(world, `${path}/certificate`)
    await expectSealed(world, certificate, 'certificate')
    expect(await checkAccessible(certificate)).toEqual([])
    const text = await textOf(certificate)
    const link = await world.db.one(typed(z.object({ hash: z.string() }))`
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

  it('shows its drawn signature with a name that can be read aloud', async () => {
    const { path } = await signed({}, drawn)
    await world.runJobs()
    const certificate = await bytesOf(world, `${path}/certificate`)
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
    const papers = await world.db.rows(
      typed(
        z.object({ kind: z.string(), sha256: z.string() }),
      )`select kind, sha256 from papers where entity_id = ${id} order by kind`,
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
    const [copy, certificate] = [await bytesOf(world, `${path}/signed`), await bytesOf(world, `${path}/certificate`)]
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
    await expectSealed(world, await bytesOf(world, `${path}/signed`), 'certificate')
    expect((await bytesOf(world, objectPath)).equals(bytes)).toBe(true)
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

it('every stored paper has its row, and every row its paper', () => expectRowsOfPapers(world, leftBefore))
