import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quarterOf } from '../../domain/access-review.ts'
import { officeDate } from '../../domain/time.ts'
import { company, contactIn, emailsTo } from '../../tests/contacts.ts'
import { staffMember } from '../../tests/staff.ts'
import { openEveryDay } from '../../tests/firm-settings.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { sendAccessReviewReminders } from './jobs.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({}, { atHour: 9 })
  await openEveryDay(testApp)
})
afterAll(() => testApp.close())

const path = '/api/access-reviews'
const quarter = () => quarterOf(officeDate(testApp.db.now))
const again = () => testApp.db.run(sql`delete from access_reviews`)
const asIfUsedBefore = () =>
  testApp.db.run(sql`update users set created_at = created_at - interval '200 days' where username = 'mona'`)
const queued = async () =>
  (await testApp.alice.get('/api/work-queue?view=all')).body.items.filter(
    ({ kind }: { kind: string }) => kind === 'review-access',
  )

describe('the access review', () => {
  it('lists each team member with what they see and why', async () => {
    const folder = await company(testApp)
    const member = await staffMember(testApp, 'Mel')
    const colleague = await staffMember(testApp, 'Cole')
    const bookkeeper = await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
    await testApp.sam.post(`/api/client-folders/${folder}/members`, { userId: member.id })
    const today = officeDate(testApp.db.now)
    const cover = { colleagueId: colleague.id, startsOn: today, endsOn: today }
    expect((await member.caller.post('/api/staff-covers', cover)).status).toBe(201)
    const { body } = await testApp.alice.get(`${path}/team?limit=200`)
    const of = (id: string) => body.find((each: { id: string }) => each.id === id)
    expect(of(member.id)).toMatchObject({ folders: 1, staffAccess: 'consultant', lastSignedInAt: expect.any(String) })
    expect([of(colleague.id).folders, of(bookkeeper.id).folders, of(testApp.people.alice.id).folders]).toEqual([
      1,
      null,
      null,
    ])
    expect(of(testApp.people.ann.id)).toBeUndefined()
    const reasons = async (id: string) =>
      (await testApp.alice.get(`${path}/team/${id}/folders?limit=200`)).body
        .filter((each: { id: string }) => each.id === folder)
        .map((each: { reasons: string[] }) => each.reasons)
    expect(await reasons(testApp.people.sam.id)).toEqual([['lead']])
    expect(await reasons(member.id)).toEqual([['member']])
    expect(await reasons(colleague.id)).toEqual([['cover']])
    expect(await reasons(bookkeeper.id)).toEqual([])
    for (const id of [testApp.people.ann.id, testApp.folders.acme.id])
      expect((await testApp.alice.get(`${path}/team/${id}/folders`)).status).toBe(404)
  })

  it('lists the people on the client side of each folder', async () => {
    const folder = await company(testApp)
    await contactIn(testApp, folder, { documents: true }, 'review@acme.example')
    const { body } = await testApp.alice.get(`${path}/folders?limit=200`)
    const { people } = body.find((each: { id: string }) => each.id === folder)
    expect(people).toMatchObject([
      { role: 'client', name: 'Ann Keller', rights: null },
      { role: 'contact', email: 'review@acme.example', rights: { money: false, documents: true } },
    ])
  })

  it('is marked as reviewed once a quarter, by whom and when, even for concurrent requests', async () => {
    await again()
    const answers = await Promise.all([testApp.alice, testApp.mona].map((who) => who.post(path)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const done = answers.find(({ status }) => status === 201)?.body
    expect(done).toMatchObject({ quarter: quarter(), reviewedAt: expect.any(String), remindedAt: null })
    expect(['Alice Moore', 'Mona Reyes']).toContain(done.reviewedByName)
    expect((await testApp.alice.get(path)).body).toEqual([done])
    const entries = (await testApp.auditLog()).filter(({ action }) => action === 'access-review.reviewed')
    expect(entries.at(-1)).toMatchObject({ entityId: done.id, details: { quarter: quarter() } })
  })

  it('is for administrators only', async () => {
    for (const url of [path, `${path}/team`, `${path}/folders`]) {
      for (const who of [testApp.sam, testApp.ann]) expect((await who.get(url)).status).toBe(403)
      expect((await testApp.visitor.get(url)).status).toBe(401)
    }
    expect((await testApp.sam.post(path)).status).toBe(403)
    expect((await testApp.sam.get(`${path}/team/${testApp.people.sam.id}/folders`)).status).toBe(404)
  })
})

describe('the reminder', () => {
  it('is sent to every administrator once a quarter, and is in their work queue until someone reviews', async () => {
    await again()
    await asIfUsedBefore()
    const subjects = async () =>
      (await emailsTo(testApp, 'alice@example.com')).filter(({ subject }) => subject.includes('review access')).length
    const before = await subjects()
    await Promise.all([sendAccessReviewReminders(testApp.db), sendAccessReviewReminders(testApp.db)])
    await sendAccessReviewReminders(testApp.db)
    expect((await subjects()) - before).toBe(1)
    expect(await queued()).toMatchObject([{ title: quarter(), action: 'review', link: '/access-review' }])
    const ofSam = (await testApp.sam.get('/api/work-queue?view=all')).text
    expect(ofSam).not.toContain('review-access')
    expect((await testApp.alice.post(path)).status).toBe(201)
    expect(await queued()).toEqual([])
  })

  it('is not sent after the review, or to an office that is new', async () => {
    await again()
    await asIfUsedBefore()
    await testApp.alice.post(path)
    await sendAccessReviewReminders(testApp.db)
    expect((await testApp.alice.get(path)).body[0].remindedAt).toBeNull()
    const fresh = await createTestApp({}, { atHour: 9 })
    await openEveryDay(fresh)
    try {
      // Its people were all added this quarter.
      await fresh.db.run(sql`update users set created_at = ${fresh.db.now}`)
      await sendAccessReviewReminders(fresh.db)
      expect((await fresh.alice.get(path)).body).toEqual([])
    } finally {
      await fresh.close()
    }
  })
})
