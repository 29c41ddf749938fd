// Received email that staff see: what certainly belongs to their folders.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { company, contactIn } from '../../tests/contacts.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { newId } from '../kit/id.ts'
import { receivedEmailChange } from './queries.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ LOG_LEVEL: 'error' })))
afterAll(() => testApp.close())

const path = (id: string, rest = '') => `/api/received-emails/${id}${rest}`

/** A pending email. @param folder of the reply address that it was sent to */
async function emailFrom(address: string, folder: string | null = null): Promise<string> {
  const id = newId()
  await testApp.db.run(sql`
    insert into received_emails (id, content_hash, uid_validity, uid, from_address, status, reason, client_folder_id, received_at)
    values (${id}, ${Buffer.from(id)}, '1', 1, ${address}, 'pending', 'no-reply-address', ${folder}, ${testApp.db.now})`)
  return id
}

async function seenBy(caller: Caller, id: string): Promise<boolean> {
  const listed = (await caller.get('/api/received-emails?limit=200')).body.some(
    (each: { id: string }) => each.id === id,
  )
  expect((await caller.get(path(id))).status).toBe(listed ? 200 : 404)
  return listed
}

describe('a received email', () => {
  it('is shown to those who see the folder of its reply address, and to administrators', async () => {
    const id = await emailFrom('someone@elsewhere.example', testApp.folders.acme.id)
    expect(await seenBy(testApp.sam, id)).toBe(true)
    expect(await seenBy(testApp.sue, id)).toBe(false)
    expect(await seenBy(testApp.alice, id)).toBe(true)
    expect((await testApp.ann.get('/api/received-emails')).status).toBe(403)
    expect((await testApp.ann.get(path(id))).status).toBe(404)
  })

  it('is shown to those who see every folder of its sender', async () => {
    const ofAnn = await emailFrom('ann@example.com')
    expect(await seenBy(testApp.sam, ofAnn)).toBe(true)
    expect(await seenBy(testApp.sue, ofAnn)).toBe(false)
    const folder = await company(testApp)
    const contact = await contactIn(testApp, folder, { documents: true })
    const ofContact = await emailFrom(contact.email)
    expect(await seenBy(testApp.sam, ofContact)).toBe(true)
    expect(await seenBy(testApp.alice, await emailFrom('unknown@elsewhere.example'))).toBe(true)
    expect(await seenBy(testApp.sam, await emailFrom('unknown@elsewhere.example'))).toBe(false)
    expect(await seenBy(testApp.sam, await emailFrom('sam@example.com'))).toBe(false)
  })

  it('from a person of two companies is shown to those who see both', async () => {
    const folder = await company(testApp)
    const contact = await contactIn(testApp, folder, { messages: true })
    const id = await emailFrom(contact.email)
    expect(await seenBy(testApp.sam, id)).toBe(true)
    await contactIn(testApp, testApp.folders.elmwood.id, { messages: true }, contact.email)
    expect(await seenBy(testApp.sam, id)).toBe(false)
    expect(await seenBy(testApp.sue, id)).toBe(false)
    for (const answer of [
      await testApp.sam.post(path(id, '/dismissal')),
      await testApp.sam.post(path(id, '/message'), { clientFolderId: folder }),
    ])
      expect(answer.status).toBe(404)
  })

  it('does not name a sender who belongs to another company', async () => {
    const id = await emailFrom('eve@example.com', testApp.folders.acme.id)
    expect((await testApp.sam.get(path(id))).body).toMatchObject({ from: 'eve@example.com', sender: null })
    expect((await testApp.alice.get(path(id))).body.sender).toMatchObject({ name: 'Eve Novak' })
    const ofAnn = await emailFrom('ann@example.com')
    expect((await testApp.sam.get(path(ofAnn))).body.sender).toMatchObject({ name: 'Ann Keller' })
  })

  it('is dismissed by staff once, and is not added to a folder that they can’t see', async () => {
    const id = await emailFrom('ann@example.com', testApp.folders.acme.id)
    const other = await testApp.sam.post(path(id, '/message'), { clientFolderId: testApp.folders.elmwood.id })
    expect([other.status, other.body.message]).toEqual([400, 'Choose one of your client folders.'])
    // It isn't in the mailbox: this test app has none.
    expect((await testApp.sam.post(path(id, '/message'), { clientFolderId: testApp.folders.acme.id })).status).toBe(409)
    expect((await testApp.sam.post(path(id, '/dismissal'), undefined, { 'if-match': '"7"' })).status).toBe(412)
    expect((await testApp.sue.post(path(id, '/dismissal'))).status).toBe(404)
    const answers = await Promise.all([testApp.sam, testApp.alice].map((by) => by.post(path(id, '/dismissal'))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('is handled once, and added to no folder with bad input', async () => {
    const id = await emailFrom('ann@example.com', testApp.folders.acme.id)
    for (const body of [{}, { clientFolderId: null }, { clientFolderId: 'acme' }, { clientFolderId: id, status: 'x' }])
      expect((await testApp.sam.post(path(id, '/message'), body)).status).toBe(400)
    const bookkeeper = await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
    const to = { clientFolderId: testApp.folders.acme.id }
    for (const who of [bookkeeper.caller, testApp.sue, testApp.ann]) {
      expect((await who.post(path(id, '/message'), to)).status).toBe(404)
      expect((await who.post(path(id, '/dismissal'))).status).toBe(404)
    }
    expect((await testApp.sam.post(path(id, '/dismissal'))).body.status).toBe('dismissed')
    for (const answer of [
      await testApp.sam.post(path(id, '/dismissal')),
      await testApp.sam.post(path(id, '/message'), to),
    ])
      expect([answer.status, answer.body.message]).toEqual([409, 'This email was already handled.'])
  })

  it('is for assistants in their folders, and not for bookkeepers', async () => {
    const id = await emailFrom('ann@example.com', testApp.folders.acme.id)
    const assistant = await staffMember(testApp, 'Ash', { staffAccess: 'assistant' })
    const bookkeeper = await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
    expect(await seenBy(assistant.caller, id)).toBe(false)
    await testApp.alice.post(`/api/client-folders/${testApp.folders.acme.id}/members`, { userId: assistant.id })
    expect(await seenBy(assistant.caller, id)).toBe(true)
    expect(await seenBy(bookkeeper.caller, id)).toBe(false)
  })

  it('is in the work queue of those who see its folder, or the only folder of its sender', async () => {
    const folder = await company(testApp)
    const contact = await contactIn(testApp, folder, { messages: true })
    const [ofFolder, ofSender] = [await emailFrom('x@elsewhere.example', folder), await emailFrom(contact.email)]
    const queued = async (caller: Caller) =>
      (await caller.get('/api/work-queue?view=all')).body.items
        .filter(({ clientFolderId }: { clientFolderId: string }) => clientFolderId === folder)
        .map((item: { kind: string; id: string }) => [item.kind, item.id])
    const both = [
      ['received-email', ofFolder],
      ['received-email', ofSender],
    ]
    expect(await queued(testApp.sam)).toEqual(both)
    expect(await queued(testApp.alice)).toEqual(both)
    expect(await queued(testApp.sue)).toEqual([])
  })

  it('updates the pages of those who see it', async () => {
    const ofFolder = await emailFrom('x@elsewhere.example', testApp.folders.acme.id)
    const ofSender = await emailFrom('ann@example.com')
    const unknown = await emailFrom('unknown@elsewhere.example')
    const change = (id: string) => receivedEmailChange(testApp.db, id)
    expect(await change(ofFolder)).toMatchObject({
      clientFolderId: testApp.folders.acme.id,
      teamOnly: true,
      userIds: [],
    })
    expect(await change(ofSender)).toMatchObject({ clientFolderId: null, userIds: [testApp.people.sam.id] })
    expect(await change(unknown)).toMatchObject({ clientFolderId: null, userIds: [] })
  })
})
