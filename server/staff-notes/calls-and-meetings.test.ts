// The record of a call or a meeting with a client: a staff-only note with a date, people, and a subject.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { company, contactIn } from '../../tests/contacts.ts'
import { find } from '../../tests/searches.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Answer, type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const notesOf = (folder: string) => `/api/client-folders/${folder}/staff-notes`
const pathOf = (id: string) => `/api/staff-notes/${id}`
const today = () => officeDate(testApp.db.now)
const held = (more: object = {}) => ({
  kind: 'call',
  heldOn: daysAfter(today(), -1),
  heldWith: 'Ann Keller',
  subject: 'Overtime',
  content: 'She will send the time sheets.',
  ...more,
})
const log = (folder: string, more: object = {}, by: Caller = testApp.sam) => by.post(notesOf(folder), held(more))
const refused = ({ status, body }: Answer) => [status, body.message]
const historyOf = async (folder: string): Promise<string[]> =>
  (await testApp.sam.get(`/api/client-folders/${folder}/audit`)).body.map(({ action }: { action: string }) => action)

describe('logging a call or a meeting', () => {
  it('adds it to the notes of the folder and to its history', async () => {
    const folder = await company(testApp)
    const { status, body } = await log(folder)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...held(), authorName: 'Sam Carter', editedAt: null, version: 1 })
    const meeting = await log(folder, { kind: 'meeting', heldOn: today() })
    const note = await testApp.sam.post(notesOf(folder), { content: 'They pay late' })
    expect(note.body).toMatchObject({ kind: 'note', heldOn: null, heldWith: null, subject: null })
    for (const by of [testApp.sam, testApp.alice])
      expect((await by.get(notesOf(folder))).body).toEqual([body, meeting.body, note.body])
    expect((await testApp.alice.get(pathOf(body.id))).body).toEqual(body)
    const history = await historyOf(folder)
    expect(history.filter((action) => action.startsWith('staff-note.'))).toEqual([
      'staff-note.added',
      'staff-note.meeting-logged',
      'staff-note.call-logged',
    ])
    expect((await testApp.auditLog()).map(({ details }) => JSON.stringify(details)).join(' ')).not.toContain('Overtime')
  })

  it('leaves the draft of a note', async () => {
    const folder = await company(testApp)
    await testApp.sam.patch(`/api/drafts/${folder}`, { note: 'They pay' })
    await log(folder)
    expect((await testApp.sam.get(`/api/drafts/${folder}`)).text).toContain('They pay')
  })

  it.each([
    [{ heldOn: '' }, 'heldOn', 'Enter a date.'],
    [{ heldOn: '2026-02-31' }, 'heldOn', 'Enter a date.'],
    [{ heldWith: ' ' }, 'heldWith', 'Enter whom you talked to.'],
    [{ subject: null }, 'subject', 'Enter a subject.'],
    [{ subject: 'x'.repeat(201) }, 'subject', 'Use at most 200 characters.'],
    [{ content: ' ' }, 'content', 'Enter a note.'],
    [{ kind: 'email' }, 'kind', 'Choose a note, a call, or a meeting.'],
    [{ kind: 'note' }, 'heldOn', 'Only a call or a meeting has a date, people, and a subject.'],
  ])('refuses %j', async (more, path, message) => {
    const { status, body } = await log(testApp.folders.acme.id, more)
    expect([status, body.issues[0]]).toEqual([400, { path, message }])
  })

  it('refuses a future day, and accepts the office’s today', async () => {
    const folder = await company(testApp)
    expect(refused(await log(folder, { heldOn: daysAfter(today(), 1) }))).toEqual([
      400,
      'Choose a day that isn’t in the future.',
    ])
    expect((await log(folder, { heldOn: today() })).status).toBe(201)
  })

  it('is for the team of the folder: not for clients, contacts, other staff members, bookkeepers, and visitors', async () => {
    const folder = await company(testApp)
    const { id } = (await log(folder)).body
    const { cora } = await contactIn(testApp, folder, { money: true, documents: true, messages: true })
    const bookkeeper = await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
    for (const by of [testApp.ann, cora, testApp.eve, testApp.sue, bookkeeper.caller]) {
      expect((await log(folder, {}, by)).status).toBe(404)
      expect((await by.get(pathOf(id))).status).toBe(404)
      expect((await by.put(pathOf(id), held())).status).toBe(404)
    }
    expect((await testApp.visitor.get(pathOf(id))).status).toBe(401)
    expect((await testApp.sam.get(pathOf(unknownId))).status).toBe(404)
  })

  it('is found by its subject, its people, and its text, by the team', async () => {
    const folder = await company(testApp)
    const { id } = (await log(folder, { subject: 'Gingko leave', heldWith: 'Mr. Persimmon', content: 'Medlar' })).body
    for (const q of ['gingko', 'persimmon', 'medlar', 'medlar gingko'])
      expect(
        (await find(testApp.sam, q))['staff-notes']?.map((item) => [item.id, item.detail]),
        q,
      ).toEqual([[id, 'Gingko leave · Mr. Persimmon · Medlar']])
    for (const by of [testApp.ann, testApp.sue]) expect(await find(by, 'gingko')).toEqual({})
  })
})

