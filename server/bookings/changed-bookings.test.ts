// Booked appointments: who sees, reschedules, and cancels them, and booking hours.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { officeHour } from '../../domain/time.ts'
import {
  bookedByVisitor,
  bookedInAcme,
  clearBookings,
  freeTime,
  ofAcme,
  openBooking,
  taken,
  timesAt,
} from '../../tests/bookings.ts'
import { type Answer, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ LOG_LEVEL: 'error' })
  await openBooking(testApp)
})
afterAll(() => testApp.close())
beforeEach(() => clearBookings(testApp))

const acmeTimes = () => ofAcme(testApp, 'booking-times')
const hoursOf = (who: 'sam' | 'sue' | 'alice') => `/api/booking-hours/${testApp.people[who].id}`
const setHours = (who: 'sam' | 'sue', body: object) => testApp.alice.put(hoursOf(who), body)
const cancel = (id: string, who: Caller, reason: unknown = 'I am sick', headers = {}) =>
  who.patch(`/api/bookings/${id}/status`, { status: 'cancelled', reason }, headers)
const reschedule = (id: string, who: Caller, startsAt: unknown, headers = {}) =>
  who.patch(`/api/bookings/${id}`, { startsAt }, headers)
const refusalOf = ({ status, body }: Answer) => [status, body.message]
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const lastEntry = async () => (await testApp.auditLog()).at(-1)
const idsOf = async (who: Caller, query = '') =>
  (await who.get(`/api/bookings${query}`)).body.map(({ id }: { id: string }) => id)

describe('the list of appointments', () => {
  it('shows each person those that they may see, soonest first', async () => {
    await setHours('sue', { isBookable: false, days: null })
    const { id: visitors } = await bookedByVisitor(testApp)
    await setHours('sue', { isBookable: true, days: null })
    const { id: later } = await bookedInAcme(testApp, { startsAt: (await timesAt(testApp.ann, acmeTimes())).at(-1) })
    const { id: sooner } = await bookedInAcme(testApp)
    expect(await idsOf(testApp.ann)).toEqual([sooner, later])
    expect(await idsOf(testApp.sam)).toHaveLength(3)
    expect(await idsOf(testApp.alice)).toHaveLength(3)
    expect(await idsOf(testApp.alice, `?clientFolderId=${testApp.folders.acme.id}`)).toEqual([sooner, later])
    for (const who of [testApp.eve, testApp.sue]) expect(await idsOf(who)).toEqual([])
    for (const who of [testApp.eve, testApp.sue, testApp.ann])
      expect((await who.get(`/api/bookings/${visitors}`)).status).toBe(404)
    expect((await testApp.sam.get(`/api/bookings/${visitors}`)).body).toMatchObject({
      name: 'Noor Haddad',
      email: 'noor@visitor.example',
      allowed: ['cancel'],
    })
  })

  it('follows the rights of contacts: those without messages see nothing', async () => {
    const contacts = ofAcme(testApp, 'contacts')
    const rights = { money: true, documents: true, messages: false }
    const { body } = await testApp.alice.post(contacts, { name: 'Cora', email: 'cora@acme.example', ...rights })
    const cora = await testApp.signIn(body.userId, 'client')
    const { id } = await bookedInAcme(testApp)
    expect(await idsOf(cora)).toEqual([])
    expect((await cora.get(`/api/bookings/${id}`)).status).toBe(404)
    expect((await cora.get(acmeTimes())).status).toBe(404)
    expect((await cancel(id, cora)).status).toBe(404)
  })

  it('moves an appointment to the past ones once it has ended', async () => {
    const { id } = await bookedInAcme(testApp)
    await testApp.db.run(sql`
      update bookings set starts_at = starts_at - interval '100 days', ends_at = ends_at - interval '100 days'`)
    expect(await idsOf(testApp.ann)).toEqual([])
    expect(await idsOf(testApp.ann, '?view=past')).toEqual([id])
    for (const answer of [
      await cancel(id, testApp.sam),
      await reschedule(id, testApp.sam, await freeTime(testApp.ann, acmeTimes())),
    ])
      expect(refusalOf(answer)).toEqual([409, 'This appointment has already started.'])
  })
})

