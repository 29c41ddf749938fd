// Booking appointments, by visitors and in client folders: who gets which time.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bookedInAcme,
  bookingOn,
  clearBookings,
  folderBooking,
  freeTime,
  ofAcme,
  openBooking,
  openEveryDay,
  timesAt,
  taken,
  visitorBooking,
} from '../../tests/bookings.ts'
import { type Answer, type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ LOG_LEVEL: 'error' })
  await openBooking(testApp)
})
afterAll(() => testApp.close())
beforeEach(() => clearBookings(testApp))

const visitorTimes = '/api/booking-times'
const acmeTimes = () => ofAcme(testApp, 'booking-times')
const bookVisitor = async (more: object = {}) =>
  testApp.visitor.post('/api/bookings', await visitorBooking(testApp, more))
const bookAcme = async (more: object = {}, who: Caller = testApp.ann) =>
  who.post(ofAcme(testApp, 'bookings'), await folderBooking(testApp, more))
const saveBooking = (booking: object) => testApp.alice.patch('/api/firm-settings', { booking })
const setHours = (who: 'sam' | 'sue', body: object) =>
  testApp.alice.put(`/api/booking-hours/${testApp.people[who].id}`, body)
const refusalOf = ({ status, body }: Answer) => [status, body.message]
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const lastEntry = async () => (await testApp.auditLog()).at(-1)

describe('booking by a visitor', () => {
  it('is confirmed with a private link, and notifies the consultant', async () => {
    const answer = await bookVisitor()
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({ version: 1, bookingPath: expect.stringMatching(/^\/bookings\/[\w-]{43}$/) })
    const mail = (await testApp.mail()).slice(-2)
    const confirmation = mail.find(({ to }) => to === 'noor@visitor.example')
    expect(confirmation?.subject).toBe('ProHR: your appointment is booked')
    expect(confirmation?.text).toContain(answer.body.bookingPath)
    expect(confirmation?.text).toMatch(/^Hello,\n/)
    expect(confirmation?.text).not.toMatch(/Noor|handbook/)
    const notice = mail.find(({ to }) => /^(sam|sue)@/.test(to))
    expect(notice?.text).toContain('You have a new appointment with a visitor on ')
    expect(notice?.text).not.toMatch(/Noor|noor|handbook/)
    expect(await lastEntry()).toMatchObject({ action: 'booking.created', entityId: answer.body.id, actorId: null })
    expect(JSON.stringify(await testApp.auditLog())).not.toMatch(/Noor|noor@|first handbook/)
  })

  it('makes the time unavailable, and names no one on the team before it is booked', async () => {
    const before = await testApp.visitor.get(visitorTimes)
    expect(before.body).toMatchObject({ mode: 'portal', minutes: 15, consultants: [], consultantId: null })
    expect(before.text).not.toMatch(/Sam|Sue|Carter|Bennett/)
    const startsAt = await freeTime(testApp.visitor, visitorTimes)
    // Both are free, so the time remains until the second one is booked.
    const [first, second] = [await bookVisitor({ startsAt }), await bookVisitor({ startsAt })]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.body.consultantName).not.toBe(second.body.consultantName)
    expect(await timesAt(testApp.visitor, visitorTimes)).not.toContain(startsAt)
    expect(refusalOf(await bookVisitor({ startsAt }))).toEqual([409, taken])
  })

  it('succeeds for one of five concurrent requests for a time with one available person', async () => {
    await setHours('sue', { isBookable: false, days: null })
    const body = await visitorBooking(testApp)
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => testApp.visitor.post('/api/bookings', { ...body, email: `v${n}@visitor.example` })),
    )
    expect(statuses(answers)).toEqual([201, 409, 409, 409, 409])
    expect(answers.filter(({ status }) => status === 409).map(({ body: { message } }) => message)).toEqual(
      Array(4).fill(taken),
    )
    await setHours('sue', { isBookable: true, days: null })
  })

  it('sends an unconfirmed address at most three emails a day', async () => {
    const email = 'flood@visitor.example'
    for (let n = 0; n < 5; n++) expect((await bookVisitor({ email })).status).toBe(201)
    expect((await testApp.mail()).filter(({ to }) => to === email)).toHaveLength(3)
  })

  it('is limited to ten an hour from one address, and not for the team', async () => {
    for (let n = 0; n < 10; n++) expect((await bookVisitor()).status).toBe(201)
    expect((await bookVisitor()).status).toBe(429)
    expect((await testApp.sam.post('/api/bookings', await visitorBooking(testApp))).status).toBe(201)
  })

  it.each<[string, object, string, string]>([
    ['no name', { name: ' ' }, 'name', 'Enter your name.'],
    ['a name with a web address', { name: 'www.pills.example' }, 'name', 'A name can’t contain a web address.'],
    ['no email address', { email: '' }, 'email', 'Enter your email address.'],
    ['a wrong email address', { email: 'noor' }, 'email', 'Enter a valid email address.'],
    ['nothing that it is about', { topic: '' }, 'topic', 'Enter what the appointment is about.'],
    ['a long text', { topic: 'x'.repeat(1001) }, 'topic', 'Use at most 1,000 characters.'],
    ['no time', { startsAt: '' }, 'startsAt', 'Choose a time.'],
    [
      'a time that is not offered',
      { startsAt: '2026-01-01T15:00:00.000Z' },
      'startsAt',
      'This time isn’t available. Choose another.',
    ],
  ])('is refused with %s', async (_what, more, path, sentence) => {
    const answer = await bookVisitor(more)
    expect([answer.status, answer.body.issues[0].path, answer.body.message]).toEqual([400, path, sentence])
  })

  it('refuses probable spam, and stores nothing', async () => {
    const before = (await testApp.mail()).length
    for (const more of [{ decoy: 'Cheap watches' }, { secondsOpen: 1, topic: 'See https://pills.example' }])
      expect((await bookVisitor(more)).status).toBe(400)
    expect(await testApp.db.rows(sql`select from bookings`)).toHaveLength(0)
    expect((await testApp.mail()).length).toBe(before)
  })
})

