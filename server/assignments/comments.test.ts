// Comments on an assignment: who reads and adds them, who is notified, and how long they can be retracted.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab } from '../../tests/event-stream.ts'
import { company, contactIn } from '../../tests/contacts.ts'
import { type Answer, type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await testApp.goLive()
})
afterAll(() => testApp.close())

async function assignmentIn(folder: string): Promise<string> {
  const body = { title: 'Send the handbook', description: 'The one from 2024 will do.' }
  return (await testApp.sam.post(`/api/client-folders/${folder}/assignments`, body)).body.id
}
async function newAssignment() {
  const folder = await company(testApp)
  return { folder, id: await assignmentIn(folder) }
}
const path = (id: string) => `/api/assignments/${id}/comments`
const comment = (id: string, by: Caller = testApp.sam, content = 'Which year?') => by.post(path(id), { content })
const retract = (id: string, by: Caller = testApp.sam) => by.post(`/api/assignment-comments/${id}/retraction`)
const read = async (id: string, by: Caller = testApp.sam, query = '') => (await by.get(`${path(id)}${query}`)).body
const refused = ({ status, body }: Answer) => [status, body.message]

describe('a comment on an assignment', () => {
  it('is read by both sides with its author, the newest last, and audited without its text', async () => {
    const { id, folder } = await newAssignment()
    const first = await comment(id, testApp.ann)
    expect(first).toMatchObject({
      status: 201,
      body: { content: 'Which year?', senderName: 'Ann Keller', isFromClient: true, assignmentId: id },
    })
    const second = await comment(id, testApp.sam, 'canary: 2024')
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'assignment.comment-added',
      entityId: id,
      details: { commentId: second.body.id },
    })
    for (const by of [testApp.ann, testApp.sam, testApp.alice])
      expect(await read(id, by)).toEqual([first.body, second.body])
    expect(await read(id, testApp.ann, '?order=newest&limit=1')).toEqual([second.body])
    const { body } = await testApp.sam.get(`/api/assignments/${id}`)
    expect(body.history.map(({ action }: { action: string }) => action)).toEqual(['assignment.created'])
    // The folder's thread is another conversation.
    expect((await testApp.sam.get(`/api/client-folders/${folder}/messages`)).body).toEqual([])
    expect((await testApp.sam.get('/api/unanswered-threads')).text).not.toContain(folder)
  })

  it('notifies the other side live and by one email in two minutes, without its text', async () => {
    const { id, folder } = await newAssignment()
    const { email } = await contactIn(testApp, folder, { documents: true })
    const outside = await contactIn(testApp, folder, { messages: true })
    const before = (await testApp.mail()).length
    const tab = await openTab(await testApp.address(), testApp.ann)
    await comment(id, testApp.sam, 'canary: 2024')
    await expect.poll(() => tab.received).toContainEqual({ type: 'assignments', id, clientFolderId: folder })
    tab.close()
    await comment(id, testApp.sam, 'canary: or 2025')
    const emails = (await testApp.mail()).slice(before)
    expect(emails.map(({ to }) => to).toSorted()).toEqual(['ann@example.com', email].toSorted())
    expect(emails.map(({ to }) => to)).not.toContain(outside.email)
    for (const each of emails) {
      expect(each.subject).toBe('You have a new comment from ProHR')
      expect(each.text).not.toContain('canary')
    }
    await comment(id, testApp.ann)
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'sam@example.com',
      subject: 'ProHR portal: a client commented on an assignment',
    })
  })

  it('is refused if it is empty or too long, and where the assignment is not visible', async () => {
    const { id, folder } = await newAssignment()
    expect(refused(await comment(id, testApp.sam, ' '))).toEqual([400, 'Enter a comment.'])
    expect((await comment(id, testApp.sam, 'x'.repeat(100_000))).status).toBe(400)
    const { cora } = await contactIn(testApp, folder, { messages: true, money: true })
    for (const by of [testApp.eve, cora]) {
      expect((await comment(id, by)).status).toBe(404)
      expect((await by.get(path(id))).status).toBe(404)
    }
    expect((await comment(unknownId)).status).toBe(404)
    expect((await testApp.visitor.get(path(id))).status).toBe(401)
  })

  it('is refused for a canceled assignment and in an archived folder, and accepted for a completed one', async () => {
    const { id, folder } = await newAssignment()
    const { body } = await comment(id)
    const status = (to: string, reason?: string) =>
      testApp.sam.patch(`/api/assignments/${id}/status`, { status: to, ...(reason === undefined ? {} : { reason }) })
    await status('completed')
    expect((await testApp.ann.get(`/api/assignments/${id}`)).body.allowed).toEqual(['comment'])
    expect((await comment(id, testApp.ann)).status).toBe(201)
    const other = await assignmentIn(folder)
    await testApp.sam.patch(`/api/assignments/${other}/status`, { status: 'cancelled', reason: 'Not needed' })
    expect(refused(await comment(other))).toEqual([409, 'This assignment was canceled.'])
    await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await comment(id)).status).toBe(409)
    expect((await retract(body.id)).status).toBe(409)
    expect(await read(id)).toHaveLength(2)
  })
})

describe('retracting a comment', () => {
  it('deletes its text within ten minutes, once, and only for its sender', async () => {
    const { id } = await newAssignment()
    const { body } = await comment(id, testApp.sam, 'canary: wrong client')
    expect(refused(await retract(body.id, testApp.ann))).toEqual([403, 'Only the sender can retract a comment.'])
    expect((await retract(body.id, testApp.alice)).status).toBe(403)
    expect((await retract(body.id, testApp.eve)).status).toBe(404)
    expect((await retract(unknownId)).status).toBe(404)
    expect((await retract(body.id)).body).toMatchObject({ content: '', retractedAt: expect.any(String), version: 2 })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'assignment.comment-retracted', entityId: id })
    expect(refused(await retract(body.id))).toEqual([409, 'This comment was already retracted.'])
    expect(JSON.stringify(await read(id))).not.toContain('canary')
    const old = (await comment(id)).body.id
    await testApp.db.run(
      sql`update assignment_comments set created_at = created_at - interval '11 minutes' where id = ${old}`,
    )
    expect(refused(await retract(old))).toEqual([
      409,
      'A comment can be retracted for ten minutes. Send a correction instead.',
    ])
  })

  it('has one winner when it is sent twice at the same time', async () => {
    const { id } = await newAssignment()
    const { body } = await comment(id)
    const answers = await Promise.all([retract(body.id), retract(body.id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
