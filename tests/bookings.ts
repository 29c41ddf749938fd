// Appointments for tests: booking is on, and Sam and Sue can be booked at any hour of any day.
import sql from 'sql-template-tag'
import type { Answer, Caller, TestApp } from './test-app.ts'

export const bookingOn = { mode: 'portal', link: null, minutes: 15, leadHours: 1, daysAhead: 90 }

const allDay = { opens: '00:00', closes: '23:45' }
export const openEveryDay = { days: Array.from({ length: 7 }, () => allDay), holidays: [] }

const done = ({ status, text, body }: Answer, expected = 200) => {
  if (status !== expected) throw new Error(`It was answered with ${status}: ${text}`)
  return body
}

/** Turns booking on, once for each test app. */
export async function openBooking({ alice, visitor, people }: TestApp): Promise<void> {
  const { body } = await visitor.get('/api/booking-times')
  if (body.mode === 'portal' && body.days.length > 0) return
  done(await alice.patch('/api/firm-settings', { booking: bookingOn, officeHours: openEveryDay }))
  for (const { id } of [people.sam, people.sue])
    done(await alice.put(`/api/booking-hours/${id}`, { isBookable: true, days: null }))
}

/** Deletes all appointments, and what limits how many can be booked. */
export async function clearBookings({ db }: TestApp): Promise<void> {
  await db.run(sql`delete from bookings`)
  await db.run(sql`delete from rate_limits`)
  await db.run(sql`delete from unconfirmed_recipients`)
}

export const taken = 'That time was just taken. Choose another.'

/** The free times of a page of them, in order. */
export const timesAt = async (caller: Caller, path: string): Promise<string[]> =>
  done(await caller.get(path)).days.flatMap(({ times }: { times: string[] }) => times)

/** The nth free time. Not the first by default, since that one may pass before it is booked. */
export async function freeTime(caller: Caller, path: string, n = 1): Promise<string> {
  const time = (await timesAt(caller, path))[n]
  if (time === undefined) throw new Error(`No time is free at ${path}`)
  return time
}

export const ofAcme = ({ folders }: TestApp, rest: string) => `/api/client-folders/${folders.acme.id}/${rest}`

export const folderBooking = async (testApp: TestApp, more: object = {}) => ({
  topic: 'The leave policy',
  startsAt: await freeTime(testApp.ann, ofAcme(testApp, 'booking-times')),
  ...more,
})

export const visitorBooking = async (testApp: TestApp, more: object = {}) => ({
  name: 'Noor Haddad',
  email: 'noor@visitor.example',
  phone: '(540) 555-0142',
  topic: 'A first handbook',
  startsAt: await freeTime(testApp.visitor, '/api/booking-times'),
  ...more,
})

/** Ann's appointment with Sam in Acme's folder. */
export async function bookedInAcme(testApp: TestApp, more: object = {}) {
  await openBooking(testApp)
  const input = await folderBooking(testApp, more)
  return done(await testApp.ann.post(ofAcme(testApp, 'bookings'), input), 201)
}

/** A visitor's appointment, and the token of its private link. */
export async function bookedByVisitor(testApp: TestApp, more: object = {}): Promise<{ id: string; token: string }> {
  await openBooking(testApp)
  const body = done(await testApp.visitor.post('/api/bookings', await visitorBooking(testApp, more)), 201)
  return { id: body.id, token: body.bookingPath.split('/').at(-1) }
}
