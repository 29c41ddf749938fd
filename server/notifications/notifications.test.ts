import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestInput } from '../../tests/architecture/request-input.ts'
import { openTab } from '../../tests/event-stream.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { newId } from '../kit/id.ts'
import { sendDailySummaries, sweepNotifications } from './jobs.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({}, { atHour: 9 })
  await testApp.goLive()
})
afterAll(() => testApp.close())

const thread = () => `/api/client-folders/${testApp.folders.acme.id}/messages`
const task = { title: 'Send the handbook', description: 'The one from 2024.' }
const assign = () => testApp.sam.post(`/api/client-folders/${testApp.folders.acme.id}/assignments`, task)
const unread = async (who: Caller) => (await who.get('/api/notifications/figures')).body.unread as number
const newest = async (who: Caller) => (await who.get('/api/notifications?limit=1')).body[0]
const emailsTo = async (to: string) => (await testApp.mail()).filter((email) => email.to === to).length

describe('an in-app notification', () => {
  it('names who, what, and where, with a link', async () => {
    await testApp.ann.post(thread(), { content: 'canary: when do we start?' })
    const notice = await newest(testApp.sam)
    expect(notice).toMatchObject({
      kind: 'messages',
      subject: 'New message from Ann Keller',
      actorName: 'Ann Keller',
      clientFolderId: testApp.folders.acme.id,
      folderName: testApp.folders.acme.name,
      path: `/client-folders/${testApp.folders.acme.id}?tab=messages`,
      isRead: false,
    })
    expect(JSON.stringify(notice)).not.toContain('canary')
    expect(await unread(testApp.sam)).toBe(1)
    await testApp.sam.post(thread(), { content: 'On Monday.' })
    expect((await newest(testApp.ann)).path).toBe(`/?folder=${testApp.folders.acme.id}&tab=messages`)
  })

  it('is one for several messages, and another once it was read', async () => {
    const before = await unread(testApp.sam)
    for (const content of ['one', 'two', 'three']) await testApp.ann.post(thread(), { content })
    expect(await unread(testApp.sam)).toBe(before)
    await testApp.sam.put('/api/notifications/reading', {})
    await testApp.ann.post(thread(), { content: 'four' })
    expect(await unread(testApp.sam)).toBe(1)
  })

  it('is not created for the person who acted, a colleague, or another client', async () => {
    await assign()
    expect(await unread(testApp.ann)).toBeGreaterThan(0)
    for (const who of [testApp.eve, testApp.sue]) {
      expect((await who.get('/api/notifications')).body).toEqual([])
      expect(await unread(who)).toBe(0)
    }
    expect((await testApp.visitor.get('/api/notifications')).status).toBe(401)
  })

  it('is not written if the change fails', async () => {
    const before = (await testApp.sam.get('/api/notifications')).body.length
    expect((await testApp.ann.post(thread(), { content: '' })).status).toBe(400)
    expect((await testApp.eve.post(thread(), { content: 'Hello' })).status).toBe(404)
    expect((await testApp.sam.get('/api/notifications')).body).toHaveLength(before)
  })

  it('can be marked as read individually, even twice, but not by someone else', async () => {
    await assign()
    const { id } = await newest(testApp.ann)
    const before = await unread(testApp.ann)
    for (const who of [testApp.eve, testApp.sam, testApp.alice])
      expect((await who.put(`/api/notifications/${id}/reading`)).status).toBe(404)
    expect((await testApp.ann.put('/api/notifications/no-id/reading')).status).toBe(404)
    expect(await unread(testApp.ann)).toBe(before)
    expect((await testApp.ann.put(`/api/notifications/${id}/reading`)).body).toEqual({ unread: before - 1 })
    expect((await testApp.ann.put(`/api/notifications/${id}/reading`)).body).toEqual({ unread: before - 1 })
    expect((await newest(testApp.ann)).isRead).toBe(true)
  })

  it('can be marked as read by folder and kind, or all together', async () => {
    await assign()
    await testApp.sam.post(thread(), { content: 'Look at the assignment' })
    const messages = { clientFolderId: testApp.folders.acme.id, kind: 'messages' }
    await testApp.ann.put('/api/notifications/reading', messages)
    const left: { kind: string; isRead: boolean }[] = (await testApp.ann.get('/api/notifications')).body
    expect(left.filter(({ kind, isRead }) => kind === 'messages' && !isRead)).toEqual([])
    expect(await unread(testApp.ann)).toBeGreaterThan(0)
    expect((await testApp.ann.put('/api/notifications/reading', { kind: 'gossip' })).status).toBe(400)
    expect((await testApp.ann.put('/api/notifications/reading', {})).body).toEqual({ unread: 0 })
  })

  it('can be marked as read together with others by their ids, but not by someone else', async () => {
    await testApp.ann.put('/api/notifications/reading', {})
    for (const title of ['First', 'Second', 'Third'])
      await testApp.sam.post(`/api/client-folders/${testApp.folders.acme.id}/assignments`, { ...task, title })
    const listed: { id: string; isRead: boolean }[] = (await testApp.ann.get('/api/notifications')).body
    const ids = listed.filter(({ isRead }) => !isRead).map(({ id }) => id)
    const before = await unread(testApp.ann)
    expect(before).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(2)
    await testApp.eve.put('/api/notifications/reading', { ids })
    expect(await unread(testApp.ann)).toBe(before)
    const read = await testApp.ann.put('/api/notifications/reading', { ids: ids.slice(0, 2) })
    expect(read.body).toEqual({ unread: before - 2 })
    expect((await testApp.ann.put('/api/notifications/reading', { ids: [] })).status).toBe(400)
    expect((await testApp.ann.put('/api/notifications/reading', { ids: ['no-id'] })).status).toBe(400)
  })

  it('reaches its user’s open tab right away, and no other', async () => {
    const tabs = await Promise.all(
      [testApp.ann, testApp.eve, testApp.alice].map(async (who) => openTab(await testApp.address(), who)),
    )
    // Events arrive in order: once this folder's event has arrived, those of earlier tests have too.
    const folder = {
      name: 'Last of all',
      services: 'HR',
      clientId: testApp.people.ann.id,
      assignedStaffId: testApp.people.sam.id,
    }
    const { id } = (await testApp.alice.post('/api/client-folders', folder)).body
    await expect.poll(() => tabs[0]?.received.some((each) => each.id === id)).toBe(true)
    for (const { received } of tabs) received.length = 0
    const counts = () => tabs.map(({ received }) => received.filter(({ type }) => type === 'notifications').length)
    await assign()
    await expect.poll(counts).toEqual([1, 0, 0])
    await testApp.ann.put('/api/notifications/reading', {})
    await expect.poll(counts).toEqual([2, 0, 0])
    for (const tab of tabs) tab.close()
  })

  it('disappears with the right to see its folder', async () => {
    const folder = { name: 'Moving', services: 'HR', assignedStaffId: testApp.people.sam.id }
    const { id } = (await testApp.alice.post('/api/client-folders', folder)).body
    expect((await newest(testApp.sam)).clientFolderId).toBe(id)
    const before = await unread(testApp.sam)
    await testApp.alice.patch(`/api/client-folders/${id}`, { assignedStaffId: testApp.people.sue.id })
    expect((await newest(testApp.sam))?.clientFolderId).not.toBe(id)
    expect(await unread(testApp.sam)).toBe(before - 1)
  })

  it('contains no link that opens an account', async () => {
    await testApp.visitor.post('/api/password/forgot', { email: 'ann@example.com' })
    await expect
      .poll(async () => (await testApp.mail()).at(-1))
      .toMatchObject({ to: 'ann@example.com', subject: 'Reset your ProHR password' })
    const rows = await testApp.db.rows(typed(z.object({ path: z.string() }))`select path from notifications`)
    expect(rows.filter(({ path }) => path.includes('password-reset') || path.includes('invitation'))).toEqual([])
  })

  it('is deleted after 90 days', async () => {
    const old = newId()
    await testApp.db.run(sql`
      insert into notifications (user_id, id, kind, about, subject, path, created_at)
      values (${testApp.people.ann.id}, ${old}, 'messages', 'messages', 'Old', '/', ${testApp.db.now}::timestamptz - interval '91 days')`)
    const before = (await testApp.ann.get('/api/notifications?limit=200')).body.length
    await sweepNotifications(testApp.db)
    expect((await testApp.ann.get('/api/notifications?limit=200')).body).toHaveLength(before - 1)
  })
})

