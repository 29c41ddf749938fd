import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxMembers } from '../../domain/folder-member.ts'
import { contractInput } from '../../tests/contracts.ts'
import { allRights, company, contactIn, documentIn, emailsTo, sentInvoiceIn } from '../../tests/contacts.ts'
import { openTab } from '../../tests/event-stream.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { folderStaff, isWorkedInBy, staffOfFolder } from '../client-folders/folder-staff.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 9 })))
afterAll(() => testApp.close())

const folderOf = (id: string, rest = '') => `/api/client-folders/${id}${rest}`
const add = (who: Caller, folderId: string, userId: string) => who.post(folderOf(folderId, '/members'), { userId })
const memberOf = async (folderId: string) => {
  const staff = await staffMember(testApp)
  const answer = await add(testApp.sam, folderId, staff.id)
  expect(answer.status, answer.text).toBe(201)
  return { ...staff, memberId: answer.body.id as string }
}
const parts = ['', '/messages', '/documents', '/assignments', '/contacts', '/members', '/staff-notes', '/access']
const reads = (who: Caller, id: string) =>
  Promise.all(parts.map(async (part) => (await who.get(folderOf(id, part))).status))
const seen = parts.map(() => 200)
const hidden = parts.map(() => 404)

describe('a member of a folder', () => {
  it('sees all of it and works in it like the lead, from the next call on', async () => {
    const id = await company(testApp)
    const { id: userId, caller, email } = await staffMember(testApp)
    expect(await reads(caller, id)).toEqual(hidden)
    const { status, body } = await add(testApp.sam, id, userId)
    expect([status, body.userId, body.name]).toEqual([201, userId, 'Mel Ortiz'])
    expect(await reads(caller, id)).toEqual(seen)
    expect((await caller.post(folderOf(id, '/messages'), { content: 'Hello' })).status).toBe(201)
    expect((await caller.patch(folderOf(id), { services: 'Payroll' })).status).toBe(200)
    for (const list of ['/api/client-folders', '/api/client-folders/summaries'])
      expect((await caller.get(list)).body.map((each: { id: string }) => each.id)).toEqual([id])
    expect((await emailsTo(testApp, email)).at(-1)?.subject).toBe('ProHR portal: you were added to a client folder')
    expect((await testApp.auditLog()).find(({ action }) => action === 'folder-member.added')).toMatchObject({
      entityId: body.id,
      details: { userId },
    })
  })

  it('loses access with the next call after removal, in every part and to every item', async () => {
    const id = await company(testApp)
    const { caller, memberId } = await memberOf(id)
    const documentId = await documentIn(testApp, id)
    const invoiceId = await sentInvoiceIn(testApp, id)
    const contract = await testApp.alice.post('/api/contracts', contractInput(testApp, { clientFolderId: id }))
    const items = [
      `/api/documents/${documentId}`,
      `/api/documents/${documentId}/file`,
      `/api/invoices/${invoiceId}`,
      `/api/contracts/${contract.body.id}`,
    ]
    const statusOf = () => Promise.all(items.map(async (path) => (await caller.get(path)).status))
    expect(await statusOf()).toEqual([200, 200, 200, 200])
    expect((await testApp.sam.delete(`/api/folder-members/${memberId}`)).status).toBe(200)
    expect(await statusOf()).toEqual([404, 404, 404, 404])
    expect(await reads(caller, id)).toEqual(hidden)
    expect((await caller.post(folderOf(id, '/messages'), { content: 'x' })).status).toBe(404)
    for (const list of [
      '/api/client-folders',
      '/api/invoices',
      '/api/contracts',
      '/api/work-queue',
      '/api/notifications',
    ])
      expect((await caller.get(list)).text, list).not.toContain(id)
    expect((await caller.get('/api/search?q=Acme')).text).not.toContain(id)
    expect((await testApp.sam.delete(`/api/folder-members/${memberId}`)).status, 'a second removal').toBe(404)
  })

  it('can’t change the team or reassign the folder', async () => {
    const id = await company(testApp)
    const { caller, memberId } = await memberOf(id)
    const other = await staffMember(testApp)
    const refused = await add(caller, id, other.id)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only the consultant who leads this folder and administrators can change its team.',
    ])
    expect((await caller.delete(`/api/folder-members/${memberId}`)).status).toBe(403)
    expect((await caller.patch(folderOf(id), { assignedStaffId: other.id })).status).toBe(403)
    expect((await caller.get(folderOf(id))).body.allowed).not.toContain('manage-team')
    expect((await testApp.sam.get(folderOf(id))).body.allowed).toContain('manage-team')
  })

  it('receives live events until removal, then one to reload, and no more', async () => {
    await testApp.goLive()
    const id = await company(testApp)
    const { caller, memberId } = await memberOf(id)
    await testApp.db.run(sql`delete from live_events`)
    const address = await testApp.address()
    const [tab, other] = [await openTab(address, caller, `?clientFolderId=${id}`), await openTab(address, testApp.sam)]
    const say = async () => (await testApp.ann.post(folderOf(id, '/messages'), { content: 'Hear me' })).body.id
    const before = await say()
    await expect.poll(() => tab.received.map((each) => each.id)).toContain(before)
    await testApp.sam.delete(`/api/folder-members/${memberId}`)
    await expect.poll(() => tab.received).toContainEqual({ type: 'client-folders', id, clientFolderId: id })
    const after = await say()
    await expect.poll(() => other.received.map((each) => each.id)).toContain(after)
    expect(tab.text()).not.toContain(after)
    expect((await caller.get(`/api/events?clientFolderId=${id}`)).status).toBe(404)
    for (const each of [tab, other]) each.close()
  })

  it('is notified with the lead, each once and by their own choices', async () => {
    const id = await company(testApp)
    const { email } = await memberOf(id)
    const quiet = await memberOf(id)
    expect((await quiet.caller.put('/api/email-choices', { messages: 'never' })).status).toBe(200)
    const counts = async () =>
      Promise.all([email, quiet.email, 'sam@example.com'].map(async (to) => (await emailsTo(testApp, to)).length))
    const before = await counts()
    await testApp.ann.post(folderOf(id, '/messages'), { content: 'To all of you' })
    expect((await counts()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 0, 1])
    const { body } = await quiet.caller.get('/api/notifications')
    expect(body.filter(({ kind }: { kind: string }) => kind === 'messages')).toHaveLength(1)
  })

  it('is no longer a member once they lead the folder, leave the team, or change roles', async () => {
    const id = await company(testApp)
    const [next, leaver, administrator] = [await memberOf(id), await memberOf(id), await memberOf(id)]
    expect((await testApp.alice.patch(folderOf(id), { assignedStaffId: next.id })).status).toBe(200)
    expect((await testApp.alice.delete(`/api/users/${leaver.id}`)).status).toBe(200)
    const change = { role: 'admin', email: administrator.email, firstName: 'Ad', lastName: 'Min' }
    expect((await testApp.alice.put(`/api/users/${administrator.id}`, change)).status).toBe(200)
    expect((await testApp.alice.get(folderOf(id, '/members'))).body).toEqual([])
    expect((await testApp.sam.get(folderOf(id))).status, 'the earlier lead').toBe(404)
    const roles = (await testApp.alice.get(folderOf(id, '/access'))).body.people.map(
      ({ role }: { role: string }) => role,
    )
    expect(roles).toEqual(['lead', 'client'])
  })

  it('is no longer a member of folders that are transferred to them, and stays one of those of others', async () => {
    const [first, second] = [await company(testApp), await company(testApp)]
    const lead = await staffMember(testApp)
    await testApp.alice.patch(folderOf(first), { assignedStaffId: lead.id })
    const staff = await staffMember(testApp)
    for (const id of [first, second]) expect((await add(testApp.alice, id, staff.id)).status).toBe(201)
    const body = { handOverTo: staff.id, exceptions: [], deactivate: true }
    expect((await testApp.alice.post(`/api/users/${lead.id}/hand-over`, body)).status).toBe(200)
    expect((await testApp.alice.get(folderOf(first, '/members'))).body).toEqual([])
    expect((await testApp.alice.get(folderOf(second, '/members'))).body).toHaveLength(1)
    expect((await staff.caller.get(folderOf(first))).body.assignedStaffId).toBe(staff.id)
  })
})

