// What a visitor does with the private link of their appointment.
import type { z } from 'zod'
import {
  assertUpcoming,
  type BookingByLink,
  type BookingChangeByLink,
  type BookingTimesByLink,
} from '../../domain/booking.ts'
import type { BookingTimes } from '../../domain/booking-times.ts'
import type { Database, Tx } from '../kit/db.ts'
import { countersForAddress, limitFailures, type RateLimit } from '../kit/rate-limit.ts'
import type { Origin } from '../kit/record.ts'
import { endBooking, moveBooking } from './actions.ts'
import { visitorRescheduled } from './emails.ts'
import { notifyConsultant } from './notify.ts'
import { type LinkedBooking, unsafeLinkedBooking, viewedByLink } from './queries.ts'
import { bookablePeople, bookingTerms, offeredTimes, oneOf } from './schedule.ts'

/** A visitor's appointment belongs to no client folder. */
const ofVisitor = { clientFolderId: null, clientFolderName: null }

const guessing: RateLimit = {
  name: 'booking link',
  tries: 30,
  windowSeconds: 15 * 60,
  sentence: 'Too many invalid links were tried from your network. Try again in a few minutes.',
}

/** The appointment of a token. Only wrong tokens count against the address. */
export const bookingByToken = (db: Database, token: string, address: string): Promise<LinkedBooking> =>
  limitFailures(db, countersForAddress(guessing, address), async (countFailure) => {
    try {
      return await unsafeLinkedBooking(db, token)
    } catch (error) {
      countFailure()
      throw error
    }
  })

export const readBookingByLink = async (db: Database, token: string, address: string): Promise<BookingByLink> =>
  viewedByLink(await bookingByToken(db, token, address), db.now)

/** The free times of its consultant, its own among them. */
export async function bookingTimesByLink(
  db: Database,
  { token, from }: z.output<typeof BookingTimesByLink>,
  address: string,
): Promise<BookingTimes> {
  const { id, consultantId } = await bookingByToken(db, token, address)
  const people = await bookablePeople(db, oneOf([consultantId]))
  const others = people.map((person) => ({ ...person, booked: person.booked.filter((each) => each.id !== id) }))
  return offeredTimes(others, await bookingTerms(db), db.now, from)
}

export const rescheduleByLink = (
  db: Database,
  origin: Origin,
  { token, startsAt }: z.output<typeof BookingChangeByLink>,
): Promise<BookingByLink> =>
  changing(db, origin, token, async (tx, before) => {
    await moveBooking(tx, { ...before, ...ofVisitor }, startsAt)
    const booking = await unsafeLinkedBooking(tx, token)
    const { visitorEmail: email, visitorName: name } = booking
    tx.mail(visitorRescheduled({ userId: null, email, name }, { ...booking, ...ofVisitor }, token))
    await notifyConsultant(tx, 'rescheduled', { ...booking, ...ofVisitor })
    return booking
  })

export const cancelByLink = (db: Database, origin: Origin, token: string): Promise<BookingByLink> =>
  changing(db, origin, token, async (tx, before) => {
    await endBooking(tx, { ...before, ...ofVisitor }, { actorId: null, reason: null })
    await notifyConsultant(tx, 'cancelled', { ...before, ...ofVisitor })
    return unsafeLinkedBooking(tx, token)
  })

/** Looks the token up before the transaction, so that a wrong one is counted even though it changes nothing. */
async function changing(
  db: Database,
  origin: Origin,
  token: string,
  change: (tx: Tx, booking: LinkedBooking) => Promise<LinkedBooking>,
): Promise<BookingByLink> {
  await bookingByToken(db, token, origin.address)
  return db.transaction(origin, async (tx) => {
    const booking = await unsafeLinkedBooking(tx, token, true)
    assertUpcoming(booking, tx.now)
    return viewedByLink(await change(tx, booking), tx.now)
  })
}