describe('the notification of a new service request', () => {
  const administrators = () => [testApp.alice, testApp.mona]
  const came = async (who: Caller) =>
    ((await who.get('/api/notifications?limit=200')).body as { path: string }[]).filter(
      ({ path }) => path === '/?requests=pending',
    ).length
  const submit = () => testApp.visitor.post('/api/service-requests', { ...requestInput, businessName: 'canary Ltd' })
  const emails = async () =>
    (await testApp.mail()).filter(({ subject }) => subject === 'ProHR portal: new service request').map(({ to }) => to)

  it('reaches only the administrators who have an email address', async () => {
    expect((await submit()).status).toBe(201)
    expect((await newest(testApp.alice)).path).toBe('/?requests=pending')
    expect(await Promise.all(administrators().map(came))).toEqual([1, 1])
    for (const who of [testApp.sam, testApp.sue, testApp.ann, testApp.ivan])
      expect((await who.get('/api/notifications')).text).not.toContain('requests=pending')
    expect((await emails()).toSorted()).toEqual(['alice@example.com', 'mona@example.com'])
    const email = (await testApp.mail()).find(({ subject }) => subject === 'ProHR portal: new service request')
    expect(email?.text).toContain('within 24 hours')
    expect(`${email?.text}${JSON.stringify(await newest(testApp.alice))}`).not.toContain('canary')
  })

  it('is one for several unread requests, and a new one for administrators who have read it', async () => {
    const before = await emails()
    await Promise.all([submit(), submit()])
    expect(await emails()).toEqual(before)
    await testApp.alice.put('/api/notifications/reading', {})
    await submit()
    expect((await emails()).slice(before.length)).toEqual(['alice@example.com'])
    expect(await Promise.all(administrators().map(came))).toEqual([2, 1])
    testApp.pass({ minutes: 16 })
    await submit()
    expect((await emails()).slice(before.length + 1).toSorted()).toEqual(['alice@example.com', 'mona@example.com'])
  })

  it('is not emailed to those who turned it off, or to the administrator who created the request', async () => {
    await testApp.mona.put('/api/email-choices', { requests: 'never' })
    await testApp.mona.put('/api/notifications/reading', {})
    await testApp.alice.put('/api/notifications/reading', {})
    const [before, rung] = [await emails(), await came(testApp.mona)]
    await submit()
    expect((await emails()).slice(before.length)).toEqual(['alice@example.com'])
    expect(await came(testApp.mona)).toBe(rung + 1)
    await testApp.alice.put('/api/notifications/reading', {})
    const own = await came(testApp.alice)
    expect((await testApp.alice.post('/api/service-requests', requestInput)).status).toBe(201)
    expect(await came(testApp.alice)).toBe(own)
  })

  it('is not sent for a refused request', async () => {
    await testApp.alice.put('/api/notifications/reading', {})
    const own = await came(testApp.alice)
    expect((await testApp.visitor.post('/api/service-requests', { ...requestInput, services: [] })).status).toBe(400)
    expect(await came(testApp.alice)).toBe(own)
  })
})

