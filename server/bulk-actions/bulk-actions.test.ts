import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { company, emailsTo } from '../../tests/contacts.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { newId } from '../kit/id.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 9 })))
afterAll(() => testApp.close())

const path = '/api/bulk-actions'
const messageTo = (folderIds: string[], content = 'Our office is closed on Friday.') => ({
  kind: 'message',
  content,
  recipients: { folderIds },
})
type Item = { status: string; reason: string | null }

const run = () => testApp.runJobs('run-bulk-actions')
const itemsOf = async (id: string) => (await testApp.alice.get(`${path}/${id}/items?limit=200`)).body
const messagesIn = async (id: string, who = testApp.alice) =>
  (await who.get(`/api/client-folders/${id}/messages`)).body.map(({ content }: { content: string }) => content)
const auditOf = async (id: string) =>
  (await testApp.auditLog()).filter(({ entityId }) => entityId === id).map(({ action }) => action)

describe('a bulk action', () => {
  it('does for each client what the single action does, with one audit entry for all and one for each', async () => {
    const folders = [await company(testApp), await company(testApp)]
    const { status, body } = await testApp.sam.post(path, messageTo(folders))
    expect([status, body]).toMatchObject([
      201,
      {
        kind: 'message',
        title: 'Our office is closed on Friday.',
        status: 'running',
        startedByName: 'Sam Carter',
        counts: { pending: 2, done: 0, skipped: 0, failed: 0 },
        allowed: ['stop'],
      },
    ])
    const before = (await testApp.mail()).length
    await run()
    expect((await testApp.sam.get(`${path}/${body.id}`)).body).toMatchObject({
      status: 'finished',
      counts: { pending: 0, done: 2, skipped: 0, failed: 0 },
      allowed: [],
    })
    for (const id of folders) expect(await messagesIn(id)).toEqual(['Our office is closed on Friday.'])
    expect((await testApp.mail()).slice(before).map(({ subject }) => subject)).toEqual([
      'You have a new message from ProHR',
      'You have a new message from ProHR',
    ])
    expect(await auditOf(body.id)).toEqual(['bulk-action.started', 'bulk-action.finished'])
    const sent = (await testApp.auditLog()).filter(({ action }) => action === 'message.sent')
    expect(sent.slice(-2).map(({ actorId }) => actorId)).toEqual([testApp.people.sam.id, testApp.people.sam.id])
  })

  it('requests a document and creates an assignment with a due date', async () => {
    const id = await company(testApp)
    const request = { title: 'Workers’ compensation certificate', dueDate: '2030-05-01' }
    const assignment = { title: 'Post the notice', description: 'Where everyone sees it.', dueDate: '2030-06-01' }
    const recipients = { folderIds: [id] }
    await testApp.sam.post(path, { kind: 'document-request', ...request, recipients })
    await testApp.sam.post(path, { kind: 'assignment', ...assignment, recipients })
    await run()
    expect((await testApp.sam.get(`/api/client-folders/${id}/document-requests`)).body).toMatchObject([request])
    expect((await testApp.sam.get(`/api/client-folders/${id}/assignments`)).body).toMatchObject([assignment])
  })

  it('requests an acknowledgment once, and skips clients who have acknowledged and folders without a client', async () => {
    const slug = 'code-of-conduct'
    const none = (await testApp.sam.post('/api/client-folders', { name: 'No Client Yet', services: 'HR' })).body.id
    const recipients = { folderIds: [testApp.folders.acme.id, none] }
    const ask = { kind: 'policy-acknowledgment', policy: slug, recipients }
    const first = (await testApp.sam.post(path, ask)).body
    await run()
    expect(first.title).toBe('Code of Conduct')
    expect((await emailsTo(testApp, 'ann@example.com')).at(-1)?.subject).toBe('ProHR asks you to acknowledge a policy')
    const { currentVersion } = (await testApp.ann.get(`/api/hr-policies/${slug}`)).body
    await testApp.ann.post(`/api/hr-policies/${slug}/acknowledgement`, { version: currentVersion })
    const second = (await testApp.sam.post(path, ask)).body
    await run()
    expect(await itemsOf(second.id)).toMatchObject([
      { name: 'Acme Tooling', status: 'skipped', reason: 'The client has already acknowledged the current version.' },
      { name: 'No Client Yet', status: 'skipped', reason: 'This folder has no client yet.' },
    ])
  })

  it('invites clients and contacts without a password once, and skips everyone else', async () => {
    const { email, firstName } = { email: `${newId()}@example.com`, firstName: 'Una' }
    const { id: clientId } = (
      await testApp.alice.post('/api/users', { email, firstName, lastName: 'Lund', role: 'client' })
    ).body
    const [first, second, ann] = [
      await company(testApp, clientId),
      await company(testApp, clientId),
      testApp.folders.acme.id,
    ]
    const invitations = async () =>
      (await emailsTo(testApp, email)).filter(({ subject }) => subject === 'ProHR invited you to its portal').length
    // Each new folder emailed them, and an address that isn't confirmed gets at most three emails a day.
    await testApp.db.run(sql`delete from unconfirmed_recipients`)
    const before = await invitations()
    const ask = { kind: 'invitation', recipients: { folderIds: [first, second, ann] } }
    const { status, body } = await testApp.alice.post(path, ask)
    expect([status, body.title]).toEqual([201, 'Invitation to the portal'])
    await run()
    expect(await invitations()).toBe(before + 1)
    const items = (await itemsOf(body.id)).map(({ status: state, reason }: Item) => [state, reason])
    expect(items).toHaveLength(3)
    expect(items).toEqual(
      expect.arrayContaining([
        ['done', null],
        ['skipped', 'They were already invited.'],
        ['skipped', 'Everyone in this folder has set up their account.'],
      ]),
    )
    expect((await testApp.alice.post(path, ask)).status).toBe(201)
    await run()
    expect(await invitations()).toBe(before + 2)
  })

  it('invites no one for staff, with content, or into a folder without a client', async () => {
    const recipients = { folderIds: [testApp.folders.acme.id] }
    const refused = await testApp.sam.post(path, { kind: 'invitation', recipients })
    expect([refused.status, refused.body.message]).toEqual([403, 'Only administrators can invite clients.'])
    for (const who of [testApp.ann, testApp.visitor])
      expect([401, 403]).toContain((await who.post(path, { kind: 'invitation', recipients })).status)
    expect((await testApp.alice.post(path, { kind: 'invitation', content: 'x', recipients })).status).toBe(400)
    const none = (await testApp.sam.post('/api/client-folders', { name: 'Harbor Books', services: 'HR' })).body.id
    const { body } = await testApp.alice.post(path, { kind: 'invitation', recipients: { folderIds: [none] } })
    await run()
    expect(await itemsOf(body.id)).toMatchObject([{ status: 'skipped', reason: 'This folder has no client yet.' }])
  })

  it('sends a law update to the clients whose size and sector it affects', async () => {
    const [change] = (await testApp.alice.get('/api/law-changes/affected')).body
    const recipients = { filter: { lawChangeId: change.id, includeMayApply: true } }
    const { count } = (await testApp.sam.get(`${path}/recipients?lawChangeId=${change.id}&includeMayApply=true`)).body
    const content = { lawChangeId: change.id, content: 'The law changes.' }
    const { body } = await testApp.sam.post(path, { kind: 'law-update', ...content, recipients })
    await run()
    expect((await testApp.sam.get(`${path}/${body.id}`)).body.counts.done).toBe(count)
    const affected = await testApp.sam.get(`/api/law-changes/${change.id}/clients?limit=200`)
    expect((await itemsOf(body.id)).map(({ clientFolderId }: { clientFolderId: string }) => clientFolderId)).toEqual(
      affected.body.map(({ id }: { id: string }) => id),
    )
  })

  it('reaches the folders of a filtered list that are not archived', async () => {
    const word = `Quarterly ${newId()}`
    const create = async (name: string) =>
      (await testApp.sam.post('/api/client-folders', { name, services: word })).body.id as string
    const open = await create('B open')
    const archived = await create('A archived')
    await testApp.sam.patch(`/api/client-folders/${archived}`, { status: 'archived' })
    const filter = { q: word }
    expect((await testApp.sam.get(`${path}/recipients?q=${word}`)).body).toEqual({ count: 1 })
    const { body } = await testApp.sam.post(path, { ...messageTo([]), recipients: { filter } })
    expect(await itemsOf(body.id)).toMatchObject([{ clientFolderId: open, status: 'pending' }])
    await run()
  })

  it('leaves an open question unanswered and the sender’s draft alone', async () => {
    const id = testApp.folders.acme.id
    await testApp.ann.post(`/api/client-folders/${id}/messages`, { content: 'When do we meet?' })
    await testApp.sam.patch(`/api/drafts/${id}`, { message: 'On Tuesday' })

    await testApp.sam.post(path, messageTo([id], 'To everyone'))
    await run()
    expect((await messagesIn(id)).includes('To everyone')).toBe(true)
    const unanswered = (await testApp.sam.get('/api/unanswered-threads')).body
    expect(unanswered).toMatchObject([{ clientFolderId: id, preview: 'When do we meet?' }])
    expect((await testApp.sam.get(`/api/drafts/${id}`)).body).toMatchObject({ message: 'On Tuesday' })
  })

  it('skips a folder that was archived after the start, and fails for one that its sender lost access to', async () => {
    const folders = [await company(testApp), await company(testApp), await company(testApp)]
    const { body } = await testApp.sam.post(path, messageTo(folders, 'After the start'))
    await testApp.alice.patch(`/api/client-folders/${folders[0]}`, { status: 'archived' })
    await testApp.db.run(sql`
      update client_folders set assigned_staff_id = ${testApp.people.sue.id}, created_by_id = ${testApp.people.sue.id}
      where id = ${folders[1]}`)
    await run()
    const byFolder = new Map(
      (await itemsOf(body.id)).map((item: { clientFolderId: string }) => [item.clientFolderId, item]),
    )
    expect(folders.map((id) => byFolder.get(id))).toMatchObject([
      { status: 'skipped', reason: expect.stringContaining('archived') },
      { status: 'failed', reason: 'The person who started this no longer has access to this client.' },
      { status: 'done', reason: null },
    ])
    expect(await messagesIn(folders[1] as string)).toEqual([])
  })

  it('sends nothing for someone who is no longer on the team', async () => {
    const id = await company(testApp)
    const { body } = await testApp.sam.post(path, messageTo([id], 'After I left'))
    await testApp.db.run(sql`update users set is_active = false where id = ${testApp.people.sam.id}`)
    await run()
    await testApp.db.run(sql`update users set is_active = true where id = ${testApp.people.sam.id}`)
    expect(await itemsOf(body.id)).toMatchObject([
      { status: 'failed', reason: 'The person who started this is no longer on the team.' },
    ])
    expect(await messagesIn(id)).toEqual([])
  })

  it('is started once by repeated requests with one key', async () => {
    const id = await company(testApp)
    const key = { 'idempotency-key': newId() }
    const first = await testApp.sam.post(path, messageTo([id]), key)
    expect((await testApp.sam.post(path, messageTo([id]), key)).body.id).toBe(first.body.id)
    await run()
    await run()
    expect(await messagesIn(id)).toHaveLength(1)
  })

  it('handles each recipient once when two instances work at the same time', async () => {
    const twin = await testApp.twin()
    const folders = await Promise.all(Array.from({ length: 12 }, () => company(testApp)))
    const { body } = await testApp.sam.post(path, messageTo(folders, 'Once each'))
    await Promise.all([run(), twin.context.runDueJobs('run-bulk-actions'), run()])
    expect((await testApp.sam.get(`${path}/${body.id}`)).body).toMatchObject({
      status: 'finished',
      counts: { done: 12 },
    })
    const rows = await testApp.db.rows(
      typed(z.object({ content: z.string() }))`select content from messages where content = 'Once each'`,
    )
    expect(rows).toHaveLength(12)
    expect((await auditOf(body.id)).filter((action) => action === 'bulk-action.finished')).toHaveLength(1)
  })

  it('exports its recipients with their states', async () => {
    const { body } = await testApp.sam.post(path, messageTo([testApp.folders.acme.id]))
    const { status, text } = await testApp.sam.get(`${path}/${body.id}/csv`)
    expect([status, text]).toEqual([200, '\ufeffClient folder,Status,Reason,Done (UTC)\r\nAcme Tooling,pending,,\r\n'])
    expect(await auditOf(body.id)).toEqual(['bulk-action.started'])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'bulk-actions.exported' })
    await run()
  })
})