describe('adding a member', () => {
  it('refuses anyone but active staff, and the lead, with a sentence', async () => {
    const id = await company(testApp)
    const { ann, ivan, alice, sam } = testApp.people
    for (const userId of [ann.id, ivan.id, alice.id, testApp.folders.acme.id, 'sue', '']) {
      const { status, body } = await add(testApp.sam, id, userId)
      expect([status, body.issues[0].path], userId).toEqual([400, 'userId'])
    }
    expect((await add(testApp.sam, id, sam.id)).body.message).toMatch(/^This person already leads the folder/)
    expect((await testApp.sam.post(folderOf(id, '/members'), {})).status).toBe(400)
  })

  it('happens once, even for concurrent requests', async () => {
    const id = await company(testApp)
    const staff = await staffMember(testApp)
    const answers = await Promise.all([1, 2, 3].map(() => add(testApp.sam, id, staff.id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect((await testApp.sam.get(folderOf(id, '/members'))).body).toHaveLength(1)
  })

  it('never makes someone both the lead and a member, even for concurrent requests', async () => {
    const id = await company(testApp)
    const staff = await staffMember(testApp)
    const lead = () => testApp.alice.patch(folderOf(id), { assignedStaffId: staff.id })
    const [added, assigned] = await Promise.all([add(testApp.alice, id, staff.id), lead()])
    expect([201, 400]).toContain(added.status)
    expect(assigned.status, assigned.text).toBe(200)
    expect((await testApp.alice.get(folderOf(id, '/members'))).body).toEqual([])
    expect((await testApp.alice.get(folderOf(id))).body.assignedStaffId).toBe(staff.id)
  })

  it(`is limited to ${maxMembers} members, even for concurrent requests`, async () => {
    const id = await company(testApp)
    await testApp.db.run(sql`
      with person as (
        insert into users (id, username, email, role, created_at, updated_at)
        select gen_random_uuid(), 'crowd' || n, 'crowd' || n || '@example.com', 'staff', ${testApp.db.now}, ${testApp.db.now}
        from generate_series(2, ${maxMembers}::int) n returning id
      )
      insert into folder_members (id, client_folder_id, user_id, added_by_id, created_at)
      select gen_random_uuid(), ${id}, person.id, ${testApp.people.sam.id}, ${testApp.db.now} from person`)
    const [one, two] = [await staffMember(testApp), await staffMember(testApp)]
    const answers = await Promise.all([one, two].map((staff) => add(testApp.sam, id, staff.id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'A folder can have at most 25 members. Remove one before you add another.',
    )
  })

  it('refuses clients and contacts, staff who can’t see the folder, and visitors', async () => {
    const id = await company(testApp)
    const { cora } = await contactIn(testApp, id, allRights)
    const { memberId } = await memberOf(id)
    const answers = async (who: Caller) => [
      (await add(who, id, testApp.people.sue.id)).status,
      (await who.get(folderOf(id, '/members'))).status,
      (await who.delete(`/api/folder-members/${memberId}`)).status,
    ]
    for (const who of [testApp.ann, cora, testApp.eve, testApp.sue]) expect(await answers(who)).toEqual([404, 404, 404])
    expect(await answers(testApp.visitor)).toEqual([401, 401, 401])
    expect((await reads(testApp.sue, id))[0]).toBe(404)
  })

  it('ends once, even for concurrent removals', async () => {
    const id = await company(testApp)
    const { memberId } = await memberOf(id)
    const remove = (who: Caller) => who.delete(`/api/folder-members/${memberId}`)
    const answers = await Promise.all([remove(testApp.sam), remove(testApp.alice)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const entries = (await testApp.auditLog()).filter(({ entityId }) => entityId === memberId)
    expect(entries.map(({ action }) => action)).toEqual(['folder-member.added', 'folder-member.removed'])
  })

  it('refuses an archived folder, whose members can still be removed', async () => {
    const id = await company(testApp)
    const { memberId } = await memberOf(id)
    await testApp.sam.patch(folderOf(id), { status: 'archived' })
    expect((await add(testApp.sam, id, testApp.people.sue.id)).status).toBe(409)
    expect((await testApp.sam.delete(`/api/folder-members/${memberId}`)).status).toBe(200)
  })
})

it('whom a folder’s page lists as its team is who sees the folder', async () => {
  const id = await company(testApp)
  const { id: memberId } = await memberOf(id)
  const outsider = await staffMember(testApp)
  for (const userId of [testApp.people.sam.id, testApp.people.sue.id, memberId, outsider.id]) {
    const byList = sql`select f.id from client_folders f where ${isWorkedInBy(userId)} order by f.id`
    const byTeam = sql`select distinct s.client_folder_id as id from ${folderStaff(testApp.db.now)} s where s.user_id = ${userId} order by id`
    const byFolder = sql`
      select distinct f.id from client_folders f, ${staffOfFolder(testApp.db.now)} s where s.user_id = ${userId} order by id`
    expect(await testApp.db.rows(byList)).toEqual(await testApp.db.rows(byTeam))
    expect(await testApp.db.rows(byFolder)).toEqual(await testApp.db.rows(byTeam))
  }
})
