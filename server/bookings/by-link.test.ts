// The private link of a visitor's appointment.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bookedByVisitor, clearBookings, openBooking } from '../../tests/bookings.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ LOG_LEVEL: 'error' })
  await openBooking(testApp)
})
afterAll(() => testApp.close())
beforeEach(() => clearBookings(testApp))

const path = '/api/booking-link'
const look = (token: unknown) => testApp.visitor.post(path, { token })
const cancel = (token: unknown) => testApp.visitor.post(`${path}/cancellation`, { token })
const move = (token: unknown, startsAt: unknown) => testApp.visitor.post(`${path}/time`, { token, startsAt })
const timesOf = async (token: string): Promise<string[]> => {
  const { body } = await testApp.visitor.post(`${path}/times`, { token })
  return body.days.flatMap(({ times }: { times: string[] }) => times)
}
const entriesOf = async (id: string) =>
  (await testApp.auditLog()).filter(({ entityId }) => entityId === id).map(({ action }) => action)

describe('the private link of an appointment', () => {
  it('shows when and with whom it is, and nothing that was entered', async () => {
    const { token } = await bookedByVisitor(testApp)
    const { status, body, text, headers } = await look(token)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(Object.keys(body).toSorted()).toEqual([
      'allowed',
      'cancelReason',
      'consultantName',
      'endsAt',
      'startsAt',
      'status',
    ])
    expect(body).toMatchObject({ status: 'booked', allowed: ['reschedule', 'cancel'] })
    expect(text).not.toMatch(/Noor|noor|handbook|555/)
  })

  it('is stored as a hash only', async () => {
    const { token } = await bookedByVisitor(testApp)
    const rows = await testApp.db.rows(sql`select row_to_json(b)::text as text from bookings b`)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(await testApp.auditLog())).not.toContain(token)
  })

  it('moves the appointment, and notifies the visitor and the consultant', async () => {
    const { id, token } = await bookedByVisitor(testApp)
    const startsAt = (await timesOf(token)).at(-1)
    const { status, body } = await move(token, startsAt)
    expect([status, body.startsAt]).toEqual([200, startsAt])
    const mail = (await testApp.mail()).slice(-2)
    expect(mail.map(({ subject }) => subject).toSorted()).toEqual([
      'ProHR portal: an appointment was rescheduled',
      'ProHR: your appointment was rescheduled',
    ])
    expect(mail.find(({ to }) => to === 'noor@visitor.example')?.text).toContain(`/bookings/${token}`)
    expect(await entriesOf(id)).toEqual(['booking.created', 'booking.rescheduled'])
  })

  it('offers its own time as well, and refuses one that was taken', async () => {
    await testApp.alice.put(`/api/booking-hours/${testApp.people.sue.id}`, { isBookable: false, days: null })
    const [first, second] = [await bookedByVisitor(testApp), await bookedByVisitor(testApp)]
    const { startsAt } = (await look(first.token)).body
    expect(await timesOf(first.token)).toContain(startsAt)
    const other = (await look(second.token)).body
    const answer = await move(first.token, other.startsAt)
    expect([answer.status, answer.body.message]).toEqual([409, 'That time was just taken. Choose another.'])
    expect((await move(first.token, startsAt)).status).toBe(200)
    await testApp.alice.put(`/api/booking-hours/${testApp.people.sue.id}`, { isBookable: true, days: null })
  })

  it('cancels the appointment once, even for two requests at the same time', async () => {
    const { id, token } = await bookedByVisitor(testApp)
    const answers = await Promise.all([cancel(token), cancel(token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await look(token)).body).toMatchObject({ status: 'cancelled', allowed: [] })
    expect((await testApp.mail()).at(-1)?.subject).toBe('ProHR portal: an appointment was canceled')
    expect(await entriesOf(id)).toEqual(['booking.created', 'booking.cancelled'])
    const answer = await move(token, '2030-01-01T15:00:00.000Z')
    expect([answer.status, answer.body.message]).toEqual([409, 'This appointment was already canceled.'])
  })

  it('leaves the appointment canceled when it is moved at the same time, and in one place when moved twice', async () => {
    const { id, token } = await bookedByVisitor(testApp)
    const times = await timesOf(token)
    const [cancelled, moved] = await Promise.all([cancel(token), move(token, times.at(-1))])
    expect(cancelled.status).toBe(200)
    expect([200, 409]).toContain(moved.status)
    expect((await look(token)).body).toMatchObject({ status: 'cancelled', allowed: [] })
    expect((await entriesOf(id)).at(-1)).toBe('booking.cancelled')
    const other = await bookedByVisitor(testApp, { email: 'two@visitor.example' })
    const [first, second] = (await timesOf(other.token)).slice(-2)
    const answers = await Promise.all([move(other.token, first), move(other.token, second)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([first, second]).toContain((await look(other.token)).body.startsAt)
  })

  it('shows the team’s reason for canceling, which the email does not contain', async () => {
    const { id, token } = await bookedByVisitor(testApp)
    const reason = 'Our office is closed that day.'
    expect((await testApp.alice.patch(`/api/bookings/${id}/status`, { status: 'cancelled', reason })).status).toBe(200)
    expect((await look(token)).body).toMatchObject({ status: 'cancelled', cancelReason: reason })
    const email = (await testApp.mail()).findLast(({ to }) => to === 'noor@visitor.example')
    expect(email?.subject).toBe('ProHR: your appointment was canceled')
    expect(email?.text).not.toMatch(/closed that day|Noor/)
  })

  it('has a calendar file without what was entered', async () => {
    const { token } = await bookedByVisitor(testApp)
    const { status, headers, text } = await testApp.visitor.get(`/bookings/${token}/calendar.ics`)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(headers['cache-control']).toBe('private, no-store')
    expect(text).toContain('SUMMARY:Appointment with ProHR')
    expect(text).not.toContain(token)
    expect(text).not.toMatch(/Noor|handbook/)
    expect((await testApp.visitor.get(`/bookings/${'a'.repeat(43)}/calendar.ics`)).status).toBe(404)
  })

  it('still shows the appointment after it, without any action, and ends 30 days later', async () => {
    const { token } = await bookedByVisitor(testApp)
    const back = (days: number) =>
      testApp.db.run(sql`
        update bookings set starts_at = starts_at - make_interval(days => ${days}::int),
          ends_at = ends_at - make_interval(days => ${days}::int)`)
    await back(20)
    expect((await look(token)).body).toMatchObject({ status: 'booked', allowed: [] })
    expect((await cancel(token)).status).toBe(409)
    await back(20)
    expect((await look(token)).status).toBe(404)
  })

  it.each([
    ['an unknown token', 'a'.repeat(43), 404],
    ['an empty token', '', 404],
    ['a number', 7, 400],
    ['nothing', null, 400],
  ])('refuses %s', async (_what, token, status) => {
    const { token: valid } = await bookedByVisitor(testApp)
    const startsAt = (await timesOf(valid))[0]
    const answers = await Promise.all([
      look(token),
      cancel(token),
      move(token, startsAt),
      testApp.visitor.post(`${path}/times`, { token }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status])
  })

  it('limits wrong tokens per network, but not valid ones', async () => {
    const { token } = await bookedByVisitor(testApp)
    for (let tries = 0; tries < 40; tries++) expect((await look(token)).status).toBe(200)
    for (let tries = 0; tries < 30; tries++) expect((await look(`guess ${tries}`)).status).toBe(404)
    expect((await look(token)).status).toBe(429)
  })
})