describe('the settings of booking', () => {
  it('turn it off, or link to another page', async () => {
    const input = await visitorBooking(testApp)
    const off = 'Online booking is off. Call or email us to schedule an appointment.'
    await saveBooking({ ...bookingOn, mode: 'off' })
    expect((await testApp.visitor.get(visitorTimes)).body).toMatchObject({ mode: 'off', days: [], link: null })
    expect(refusalOf(await testApp.visitor.post('/api/bookings', input))).toEqual([409, off])
    expect((await testApp.ann.get(acmeTimes())).body).toMatchObject({ mode: 'off', days: [], consultants: [] })
    const folderInput = { topic: 'x', startsAt: input.startsAt }
    expect(refusalOf(await testApp.ann.post(ofAcme(testApp, 'bookings'), folderInput))).toEqual([409, off])
    const link = 'https://book.example.com/prohr'
    await saveBooking({ ...bookingOn, mode: 'link', link })
    expect((await testApp.visitor.get(visitorTimes)).body).toMatchObject({ mode: 'link', days: [], link })
    await saveBooking(bookingOn)
  })

  it.each<[object, string, string]>([
    [{ mode: 'link' }, 'booking.link', 'Enter the address of your booking page.'],
    [{ link: 'http://book.example.com' }, 'booking.link', 'Enter a web address that starts with https://.'],
    [{ link: 'javascript:alert(1)' }, 'booking.link', 'Enter a web address that starts with https://.'],
    [{ minutes: 10 }, 'booking.minutes', 'Enter a number of minutes from 15 to 120.'],
    [{ leadHours: -1 }, 'booking.leadHours', 'Enter a number of hours from 0 to 336.'],
    [{ daysAhead: 91 }, 'booking.daysAhead', 'Enter a number of days from 1 to 90.'],
    [{ mode: 'sometimes' }, 'booking.mode', 'Choose an option from the list.'],
  ])('refuse %j', async (more, path, sentence) => {
    const answer = await saveBooking({ ...bookingOn, ...more })
    expect([answer.status, answer.body.issues[0].path, answer.body.message]).toEqual([400, path, sentence])
  })

  it('offer no times on holidays and outside the office hours', async () => {
    const [first] = (await testApp.visitor.get(visitorTimes)).body.days.slice(1)
    const holidays = [{ date: first.date, name: 'Retreat' }]
    await testApp.alice.patch('/api/firm-settings', { officeHours: { ...openEveryDay, holidays } })
    const dates = (await testApp.visitor.get(visitorTimes)).body.days.map(({ date }: { date: string }) => date)
    expect(dates).not.toContain(first.date)
    for (const startsAt of [first.times[1], first.times[1].replace(/:\d\d:00\.000Z$/, ':07:00.000Z')]) {
      const answer = await bookVisitor({ startsAt })
      expect(refusalOf(answer), startsAt).toEqual([400, 'This time isn’t available. Choose another.'])
    }
    await testApp.alice.patch('/api/firm-settings', { officeHours: openEveryDay })
  })
})