describe('editing a staff-only note', () => {
  it('changes a call or a note, for its author, and says that it was edited', async () => {
    const folder = await company(testApp)
    const call = (await log(folder)).body
    const change = held({ kind: 'meeting', heldOn: today(), subject: 'Overtime and breaks' })
    const changed = await testApp.sam.put(pathOf(call.id), change, { 'if-match': '"1"' })
    expect([changed.status, changed.headers.etag]).toEqual([200, '"2"'])
    expect(changed.body).toMatchObject({ ...change, editedAt: expect.any(String), version: 2 })
    const note = (await testApp.sam.post(notesOf(folder), { content: 'They pay late' })).body
    const noteAfter = await testApp.sam.put(pathOf(note.id), { content: 'They pay in time' })
    expect(noteAfter.body).toMatchObject({ kind: 'note', content: 'They pay in time' })
    expect((await testApp.sam.get(notesOf(folder))).body).toEqual([changed.body, noteAfter.body])
    const entries = (await testApp.auditLog()).filter(({ action }) => action === 'staff-note.changed')
    expect(entries).toMatchObject([
      { entityId: call.id, details: { before: { kind: 'call' }, after: { kind: 'meeting' } } },
      { entityId: note.id, details: { before: { kind: 'note' }, after: { kind: 'note' } } },
    ])
    expect((await historyOf(folder))[0]).toBe('staff-note.changed')
  })

  it('is refused to colleagues and administrators', async () => {
    const { id } = (await log(testApp.folders.acme.id)).body
    for (const by of [testApp.alice, testApp.mona])
      expect(refused(await by.put(pathOf(id), held()))).toEqual([403, 'Only its author can edit a staff-only note.'])
    expect((await testApp.sue.put(pathOf(id), held())).status).toBe(404)
    expect((await testApp.sam.get(pathOf(id))).body.version).toBe(1)
  })

  it('is refused to its author who no longer works in the folder', async () => {
    const folder = await company(testApp)
    const member = await staffMember(testApp)
    const members = `/api/client-folders/${folder}/members`
    expect((await testApp.sam.post(members, { userId: member.id })).status).toBe(201)
    const { id } = (await log(folder, {}, member.caller)).body
    await testApp.db.run(sql`delete from folder_members where client_folder_id = ${folder}`)
    expect((await member.caller.put(pathOf(id), held())).status).toBe(404)
  })

  it('is refused for bad input, an earlier version, and in an archived folder', async () => {
    const folder = await company(testApp)
    const { id } = (await log(folder)).body
    expect(refused(await testApp.sam.put(pathOf(id), held({ subject: '' })))).toEqual([400, 'Enter a subject.'])
    const future = held({ heldOn: daysAfter(today(), 1) })
    expect((await testApp.sam.put(pathOf(id), future)).status).toBe(400)
    expect((await testApp.sam.put(pathOf(id), held(), { 'if-match': '"7"' })).status).toBe(412)
    await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await testApp.sam.put(pathOf(id), held())).status).toBe(409)
    expect((await log(folder)).status).toBe(409)
  })

  it('is refused while the folder is on legal hold, so that the earlier text remains; others can be added', async () => {
    const folder = await company(testApp)
    const { id } = (await log(folder)).body
    const hold = (await testApp.alice.post(`/api/client-folders/${folder}/legal-holds`, { reason: 'Lawsuit' })).body
    expect(refused(await testApp.sam.put(pathOf(id), held({ content: 'She never will.' })))).toEqual([
      409,
      'This folder is on legal hold, so its notes can’t be edited. Add another note instead.',
    ])
    expect((await testApp.sam.get(pathOf(id))).body).toMatchObject({ ...held(), editedAt: null, version: 1 })
    expect((await log(folder)).status).toBe(201)
    await testApp.alice.post(`/api/legal-holds/${hold.id}/release`, { releaseReason: 'Settled' })
    expect((await testApp.sam.put(pathOf(id), held())).status).toBe(200)
  })

  it('has one winner if the same version is edited twice at the same time', async () => {
    const { id } = (await log(testApp.folders.acme.id)).body
    const edit = (subject: string) => testApp.sam.put(pathOf(id), held({ subject }), { 'if-match': '"1"' })
    const answers = await Promise.all([edit('One'), edit('Two')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  })
})
