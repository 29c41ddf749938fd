import { rm } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDocument } from '../../tests/uploads.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
let acme: string
beforeAll(async () => {
  world = await createWorld()
  acme = world.folders.acme.id
})
afterAll(async () => {
  await world.close()
  await rm(world.config.dataDir, { recursive: true, force: true })
})
beforeEach(() => world.db.run(sql`update uploads set created_at = created_at - interval '2 hours'`))

const added = async (who: 'ann' | 'sam' = 'sam', more: Record<string, unknown> = {}) =>
  (await addDocument(world[who], acme, more)).body as { id: string; objectPath: string; version: number }
const lastLetters = async (count: number) => (await world.mail()).slice(-count).map(({ to, subject }) => [to, subject])
const setStatus = (status: string) => world.db.run(sql`update client_folders set status = ${status} where id = ${acme}`)

describe('asking for a signature', () => {
  const ask = (who: 'sam' | 'ann' | 'sue' | 'eve' | 'visitor', id: string, requiresSignature: boolean, headers = {}) =>
    world[who].patch(`/api/documents/${id}`, { requiresSignature }, headers)

  it('is done by the team afterwards, too, and taken back', async () => {
    world.pass({ minutes: 11 })
    const { id } = await added()
    const asked = await ask('sam', id, true)
    expect([asked.status, asked.body.requiresSignature, asked.body.version]).toEqual([200, true, 2])
    expect(await lastLetters(1)).toEqual([['ann@example.com', 'A document is waiting for your signature']])
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'document.signature-requested', entityId: id })
    const back = await ask('sam', id, false, { 'if-match': '"2"' })
    expect(back.body).toMatchObject({ requiresSignature: false, allowed: ['download', 'open', 'request-signature'] })
  })

  it('again, after the client refused', async () => {
    const { id } = await added('sam', { requiresSignature: true })
    await world.db.run(sql`update documents set refusal_reason = 'Wrong dates', refused_at = now() where id = ${id}`)
    expect((await world.ann.get(`/api/documents/${id}`)).body.allowed).toEqual(['download', 'open'])
    expect((await world.sam.get(`/api/documents/${id}`)).body.allowed).toContain('request-signature')
    const asked = await ask('sam', id, true)
    expect(asked.body).toMatchObject({ refusalReason: null, refusedAt: null })
    expect((await world.ann.get(`/api/documents/${id}`)).body.allowed).toContain('sign')
  })

  it('is not for a client, a colleague, a stranger, a visitor', async () => {
    const { id } = await added()
    expect((await ask('ann', id, true)).status).toBe(403)
    expect((await ask('sue', id, true)).status).toBe(404)
    expect((await ask('eve', id, true)).status).toBe(404)
    expect((await ask('visitor', id, true)).status).toBe(401)
  })

  it('is refused once it is signed, for an older version, in an archived folder', async () => {
    const { id } = await added('sam', { requiresSignature: true })
    expect((await ask('sam', id, false, { 'if-match': '"7"' })).status).toBe(412)
    await setStatus('archived')
    expect((await ask('sam', id, false)).status).toBe(409)
    expect((await world.ann.get(`/api/documents/${id}`)).body.allowed).toEqual(['download', 'open'])
    expect((await world.ann.get(`/api/documents/${id}/file`)).status).toBe(200)
    await setStatus('active')
    await world.db.run(sql`update documents set is_signed = true, signed_at = now() where id = ${id}`)
    const signed = await ask('sam', id, false)
    expect([signed.status, signed.body.message]).toEqual([409, 'This document is signed and stays as it is.'])
  })
})

describe('a document that answers something', () => {
  const request = async (status = 'pending', folder = acme) => {
    const id = crypto.randomUUID()
    await world.db.run(sql`
      insert into document_requests (id, client_folder_id, requested_by_id, title, document_type, status, created_at)
      values (${id}, ${folder}, ${world.people.sam.id}, 'Handbook', 'handbook', ${status}, now())`)
    return id
  }
  const statusOf = async (id: string) =>
    (await world.db.one(typed(z.object({ status: z.string() }))`select status from document_requests where id = ${id}`))
      .status

  it('submits the request', async () => {
    const documentRequestId = await request()
    const { body } = await addDocument(world.ann, acme, { documentRequestId })
    expect(body.documentRequestId).toBe(documentRequestId)
    expect(await statusOf(documentRequestId)).toBe('submitted')
  })

  it('not a closed request, nor one of another folder; and then nothing is registered', async () => {
    const closed = await addDocument(world.ann, acme, { documentRequestId: await request('cancelled') })
    expect(closed.status).toBe(409)
    const others = await request('pending', world.folders.elmwood.id)
    const refused = await addDocument(world.ann, acme, { documentRequestId: others })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'documentRequestId'])
    expect(await statusOf(others)).toBe('pending')
  })

  it('completes an assignment that wanted it, and only such a one', async () => {
    const assign = async (wants: string) =>
      (await world.sam.post(`/api/client-folders/${acme}/assignments`, { title: 'T', description: 'D', wants })).body
        .id as string
    const wanted = await assign('upload')
    const { body } = await addDocument(world.ann, acme, { assignmentId: wanted })
    expect((await world.ann.get(`/api/assignments/${wanted}`)).body).toMatchObject({
      status: 'completed',
      documentId: body.id,
    })
    expect((await addDocument(world.ann, acme, { assignmentId: wanted })).status).toBe(409)
    const other = await addDocument(world.ann, acme, { assignmentId: await assign('nothing') })
    expect([other.status, other.body.issues[0].path]).toEqual([400, 'assignmentId'])
  })
})
