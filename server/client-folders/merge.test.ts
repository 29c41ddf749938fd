// Merging a client folder that is a duplicate: what moves, what stays, and who sees it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deadline, employee } from '../../tests/architecture/rights-deadlines.ts'
import { training } from '../../tests/architecture/rights-training.ts'
import { taskInput } from '../../tests/architecture/rights-tasks.ts'
import { timeInput } from '../../tests/architecture/rights-time.ts'
import { brokenRules } from '../../tests/broken-rules.ts'
import { company, contactIn, documentIn, emailsTo } from '../../tests/contacts.ts'
import { requestInput, requestsOf } from '../../tests/document-requests.ts'
import { handbook, handbooksOf } from '../../tests/handbooks.ts'
import { applying } from '../../tests/hr-forms.ts'
import { publishedOwnForm, submitOwn } from '../../tests/own-forms.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import type { Mailbox } from '../config.ts'
import { replyAddressAmong, replyAddressFor } from '../received-emails/reply-addresses.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 10 })))
afterAll(() => testApp.close())

type Choices = { userId: string; choice: 'add' | 'none' }[]

const folderOf = (id: string, rest = '') => `/api/client-folders/${id}${rest}`
const reason = 'Entered twice after the conference.'
const merge = (id: string, intoId: string, people: Choices = []) =>
  testApp.alice.post(folderOf(id, '/merge'), { intoId, reason, people })
const previewOf = async (id: string, intoId: string) =>
  (await testApp.alice.get(folderOf(id, `/merge?intoId=${intoId}`))).body
const read = async (id: string, rest = '', who: Caller = testApp.alice) => (await who.get(folderOf(id, rest))).body
const statusesOf = (who: Caller, id: string, parts: string[]) =>
  Promise.all(parts.map(async (part) => (await who.get(folderOf(id, part))).status))