describe('booking in a client folder', () => {
  it('is with the folder’s lead, and both sides get an email', async () => {
    const times = await testApp.ann.get(acmeTimes())
    expect(times.body).toMatchObject({
      consultants: [{ id: testApp.people.sam.id, name: 'Sam Carter' }],
      consultantId: testApp.people.sam.id,
    })
    const { status, body } = await bookAcme()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      clientFolderName: 'Acme Tooling',
      consultantName: 'Sam Carter',
      name: 'Ann Keller',
      email: null,
      topic: 'The leave policy',
      status: 'booked',
      allowed: ['reschedule', 'cancel'],
    })
    const mail = (await testApp.mail()).slice(-2)
    expect(mail.map(({ to }) => to).toSorted()).toEqual(['ann@example.com', 'sam@example.com'])
    for (const { text } of mail) expect(text).not.toMatch(/leave policy|Acme/)
    expect(await lastEntry()).toMatchObject({ action: 'booking.created', entityId: body.id })
    expect(JSON.stringify(await testApp.auditLog())).not.toContain('leave policy')
  })

  it('is with another person of the folder’s team who can be booked, and with no one else', async () => {
    const consultantId = testApp.people.sue.id
    const refused = await bookAcme({ consultantId })
    expect(refusalOf(refused)).toEqual([400, 'Choose a consultant who takes online appointments.'])
    const members = ofAcme(testApp, 'members')
    expect((await testApp.alice.post(members, { userId: consultantId })).status).toBe(201)
    expect((await testApp.ann.get(acmeTimes())).body.consultants).toHaveLength(2)
    expect((await bookAcme({ consultantId })).body.consultantName).toBe('Sue Bennett')
    await setHours('sue', { isBookable: false, days: null })
    expect((await bookAcme({ consultantId })).status).toBe(400)
    await setHours('sue', { isBookable: true, days: null })
    await testApp.db.run(sql`delete from folder_members`)
    for (const id of [unknownId, testApp.people.alice.id, testApp.people.eve.id])
      expect((await bookAcme({ consultantId: id })).status, id).toBe(400)
  })

  it('is confirmed to the client when their consultant books it', async () => {
    const before = (await testApp.mail()).length
    const { status, body } = await bookAcme({}, testApp.sam)
    expect(status).toBe(201)
    expect(body).toMatchObject({ consultantName: 'Sam Carter', name: 'Sam Carter', status: 'booked' })
    const sent = (await testApp.mail()).slice(before)
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['ann@example.com', expect.stringContaining('your appointment is booked')],
    ])
    expect(sent[0]?.text).toContain('We booked an appointment for you with Sam Carter')
  })

  it('succeeds for only one when a client and a visitor book the same time', async () => {
    await setHours('sue', { isBookable: false, days: null })
    const [ofClient, ofVisitor] = [await folderBooking(testApp), await visitorBooking(testApp)]
    const { startsAt } = ofClient
    const answers = await Promise.all([
      testApp.ann.post(ofAcme(testApp, 'bookings'), ofClient),
      testApp.visitor.post('/api/bookings', { ...ofVisitor, startsAt }),
      testApp.sam.post(ofAcme(testApp, 'bookings'), ofClient),
    ])
    expect(statuses(answers)).toEqual([201, 409, 409])
    await setHours('sue', { isBookable: true, days: null })
  })

  it('can’t overlap in the database, whatever the portal checks', async () => {
    const { id } = await bookedInAcme(testApp)
    const copy = sql`
      insert into bookings (id, consultant_id, client_folder_id, topic, starts_at, ends_at, created_at, updated_at)
      select gen_random_uuid(), consultant_id, client_folder_id, topic, starts_at + interval '5 minutes',
        ends_at + interval '5 minutes', created_at, updated_at
      from bookings where id = ${id}`
    await expect(testApp.db.run(copy)).rejects.toThrow('booking_time_is_free')
    await testApp.ann.patch(`/api/bookings/${id}/status`, { status: 'cancelled' })
    expect(await testApp.db.run(copy)).toBe(1)
  })

  it.each<[string, object, string, string]>([
    ['nothing that it is about', { topic: '' }, 'topic', 'Enter what the appointment is about.'],
    ['a long text', { topic: 'x'.repeat(1001) }, 'topic', 'Use at most 1,000 characters.'],
    ['no time', { startsAt: '' }, 'startsAt', 'Choose a time.'],
    ['a past time', { startsAt: '2026-01-01T15:00:00.000Z' }, 'startsAt', 'This time isn’t available. Choose another.'],
    ['a consultant who is no id', { consultantId: 'sam' }, 'consultantId', 'Choose an option from the list.'],
  ])('is refused with %s', async (_what, more, path, sentence) => {
    const answer = await bookAcme(more)
    expect([answer.status, answer.body.issues[0].path, answer.body.message]).toEqual([400, path, sentence])
  })

  it('is refused in an archived folder, and answers 404 to others', async () => {
    for (const who of [testApp.eve, testApp.sue]) {
      expect((await bookAcme({}, who)).status).toBe(404)
      expect((await who.get(acmeTimes())).status).toBe(404)
    }
    const input = await folderBooking(testApp)
    await testApp.alice.patch(`/api/client-folders/${testApp.folders.acme.id}`, { status: 'archived' })
    expect((await testApp.ann.post(ofAcme(testApp, 'bookings'), input)).status).toBe(409)
    await testApp.alice.patch(`/api/client-folders/${testApp.folders.acme.id}`, { status: 'active' })
  })
})