describe('email preferences', () => {
  const choose = (who: Caller, choices: object) => who.put('/api/email-choices', choices)

  it('default to immediate, and changes are audited', async () => {
    const { choices } = (await testApp.sam.get('/api/email-choices')).body
    expect(new Set(choices.map(({ delivery }: { delivery: string }) => delivery))).toEqual(new Set(['at-once']))
    const answer = await choose(testApp.sam, { assignments: 'never' })
    expect(answer.body.choices).toContainEqual({ kind: 'assignments', delivery: 'never', isFixed: false })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'email-choices.changed',
      details: { assignments: 'never' },
    })
  })

  it('set to never send no email, but the notification remains', async () => {
    await choose(testApp.ann, { assignments: 'never' })
    const [emails, before] = [await emailsTo('ann@example.com'), await unread(testApp.ann)]
    await assign()
    expect(await emailsTo('ann@example.com')).toBe(emails)
    expect(await unread(testApp.ann)).toBe(before + 1)
    await choose(testApp.ann, { assignments: 'at-once' })
    await assign()
    expect(await emailsTo('ann@example.com')).toBe(emails + 1)
  })

  it.each([
    [{ signatures: 'never' }, 'Emails about documents to sign are always sent right away.'],
    [{ signatures: 'daily' }, 'Emails about documents to sign are always sent right away.'],
    [{ account: 'never' }, expect.stringContaining('account')],
    [{ messages: 'sometimes' }, 'Choose an option from the list.'],
  ])('refuse %j for a client', async (choices, sentence) => {
    const answer = await choose(testApp.ann, choices)
    expect([answer.status, answer.body.message]).toEqual([400, sentence])
  })

  it('cannot suppress required emails of another role: a client’s signature requests are always sent right away', async () => {
    await testApp.db.run(
      sql`insert into email_preferences (user_id, kind, delivery) values (${testApp.people.ann.id}, 'signatures', 'never')`,
    )
    const emails = await emailsTo('ann@example.com')
    const contract = {
      clientFolderId: testApp.folders.acme.id,
      clientName: 'Ann Keller',
      clientEmail: 'ann@example.com',
      services: ['HR operations'],
      totalValue: 100,
      startDate: '2027-01-01',
    }
    expect((await testApp.alice.post('/api/contracts', contract)).status).toBe(201)
    expect(await emailsTo('ann@example.com')).toBe(emails + 1)
    expect((await testApp.ann.get('/api/email-choices')).body.choices).toContainEqual({
      kind: 'signatures',
      delivery: 'at-once',
      isFixed: true,
    })
  })

  it('set to daily send one email in the morning with the count and a link, without content', async () => {
    await testApp.ann.put('/api/notifications/reading', {})
    await choose(testApp.ann, { assignments: 'daily', messages: 'daily' })
    const emails = await emailsTo('ann@example.com')
    await assign()
    await assign()
    await testApp.sam.post(thread(), { content: 'canary' })
    expect(await emailsTo('ann@example.com')).toBe(emails)
    await Promise.all([sendDailySummaries(testApp.db), sendDailySummaries(testApp.db)])
    expect(await emailsTo('ann@example.com')).toBe(emails + 1)
    const email = (await testApp.mail()).findLast(({ to }) => to === 'ann@example.com')
    expect(email).toMatchObject({ subject: 'ProHR portal: 3 items need your attention' })
    expect(email?.text).not.toMatch(/canary|handbook|Acme/)
    expect(email?.text).toContain('/notifications')
  })

  it('set to daily send no second email that day, and none the next day if everything was read', async () => {
    const emails = await emailsTo('ann@example.com')
    await assign()
    await sendDailySummaries(testApp.db)
    expect(await emailsTo('ann@example.com')).toBe(emails)
    await testApp.ann.put('/api/notifications/reading', {})
    testApp.pass({ days: 1 })
    const ann = await testApp.signIn(testApp.people.ann.id, 'client')
    await sendDailySummaries(testApp.db)
    expect(await emailsTo('ann@example.com')).toBe(emails)
    expect((await ann.get('/api/notifications/figures')).body).toEqual({ unread: 0 })
  })
})