async function post(who: Caller, path: string, body: object): Promise<string> {
  const answer = await who.post(path, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

/** Two folders of Sam's; Ann is the client of the second, and of the first unless another is named. */
async function pair(clientId?: string): Promise<{ from: string; into: string }> {
  return { from: await company(testApp, clientId), into: await company(testApp) }
}

const merged = async (id: string, intoId: string, people: Choices = []) => {
  const answer = await merge(id, intoId, people)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

describe('the content of a merged folder', () => {
  it('is in the folder that remains, and no longer in the duplicate', async () => {
    const { sam, ann } = testApp
    const { from, into } = await pair()
    const added: Record<string, string> = {
      '/messages': await post(ann, folderOf(from, '/messages'), { content: 'Where is the handbook?' }),
      '/documents': await documentIn(testApp, from),
      '/assignments': await post(sam, folderOf(from, '/assignments'), { title: 'Name a contact', description: 'Who?' }),
      '/document-requests': await post(sam, requestsOf(from), requestInput),
      '/employees': await post(sam, folderOf(from, '/employees'), employee),
      '/deadlines': await post(sam, folderOf(from, '/deadlines'), deadline),
      '/staff-notes': await post(sam, folderOf(from, '/staff-notes'), { content: 'They pay late' }),
      '/handbooks': await post(sam, handbooksOf(from), handbook),
    }
    const record = { ...training, employeeId: added['/employees'] }
    added['/training-records'] = await post(sam, folderOf(from, '/training-records'), record)
    const ownFormId = await publishedOwnForm(testApp, { clientFolderId: from })
    const own = (await submitOwn(ann, ownFormId, undefined, { clientFolderId: from })).body.submission
    const comment = { content: 'I will ask around.' }
    await post(ann, `/api/assignments/${added['/assignments']}/comments`, comment)
    const taskId = await post(sam, '/api/tasks', taskInput(testApp, { clientFolderId: from }))
    const timeId = await post(sam, '/api/time-entries', await timeInput(testApp, { clientFolderId: from }))
    const form = await ann.post('/api/hr-forms', { ...applying(), clientFolderId: from })
    const { moves } = await previewOf(from, into)
    expect(moves).toEqual(
      expect.arrayContaining(
        ['Messages', 'Documents', 'Training records', 'Team tasks', 'Time entries', 'Forms for this client'].map(
          (what) => ({ what, count: 1 }),
        ),
      ),
    )
    expect((await merged(from, into)).id).toBe(into)
    for (const [part, id] of Object.entries(added)) {
      // The deadlines of a new employee are added to the one deadline.
      expect(await read(into, part), part).toEqual(expect.arrayContaining([expect.objectContaining({ id })]))
      expect(await read(from, part), part).toEqual([])
    }
    expect((await ann.get(`/api/assignments/${added['/assignments']}/comments`)).body).toMatchObject([comment])
    expect((await sam.get(`/api/tasks/${taskId}`)).body.clientFolderId).toBe(into)
    expect((await sam.get(`/api/time-entries/${timeId}`)).body.clientFolderId).toBe(into)
    const submission = await ann.get(`/api/hr-form-submissions/${form.body.submission.id}`)
    expect(submission.body).toMatchObject({ clientFolderId: into, formData: form.body.submission.formData })
    expect((await testApp.alice.get(`/api/own-forms/${ownFormId}`)).body.clientFolderId).toBe(into)
    expect((await ann.get(`/api/hr-form-submissions/${own.id}`)).body.clientFolderId).toBe(into)
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('includes a draft, after what the same person has written in the other folder', async () => {
    const { from, into } = await pair()
    await testApp.sam.patch(`/api/drafts/${from}`, { message: 'From the duplicate', note: 'Only there' })
    await testApp.sam.patch(`/api/drafts/${into}`, { message: 'Here' })
    await merged(from, into)
    expect((await testApp.sam.get(`/api/drafts/${into}`)).body).toMatchObject({
      message: 'Here\n\nFrom the duplicate',
      note: 'Only there',
    })
  })

  it('leaves standard deadlines and a handbook in the duplicate that the other folder has as well', async () => {
    const { from, into } = await pair()
    for (const id of [from, into]) {
      expect((await testApp.sam.patch(folderOf(id), { sector: 'private', headCount: 60 })).status).toBe(200)
      expect((await testApp.sam.post(folderOf(id, '/standard-deadlines'))).body.created).toBeGreaterThan(0)
      await post(testApp.sam, handbooksOf(id), handbook)
    }
    const [own] = await read(into, '/handbooks')
    const before: unknown[] = await read(into, '/deadlines?limit=200')
    const { stays } = await previewOf(from, into)
    expect(stays.map(({ what }: { what: string }) => what)).toEqual(['Deadlines', 'Handbooks'])
    await merged(from, into)
    expect(await read(into, '/deadlines?limit=200')).toHaveLength(before.length)
    expect(await read(into, '/handbooks')).toMatchObject([{ id: own.id }])
  })

  it('needs a reply if a message in one of the threads has none', async () => {
    const { from, into } = await pair()
    const question = await post(testApp.ann, folderOf(from, '/messages'), { content: 'When do we start?' })
    await post(testApp.sam, folderOf(into, '/messages'), { content: 'About something else' })
    await merged(from, into)
    const threads: { clientFolderId: string }[] = (await testApp.sam.get('/api/unanswered-threads?limit=200')).body
    expect(threads.find(({ clientFolderId }) => clientFolderId === into)).toMatchObject({
      messages: 1,
      lastMessageId: question,
    })
  })

  it('is shown as read only as far as the person has read both threads', async () => {
    const { sam, ann } = testApp
    const readers = async (id: string) => (await read(id, '/messages/readers', sam)).readers
    const write = (id: string) => post(sam, folderOf(id, '/messages'), { content: 'Good morning' })
    const see = (id: string, lastMessageId: string) => ann.post(folderOf(id, '/messages/reading'), { lastMessageId })
    const unread = await pair()
    await write(unread.from)
    await see(unread.into, await write(unread.into))
    await merged(unread.from, unread.into)
    expect(await readers(unread.into)).toEqual([])
    const seen = await pair()
    await see(seen.from, await write(seen.from))
    const last = await write(seen.into)
    await see(seen.into, last)
    await merged(seen.from, seen.into)
    expect(await readers(seen.into)).toMatchObject([{ lastMessageId: last }])
  })

  it('continues with replies to earlier emails', async () => {
    const { db, dataKeys } = testApp.context
    const { from, into } = await pair()
    // Only its address is read.
    const mailbox = { address: 'office@firm.test' } as Mailbox
    const userId = testApp.people.ann.id
    const address = await replyAddressFor(db, dataKeys, mailbox, { about: 'messages', userId, clientFolderId: from })
    await merged(from, into)
    expect(await replyAddressAmong(db, mailbox, [String(address)])).toEqual({ userId, clientFolderId: into })
  })
})

describe('the people of a merged folder', () => {
  it('get access only if the administrator chose so, with the rights they had', async () => {
    const { people, alice, eve, sue } = testApp
    const given = { name: 'Duplicate', services: 'x', assignedStaffId: people.sue.id, clientId: people.eve.id }
    const from = await post(alice, '/api/client-folders', given)
    const into = await company(testApp)
    const { cora, userId } = await contactIn(testApp, from, { documents: true })
    const mel = await staffMember(testApp)
    await post(alice, folderOf(from, '/members'), { userId: mel.id })
    await post(testApp.ann, folderOf(into, '/messages'), { content: 'Between Ann and Sam' })
    const plan = await previewOf(from, into)
    expect(plan).toMatchObject({
      hasSameClient: false,
      clientEmail: 'eve@example.com',
      intoClientEmail: 'ann@example.com',
      readers: [{ email: 'ann@example.com', rights: null }],
    })
    const rows: { role: string; userId: string; hasAccess: boolean }[] = plan.people
    expect(rows.map((each) => [each.role, each.userId, each.hasAccess])).toEqual([
      ['client', people.eve.id, false],
      ['contact', userId, false],
      ['lead', people.sue.id, false],
      ['member', mel.id, false],
    ])
    await merged(from, into, [
      { userId: people.eve.id, choice: 'none' },
      { userId, choice: 'add' },
      { userId: people.sue.id, choice: 'add' },
      { userId: mel.id, choice: 'none' },
    ])
    const parts = ['', '/documents', '/messages']
    expect(await statusesOf(eve, into, parts)).toEqual([404, 404, 404])
    expect(await statusesOf(cora, into, parts)).toEqual([200, 200, 404])
    expect(await statusesOf(sue, into, parts)).toEqual([200, 200, 200])
    expect(await statusesOf(mel.caller, into, parts)).toEqual([404, 404, 404])
    for (const who of [eve, cora]) expect(await statusesOf(who, from, parts)).toEqual([404, 404, 404])
    expect(await statusesOf(mel.caller, from, parts)).toEqual([200, 200, 200])
    expect((await emailsTo(testApp, 'eve@example.com')).at(-1)?.subject).toContain('Your access to a client folder')
    const entry = (await testApp.auditLog()).findLast(({ action }) => action === 'client-folder.merged')
    expect(entry?.details).toEqual({
      intoId: into,
      added: [userId, people.sue.id],
      removed: [people.eve.id, mel.id],
    })
  })

  it('include its client as a contact who sees everything, and no one who has access already', async () => {
    const { from, into } = await pair(testApp.people.eve.id)
    const { userId, email } = await contactIn(testApp, into, { messages: true })
    await contactIn(testApp, from, { money: true, documents: true }, email)
    const { people } = await previewOf(from, into)
    expect(people.find((each: { userId: string }) => each.userId === userId)).toMatchObject({ hasAccess: true })
    await merged(from, into, [{ userId: testApp.people.eve.id, choice: 'add' }])
    const contacts: { userId: string }[] = await read(into, '/contacts')
    expect(contacts.find((each) => each.userId === testApp.people.eve.id)).toMatchObject({
      money: true,
      documents: true,
      messages: true,
      sign: true,
    })
    expect(contacts.find((each) => each.userId === userId)).toMatchObject({ money: false, messages: true })
    expect(await statusesOf(testApp.eve, into, ['/messages', '/documents', '/figures'])).toEqual([200, 200, 200])
  })

  it('see their own forms without the name of a folder that they don’t see', async () => {
    const { from, into } = await pair(testApp.people.eve.id)
    const { name } = await read(into)
    const form = await testApp.eve.post('/api/hr-forms', { ...applying(), clientFolderId: from })
    await merged(from, into, [{ userId: testApp.people.eve.id, choice: 'none' }])
    const own = await testApp.eve.get(`/api/hr-form-submissions/${form.body.submission.id}`)
    expect([own.status, own.body.clientFolderName]).toEqual([200, null])
    expect(own.text).not.toContain(name)
    expect((await testApp.ann.get(`/api/hr-form-submissions/${form.body.submission.id}`)).body.clientFolderName).toBe(
      name,
    )
  })
})

describe('the duplicate', () => {
  it('is archived, leads to the other folder, and both have an entry and the reason', async () => {
    const { from, into } = await pair()
    const before = (await testApp.auditLog()).length
    await merged(from, into)
    const duplicate = await read(from)
    expect(duplicate).toMatchObject({ status: 'archived', clientId: null, mergedIntoId: into })
    for (const action of ['change-status', 'merge', 'edit']) expect(duplicate.allowed).not.toContain(action)
    const entries = (await testApp.auditLog()).slice(before)
    expect(entries.map(({ action, entityId, actorId }) => [action, entityId, actorId])).toEqual([
      ['client-folder.merged', from, testApp.people.alice.id],
      ['client-folder.continued', into, testApp.people.alice.id],
    ])
    expect(JSON.stringify(entries)).not.toContain(reason)
    const mergedByName = 'Alice Moore'
    expect((await read(from, '/access')).merges).toMatchObject([
      { clientFolderId: into, direction: 'into', reason, mergedByName },
    ])
    expect((await read(into, '/access')).merges).toMatchObject([
      { clientFolderId: from, direction: 'from', reason, mergedByName },
    ])
    expect((await read(into, '/access', testApp.ann)).merges).toEqual([])
  })

  it('leads to the last folder if that one is merged as well, and is named before the data is deleted', async () => {
    const { from: first, into: second } = await pair()
    const third = await company(testApp)
    await merged(first, second)
    await merged(second, third)
    expect((await read(first)).mergedIntoId).toBe(third)
    const { warnings } = await read(third, '/erasure')
    const names = [(await read(first)).name, (await read(second)).name]
    for (const name of names)
      expect(warnings).toContain(`${name} was merged into this folder. Delete its data as well.`)
  })
})