describe('stopping a bulk action', () => {
  it('sends nothing to recipients that were not processed yet', async () => {
    const id = await company(testApp)
    const { body } = await testApp.sam.post(path, messageTo([id], 'Never sent'))
    const stopped = await testApp.sam.patch(`${path}/${body.id}/status`, { status: 'stopped' })
    expect(stopped.body).toMatchObject({
      status: 'stopped',
      stoppedByName: 'Sam Carter',
      counts: { pending: 1 },
      allowed: [],
    })
    await run()
    expect(await messagesIn(id)).toEqual([])
    expect(await auditOf(body.id)).toEqual(['bulk-action.started', 'bulk-action.stopped'])
  })

  it('is refused once it has ended, for an earlier version, and for another status', async () => {
    const { body } = await testApp.sam.post(path, messageTo([testApp.folders.acme.id]))
    const its = `${path}/${body.id}/status`
    expect((await testApp.sam.patch(its, { status: 'stopped' }, { 'if-match': '"9"' })).status).toBe(412)
    expect((await testApp.sam.patch(its, { status: 'running' })).status).toBe(400)
    await run()
    const late = await testApp.sam.patch(its, { status: 'stopped' })
    expect([late.status, late.body.message]).toEqual([
      409,
      'This bulk action has already ended, so it can’t be stopped.',
    ])
  })
})