describe('rescheduling', () => {
  it('moves an appointment, makes its time free again, and notifies the other side', async () => {
    const { id, startsAt } = await bookedInAcme(testApp)
    const next = await freeTime(testApp.ann, acmeTimes(), 3)
    const { status, body } = await reschedule(id, testApp.ann, next)
    expect([status, body.startsAt, body.version]).toEqual([200, next, 2])
    expect(await timesAt(testApp.ann, acmeTimes())).toContain(startsAt)
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'sam@example.com',
      subject: 'ProHR portal: an appointment was rescheduled',
    })
    expect(await lastEntry()).toMatchObject({
      action: 'booking.rescheduled',
      details: { before: { startsAt }, after: { startsAt: next } },
    })
    await reschedule(id, testApp.sam, startsAt)
    expect((await testApp.mail()).at(-1)).toMatchObject({ to: 'ann@example.com' })
  })

  it('is refused for a taken time, a stale version, a canceled one, and a visitor’s', async () => {
    const [first, second] = [await bookedInAcme(testApp), await bookedInAcme(testApp)]
    expect(refusalOf(await reschedule(first.id, testApp.ann, second.startsAt))).toEqual([409, taken])
    const next = await freeTime(testApp.ann, acmeTimes())
    expect((await reschedule(first.id, testApp.ann, next, { 'if-match': '"9"' })).status).toBe(412)
    await cancel(first.id, testApp.ann)
    expect(refusalOf(await reschedule(first.id, testApp.ann, next))).toEqual([
      409,
      'This appointment was already canceled.',
    ])
    const { id } = await bookedByVisitor(testApp)
    expect((await reschedule(id, testApp.alice, next)).status).toBe(403)
    for (const who of [testApp.eve, testApp.sue]) expect((await reschedule(second.id, who, next)).status).toBe(404)
    for (const odd of [null, 7, '', 'soon']) expect((await reschedule(second.id, testApp.ann, odd)).status).toBe(400)
  })

  it('is refused once the consultant has left the team of the folder', async () => {
    const { id } = await bookedInAcme(testApp)
    const next = await freeTime(testApp.ann, acmeTimes())
    const lead = (assignedStaffId: string) =>
      testApp.alice.patch(`/api/client-folders/${testApp.folders.acme.id}`, { assignedStaffId })
    await lead(testApp.people.sue.id)
    expect((await testApp.ann.get(`/api/bookings/${id}`)).body.allowed).toEqual(['cancel'])
    const answer = await reschedule(id, testApp.ann, next)
    expect(refusalOf(answer)).toEqual([
      409,
      'This consultant no longer works in the client folder. Cancel the appointment and book another one.',
    ])
    expect((await testApp.sam.get(`/api/bookings/${id}`)).status).toBe(404)
    expect((await cancel(id, testApp.ann, null)).status).toBe(200)
    await lead(testApp.people.sam.id)
  })

  it('moves only one of two appointments to the same time', async () => {
    const [first, second] = [await bookedInAcme(testApp), await bookedInAcme(testApp)]
    const next = await freeTime(testApp.ann, acmeTimes(), 5)
    const answers = await Promise.all([first, second].map(({ id }) => reschedule(id, testApp.ann, next)))
    expect(statuses(answers)).toEqual([200, 409])
  })
})

describe('canceling', () => {
  it('by the team needs a reason, which the client reads in the portal and not in the email', async () => {
    const { id, startsAt } = await bookedInAcme(testApp)
    expect(refusalOf(await cancel(id, testApp.sam, ''))).toEqual([400, 'Enter a reason.'])
    expect((await cancel(id, testApp.sam)).body).toMatchObject({ status: 'cancelled', allowed: [] })
    const email = (await testApp.mail()).at(-1)
    expect(email).toMatchObject({ to: 'ann@example.com', subject: 'ProHR: your appointment was canceled' })
    expect(email?.text).not.toContain('sick')
    expect(await lastEntry()).toMatchObject({ action: 'booking.cancelled', entityId: id })
    expect((await testApp.ann.get(`/api/bookings/${id}`)).body).toMatchObject({
      cancelReason: 'I am sick',
      cancelledByName: 'Sam Carter',
    })
    expect(await idsOf(testApp.ann, '?view=cancelled')).toEqual([id])
    expect(await timesAt(testApp.ann, acmeTimes())).toContain(startsAt)
  })

  it('by the client needs none, and notifies the consultant', async () => {
    const { id } = await bookedInAcme(testApp)
    expect((await cancel(id, testApp.ann, null)).body).toMatchObject({ status: 'cancelled', cancelReason: null })
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'sam@example.com',
      subject: 'ProHR portal: an appointment was canceled',
    })
  })

  it('happens once for two requests at the same time, and only with the current version', async () => {
    const { id } = await bookedInAcme(testApp)
    expect((await cancel(id, testApp.ann, null, { 'if-match': '"9"' })).status).toBe(412)
    const answers = await Promise.all([cancel(id, testApp.ann), cancel(id, testApp.sam)])
    expect(statuses(answers)).toEqual([200, 409])
    expect(refusalOf(await cancel(id, testApp.alice))).toEqual([409, 'This appointment was already canceled.'])
    for (const who of [testApp.eve, testApp.sue]) expect((await cancel(id, who)).status).toBe(404)
    const other = await testApp.ann.patch(`/api/bookings/${id}/status`, { status: 'booked' })
    expect(refusalOf(other)).toEqual([400, 'An appointment can only be canceled.'])
  })
})

