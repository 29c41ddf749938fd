// Content that others may have seen is withdrawn, not deleted: documents, messages, assignments, and expired proposals.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'
import { deleteWithdrawnFiles } from './withdrawal.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const refused = ({ status, body }: Answer) => [status, body.message]
const acme = (rest: string) => `/api/client-folders/${testApp.folders.acme.id}${rest}`
const reason = 'It belongs to another folder'
const added = async (by: Caller = testApp.sam): Promise<string> =>
  (await addDocument(by, testApp.folders.acme.id)).body.id
const withdraw = (id: string, by: Caller = testApp.sam, body: object = { reason }) =>
  by.post(`/api/documents/${id}/withdrawal`, body)
const olderBy = (table: 'documents' | 'messages', id: string, minutes: number) =>
  table === 'documents'
    ? testApp.db.run(
        sql`update documents set created_at = created_at - make_interval(mins => ${minutes}) where id = ${id}`,
      )
    : testApp.db.run(
        sql`update messages set created_at = created_at - make_interval(mins => ${minutes}) where id = ${id}`,
      )

describe('a withdrawn document', () => {
  it('disappears from lists, its page, and its file for both sides; the history says who, when, and why', async () => {
    const id = await added()
    const answer = await withdraw(id)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { id, reason, withdrawnByName: 'Sam Carter', fileDeletedAt: null },
    ])
    for (const caller of [testApp.ann, testApp.sam, testApp.alice]) {
      expect((await caller.get(acme('/documents'))).body.map((each: { id: string }) => each.id)).not.toContain(id)
      expect((await caller.get(`/api/documents/${id}`)).status).toBe(404)
      expect((await caller.get(`/api/documents/${id}/file`)).status).toBe(404)
    }
    const named = async (caller: Caller) =>
      (await caller.get(acme('/withdrawn-documents'))).body.find((each: { id: string }) => each.id === id)
    expect(await named(testApp.sam)).toMatchObject({ reason, originalName: expect.any(String) })
    expect(await named(testApp.ann)).toMatchObject({ reason, originalName: null })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'document.withdrawn', entityId: id })
  })

  it('leaves the work queue and the follow-ups of the team', async () => {
    const id = (await addDocument(testApp.sam, testApp.folders.acme.id, { requiresSignature: true })).body.id
    await olderBy('documents', id, 60 * 24 * 30)
    const lists = async () =>
      JSON.stringify([
        (await testApp.sam.get('/api/work-queue?view=mine')).body,
        (await testApp.sam.get('/api/dashboard/chase')).body,
      ]).split(id).length - 1
    expect(await lists()).toBe(2)
    await withdraw(id)
    expect(await lists()).toBe(0)
  })

  it('retains its file for 30 days, and longer under a legal hold', async () => {
    const id = await added()
    await withdraw(id)
    const there = async () => (await testApp.db.rows(sql`select from documents where id = ${id}`)).length === 1
    await deleteWithdrawnFiles(testApp.db, testApp.context.files)
    expect(await there()).toBe(true)
    await testApp.db.run(sql`update documents set withdrawn_at = withdrawn_at - interval '31 days' where id = ${id}`)
    const hold = await testApp.alice.post(acme('/legal-holds'), { reason: 'Litigation' })
    expect(hold.status).toBe(201)
    await deleteWithdrawnFiles(testApp.db, testApp.context.files)
    expect(await there()).toBe(true)
    await testApp.db.run(
      sql`update legal_holds set released_at = now(), released_by_id = placed_by_id where id = ${hold.body.id}`,
    )
    await deleteWithdrawnFiles(testApp.db, testApp.context.files)
    expect(await there()).toBe(false)
    const { body } = await testApp.sam.get(acme('/withdrawn-documents'))
    expect(body.find((each: { id: string }) => each.id === id)).toMatchObject({
      reason,
      fileDeletedAt: expect.any(String),
    })
  })

  it('can be withdrawn by the client who uploaded it for one hour', async () => {
    const id = await added(testApp.ann)
    expect((await testApp.ann.get(`/api/documents/${id}`)).body.allowed).toContain('withdraw')
    await olderBy('documents', id, 61)
    expect((await testApp.ann.get(`/api/documents/${id}`)).body.allowed).not.toContain('withdraw')
    expect((await withdraw(id, testApp.ann)).status).toBe(403)
    expect((await withdraw(await added(testApp.ann), testApp.ann)).status).toBe(200)
  })

  it('cannot be withdrawn twice, without a reason, once signed, or by anyone else', async () => {
    const id = await added()
    expect(refused(await withdraw(id, testApp.sam, {}))).toEqual([400, 'Enter a reason.'])
    expect((await withdraw(id, testApp.ann)).status).toBe(403)
    for (const stranger of [testApp.eve, testApp.sue]) expect((await withdraw(id, stranger)).status).toBe(404)
    const answers = await Promise.all([withdraw(id), withdraw(id), withdraw(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    const signed = await added()
    await testApp.db.run(sql`
      update documents set requires_signature = true, is_signed = true, signed_at = now() where id = ${signed}`)
    expect(refused(await withdraw(signed))).toEqual([409, 'This document is signed, so it can’t be withdrawn.'])
  })
})

describe('a retracted message', () => {
  const sent = async (by: Caller) => (await by.post(acme('/messages'), { content: 'Not for you' })).body.id as string
  const retract = (id: string, by: Caller) => by.post(`/api/messages/${id}/retraction`)
  const waits = async () =>
    (await testApp.sam.get('/api/unanswered-threads')).body.some(
      (thread: { clientFolderId: string }) => thread.clientFolderId === testApp.folders.acme.id,
    )

  it('loses its text but remains in the thread, and no longer counts as unanswered', async () => {
    await sent(testApp.sam)
    const id = await sent(testApp.ann)
    expect(await waits()).toBe(true)
    expect((await retract(id, testApp.ann)).body).toMatchObject({ content: '', retractedAt: expect.any(String) })
    const { body } = await testApp.sam.get(acme('/messages?order=newest&limit=1'))
    expect(body).toMatchObject([{ id, content: '', retractedAt: expect.any(String) }])
    expect(await waits()).toBe(false)
    expect(await testApp.db.rows(sql`select from messages where content = 'Not for you' and id = ${id}`)).toEqual([])
  })

  it('leaves the client’s message unanswered again if it is from the team', async () => {
    await sent(testApp.ann)
    const answer = await sent(testApp.sam)
    expect(await waits()).toBe(false)
    await retract(answer, testApp.sam)
    expect(await waits()).toBe(true)
  })

  it('is refused after ten minutes, twice, and to everyone but its sender', async () => {
    const id = await sent(testApp.ann)
    expect((await retract(id, testApp.sam)).status).toBe(403)
    expect((await retract(id, testApp.eve)).status).toBe(404)
    const answers = await Promise.all([retract(id, testApp.ann), retract(id, testApp.ann)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const old = await sent(testApp.ann)
    await olderBy('messages', old, 11)
    expect(refused(await retract(old, testApp.ann))).toEqual([
      409,
      'A message can be retracted for ten minutes. Send a correction instead.',
    ])
  })
})

describe('a cancelled assignment', () => {
  const given = async () =>
    (await testApp.sam.post(acme('/assignments'), { title: 'Send the handbook', description: 'The one from 2024' }))
      .body.id as string
  const cancel = (id: string, by: Caller = testApp.sam, more: object = { reason }) =>
    by.patch(`/api/assignments/${id}/status`, { status: 'cancelled', ...more })

  it('shows the client the reason and is no longer due', async () => {
    const id = await given()
    expect((await cancel(id)).body).toMatchObject({ status: 'cancelled', reason, allowed: [] })
    expect((await testApp.ann.get(`/api/assignments/${id}`)).body).toMatchObject({ status: 'cancelled', reason })
    expect(JSON.stringify((await testApp.ann.get('/api/to-dos')).body)).not.toContain(id)
  })

  it('is refused without a reason, to the client, and once it is completed or cancelled', async () => {
    const id = await given()
    expect(refused(await cancel(id, testApp.sam, {}))).toEqual([400, 'Enter a reason.'])
    expect((await cancel(id, testApp.ann)).status).toBe(403)
    await cancel(id)
    expect(refused(await cancel(id))).toEqual([409, 'This assignment was canceled.'])
    expect((await testApp.ann.patch(`/api/assignments/${id}/status`, { status: 'completed' })).status).toBe(409)
    expect((await testApp.sam.put(`/api/assignments/${id}`, { title: 'x', description: 'y' })).status).toBe(409)
    const done = await given()
    await testApp.sam.patch(`/api/assignments/${done}/status`, { status: 'completed' })
    expect((await cancel(done)).status).toBe(409)
  })
})
