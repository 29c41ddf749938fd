// Rows of the rights table (rights.ts) for appointments: Ann's with Sam in Acme's folder, and visitors'.
import sql from 'sql-template-tag'
import {
  bookedByVisitor,
  bookedInAcme,
  folderBooking,
  freeTime,
  ofAcme,
  openBooking,
  visitorBooking,
} from '../bookings.ts'
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

/** The cells exceed the limit of one address, so the count starts again. */
const forgetLimits = (testApp: TestApp) => testApp.db.run(sql`delete from rate_limits`)

const tokenOfVisitor = async (testApp: TestApp): Promise<string> => {
  await forgetLimits(testApp)
  return (await bookedByVisitor(testApp)).token
}

const bookingOfAcme = async (testApp: TestApp): Promise<string> => {
  await forgetLimits(testApp)
  return `/api/bookings/${(await bookedInAcme(testApp)).id}`
}

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const anyone = [200, 200, 200, 200, 200, 200, 200, 200] as const
/** Sam's own hours. */
const ofSam = [401, 404, 404, 401, 200, 404, 200, 200] as const

const hoursOfSam = ({ people }: TestApp) => `/api/booking-hours/${people.sam.id}`

export const bookingRights: Record<string, Row> = {
  'GET /api/booking-times': { answers: anyone },
  'POST /api/bookings': {
    answers: [201, 201, 201, 201, 201, 201, 201, 201],
    aim: async (testApp) => {
      await forgetLimits(testApp)
      await openBooking(testApp)
      return { body: await visitorBooking(testApp) }
    },
  },
  'GET /api/client-folders/:id/booking-times': {
    answers: inFolder,
    aim: (testApp) => ({ url: ofAcme(testApp, 'booking-times') }),
  },
  'POST /api/client-folders/:id/bookings': {
    answers: [401, 201, 404, 401, 201, 404, 201, 201],
    aim: async (testApp) => {
      await forgetLimits(testApp)
      await openBooking(testApp)
      return { url: ofAcme(testApp, 'bookings'), body: await folderBooking(testApp) }
    },
  },
  'GET /api/bookings': { answers: [401, 200, 200, 401, 200, 200, 200, 200] },
  'GET /api/bookings/:id': { answers: inFolder, aim: async (testApp) => ({ url: await bookingOfAcme(testApp) }) },
  'PATCH /api/bookings/:id': {
    answers: inFolder,
    aim: async (testApp) => ({
      url: await bookingOfAcme(testApp),
      body: { startsAt: await freeTime(testApp.ann, ofAcme(testApp, 'booking-times')) },
    }),
  },
  'PATCH /api/bookings/:id/status': {
    answers: inFolder,
    aim: async (testApp) => ({
      url: `${await bookingOfAcme(testApp)}/status`,
      body: { status: 'cancelled', reason: 'A conflict in my calendar.' },
    }),
  },
  'GET /api/bookings/:id/calendar': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `${await bookingOfAcme(testApp)}/calendar` }),
  },
  'POST /api/booking-link': {
    answers: anyone,
    aim: async (testApp) => ({ body: { token: await tokenOfVisitor(testApp) } }),
  },
  'POST /api/booking-link/times': {
    answers: anyone,
    aim: async (testApp) => ({ body: { token: await tokenOfVisitor(testApp) } }),
  },
  'POST /api/booking-link/time': {
    answers: anyone,
    aim: async (testApp) => {
      const token = await tokenOfVisitor(testApp)
      const { body } = await testApp.visitor.post('/api/booking-link/times', { token })
      return { body: { token, startsAt: body.days.at(-1).times.at(-1) } }
    },
  },
  'POST /api/booking-link/cancellation': {
    answers: anyone,
    aim: async (testApp) => ({ body: { token: await tokenOfVisitor(testApp) } }),
  },
  'GET /api/booking-hours': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/booking-hours/:id': { answers: ofSam, aim: (testApp) => ({ url: hoursOfSam(testApp) }) },
  'PUT /api/booking-hours/:id': {
    answers: ofSam,
    aim: (testApp) => ({ url: hoursOfSam(testApp), body: { isBookable: true, days: null } }),
  },
}