describe('booking hours', () => {
  it('are set by each person for themselves, and by administrators for anyone', async () => {
    const own = [{ opens: '10:00', closes: '11:00' }, null, null, null, null, null, null]
    const saved = await testApp.sam.put(hoursOf('sam'), { isBookable: true, days: own })
    expect(saved.body).toMatchObject({ name: 'Sam Carter', isBookable: true, days: own })
    expect(await lastEntry()).toMatchObject({ action: 'booking-hours.changed', entityId: testApp.people.sam.id })
    const hours = (await timesAt(testApp.ann, acmeTimes())).map((time) => officeHour(new Date(time)))
    expect(new Set(hours)).toEqual(new Set([10]))
    expect((await testApp.sam.get('/api/booking-hours')).body).toHaveLength(1)
    expect((await testApp.alice.get('/api/booking-hours')).body.length).toBeGreaterThan(3)
    const { body } = await testApp.alice.get(hoursOf('alice'))
    expect(body).toMatchObject({ isBookable: false, days: null, version: 1 })
    await setHours('sam', { isBookable: true, days: null })
  })

  it('are no one else’s: staff get 404 for a colleague, and clients for anyone', async () => {
    const body = { isBookable: true, days: null }
    for (const who of [testApp.sue, testApp.ann]) {
      expect((await who.get(hoursOf('sam'))).status).toBe(404)
      expect((await who.put(hoursOf('sam'), body)).status).toBe(404)
    }
    expect((await testApp.alice.put(`/api/booking-hours/${testApp.people.ann.id}`, body)).status).toBe(404)
    expect((await testApp.ann.get('/api/booking-hours')).status).toBe(403)
  })

  it.each<[object, string]>([
    [{ isBookable: true, days: [] }, 'Enter seven days.'],
    [{ isBookable: true, days: Array(7).fill({ opens: '12:00', closes: '9:00' }) }, 'Enter a time.'],
    [
      { isBookable: true, days: Array(7).fill({ opens: '12:00', closes: '11:00' }) },
      'Enter a time after the opening time.',
    ],
    [{ isBookable: true, days: Array(7).fill({ opens: '9', closes: '11:00' }) }, 'Enter a time.'],
  ])('refuse %j', async (body, sentence) => expect(refusalOf(await setHours('sam', body))).toEqual([400, sentence]))

  it('refuse one of two saves of the same version', async () => {
    const { version } = (await testApp.sam.get(hoursOf('sam'))).body
    const ifMatch = { 'if-match': `"${version}"` }
    const answers = await Promise.all(
      [1, 2].map(() => testApp.sam.put(hoursOf('sam'), { isBookable: true, days: null }, ifMatch)),
    )
    expect(statuses(answers)).toEqual([200, 412])
  })
})

describe('the calendar file of an appointment', () => {
  it('has its time in UTC, and is for those who see the appointment', async () => {
    const { id, startsAt } = await bookedInAcme(testApp)
    const { status, headers, text } = await testApp.ann.get(`/api/bookings/${id}/calendar`)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(text).toContain(`DTSTART:${startsAt.replaceAll(/[-:]|\.000/g, '')}\r\n`)
    expect(text).toContain('SUMMARY:Appointment with ProHR\r\n')
    expect(text).not.toContain('leave policy')
    const sams = await testApp.sam.get(`/api/bookings/${id}/calendar`)
    expect(sams.text).toContain('SUMMARY:Appointment with Acme Tooling')
    expect((await testApp.eve.get(`/api/bookings/${id}/calendar`)).status).toBe(404)
  })
})
