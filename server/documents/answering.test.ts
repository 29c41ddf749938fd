import { rm } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDocument } from '../../tests/uploads.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
})
afterAll(async () => {
  await testApp.close()
  await rm(testApp.config.dataDir, { recursive: true, force: true })
})
beforeEach(() => testApp.db.run(sql`update uploads set created_at = created_at - interval '2 hours'`))

const added = async (who: 'ann' | 'sam' = 'sam', more: Record<string, unknown> = {}) =>
  (await addDocument(testApp[who], acme, more)).body as { id: string; objectPath: string; version: number }
const lastEmails = async (count: number) => (await testApp.mail()).slice(-count).map(({ to, subject }) => [to, subject])
const setStatus = (status: string) =>
  testApp.db.run(sql`update client_folders set status = ${status} where id = ${acme}`)

describe('requesting a signature', () => {
  const ask = (who: 'sam' | 'ann' | 'sue' | 'eve' | 'visitor', id: string, requiresSignature: boolean, headers = {}) =>
    testApp[who].patch(`/api/documents/${id}`, { requiresSignature }, headers)

  it('lets the team request one on an existing document, and withdraw it', async () => {
    testApp.pass({ minutes: 11 })
    const { id } = await added()
    const asked = await ask('sam', id, true)
    expect([asked.status, asked.body.requiresSignature, asked.body.version]).toEqual([200, true, 2])
    expect(await lastEmails(1)).toEqual([['ann@example.com', 'ProHR sent you a document to sign']])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'document.signature-requested', entityId: id })
    const back = await ask('sam', id, false, { 'if-match': '"2"' })
    expect(back.body).toMatchObject({
      requiresSignature: false,
      allowed: ['download', 'open', 'request-signature', 'set-expiration', 'make-team-only', 'add-version', 'withdraw'],
    })
  })

  it('lets the team request one again after the client declined', async () => {
    const { id } = await added('sam', { requiresSignature: true })
    await testApp.db.run(sql`update documents set decline_reason = 'Wrong dates', declined_at = now() where id = ${id}`)
    expect((await testApp.ann.get(`/api/documents/${id}`)).body.allowed).toEqual(['download', 'open'])
    expect((await testApp.sam.get(`/api/documents/${id}`)).body.allowed).toContain('request-signature')
    const asked = await ask('sam', id, true)
    expect(asked.body).toMatchObject({ declineReason: null, declinedAt: null })
    expect((await testApp.ann.get(`/api/documents/${id}`)).body.allowed).toContain('sign')
  })

  it('refuses clients, colleagues, strangers, and visitors', async () => {
    const { id } = await added()
    expect((await ask('ann', id, true)).status).toBe(403)
    expect((await ask('sue', id, true)).status).toBe(404)
    expect((await ask('eve', id, true)).status).toBe(404)
    expect((await ask('visitor', id, true)).status).toBe(401)
  })

  it('refuses a signed document, an outdated version, and an archived folder', async () => {
    const { id } = await added('sam', { requiresSignature: true })
    expect((await ask('sam', id, false, { 'if-match': '"7"' })).status).toBe(412)
    await setStatus('archived')
    expect((await ask('sam', id, false)).status).toBe(409)
    expect((await testApp.ann.get(`/api/documents/${id}`)).body.allowed).toEqual(['download', 'open'])
    expect((await testApp.ann.get(`/api/documents/${id}/file`)).status).toBe(200)
    await setStatus('active')
    await testApp.db.run(sql`update documents set is_signed = true, signed_at = now() where id = ${id}`)
    const signed = await ask('sam', id, false)
    expect([signed.status, signed.body.message]).toEqual([409, 'This document is signed and can’t be changed.'])
  })
})

describe('a document that answers a request', () => {
  const request = async (status = 'pending', folder = acme) => {
    const id = crypto.randomUUID()
    await testApp.db.run(sql`
      insert into document_requests (id, client_folder_id, requested_by_id, title, document_type, status, created_at)
      values (${id}, ${folder}, ${testApp.people.sam.id}, 'Handbook', 'handbook', ${status}, now())`)
    return id
  }
  const statusOf = async (id: string) =>
    (
      await testApp.db.one(
        typed(z.object({ status: z.string() }))`select status from document_requests where id = ${id}`,
      )
    ).status

  it('submits the document request', async () => {
    const documentRequestId = await request()
    const { body } = await addDocument(testApp.ann, acme, { documentRequestId })
    expect(body.documentRequestId).toBe(documentRequestId)
    expect(await statusOf(documentRequestId)).toBe('submitted')
  })

  it('is refused for a closed request or one of another folder, and not registered', async () => {
    const closed = await addDocument(testApp.ann, acme, { documentRequestId: await request('cancelled') })
    expect(closed.status).toBe(409)
    const others = await request('pending', testApp.folders.elmwood.id)
    const refused = await addDocument(testApp.ann, acme, { documentRequestId: others })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'documentRequestId'])
    expect(await statusOf(others)).toBe('pending')
  })

  it('completes an assignment only if the assignment requires a file', async () => {
    const assign = async (requiredAction: string) =>
      (
        await testApp.sam.post(`/api/client-folders/${acme}/assignments`, {
          title: 'T',
          description: 'D',
          requiredAction,
        })
      ).body.id as string
    const wanted = await assign('upload')
    const { body } = await addDocument(testApp.ann, acme, { assignmentId: wanted })
    expect((await testApp.ann.get(`/api/assignments/${wanted}`)).body).toMatchObject({
      status: 'completed',
      documentId: body.id,
    })
    expect((await addDocument(testApp.ann, acme, { assignmentId: wanted })).status).toBe(409)
    const other = await addDocument(testApp.ann, acme, { assignmentId: await assign('nothing') })
    expect([other.status, other.body.issues[0].path]).toEqual([400, 'assignmentId'])
  })
})
