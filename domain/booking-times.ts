// The times at which people can be booked: within the office hours and their own, without holidays and appointments.
import { z } from 'zod'
import { bookingModes, type BookingSettings } from './booking-settings.ts'
import { conflict, invalid } from './errors.ts'
import { type OfficeHours, weekdayOf, WeekHours } from './office-hours.ts'
import { Id, Instant } from './text.ts'
import { daysAfter, officeDate, officeInstant } from './time.ts'

const noTime = 'Choose a time.'

/** The start of an appointment, in a body. */
export const BookingTime = z.iso.datetime(noTime).refine((time) => !Number.isNaN(Date.parse(time)), noTime)

/** Someone on the team who can be booked. */
export const BookablePerson = z.object({
  id: Id,
  name: z.string().nullable(),
  /** Null for the office hours. */
  days: WeekHours.nullable(),
  /** Their appointments that have not ended. */
  booked: z.array(z.object({ id: Id, startsAt: Instant, endsAt: Instant })),
})
export type BookablePerson = z.infer<typeof BookablePerson>

/** The firm's side of the schedule. */
export interface BookingTerms {
  booking: BookingSettings
  officeHours: OfficeHours
}

export const BookingDay = z.object({ date: z.string(), times: z.array(Instant) })
export type BookingDay = z.infer<typeof BookingDay>

/** What a page needs to offer times. */
export const BookingTimes = z.object({
  mode: z.enum(bookingModes),
  /** The firm's own booking page, in the mode `link`. */
  link: z.string().nullable(),
  minutes: z.int(),
  /** Whose times can be chosen; empty for visitors, who get anyone who is free. */
  consultants: z.array(z.object({ id: Id, name: z.string().nullable() })),
  /** The consultant whose times these are, if it is a single one. */
  consultantId: Id.nullable(),
  days: z.array(BookingDay),
  /** The date from which to read later days; null if there are none. */
  next: z.string().nullable(),
})
export type BookingTimes = z.infer<typeof BookingTimes>

const minute = 60_000

/** The free times of a person on a date of the office, as instants in order. */
export function timesOn(
  date: string,
  { days, booked }: Pick<BookablePerson, 'days' | 'booked'>,
  { booking: { minutes, leadHours, daysAhead }, officeHours }: BookingTerms,
  now: Date,
): string[] {
  const today = officeDate(now)
  if (date < today || date > daysAfter(today, daysAhead)) return []
  if (officeHours.holidays.some((holiday) => holiday.date === date)) return []
  const office = officeHours.days[weekdayOf(date)] ?? null
  const own = days === null ? office : (days[weekdayOf(date)] ?? null)
  if (office === null || own === null) return []
  const opens = officeInstant(date, office.opens > own.opens ? office.opens : own.opens)
  const closes = officeInstant(date, office.closes < own.closes ? office.closes : own.closes)
  const earliest = now.getTime() + leadHours * 60 * minute
  const length = minutes * minute
  // All instants have one format, in which text is in order of time.
  const [from, to] = [opens.toISOString(), closes.toISOString()]
  const ofDay = booked.filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from)
  const isFree = (at: number) =>
    ofDay.every(({ startsAt, endsAt }) => at + length <= Date.parse(startsAt) || at >= Date.parse(endsAt))
  const times: string[] = []
  for (let at = opens.getTime(); at + length <= closes.getTime(); at += length)
    if (at >= earliest && isFree(at)) times.push(new Date(at).toISOString())
  return times
}

/** How many days with free times are read together. */
const daysPerPage = 7

/** The first days, from a date on, on which at least one of the people is free. */
export function freeDays(
  people: readonly BookablePerson[],
  terms: BookingTerms,
  now: Date,
  from?: string,
): Pick<BookingTimes, 'days' | 'next'> {
  const today = officeDate(now)
  const last = daysAfter(today, terms.booking.daysAhead)
  const days: BookingDay[] = []
  let date = from === undefined || from < today ? today : from
  for (; date <= last && days.length < daysPerPage; date = daysAfter(date, 1)) {
    const day = date
    const times = [...new Set(people.flatMap((person) => timesOn(day, person, terms, now)))].toSorted()
    if (times.length > 0) days.push({ date, times })
  }
  return { days, next: date <= last ? date : null }
}

/**
 * Who is booked for a time: of the people who are free, the one with the fewest appointments. Throws 409 if the time
 * was taken, 400 if it is not offered at all.
 */
export function consultantFor(
  startsAt: string,
  people: readonly BookablePerson[],
  terms: BookingTerms,
  now: Date,
): BookablePerson {
  const at = Date.parse(startsAt)
  const date = officeDate(new Date(at))
  const isOffered = (person: BookablePerson) =>
    timesOn(date, person, terms, now).some((time) => Date.parse(time) === at)
  const [chosen] = people
    .filter(isOffered)
    .toSorted((a, b) => a.booked.length - b.booked.length || (a.id < b.id ? -1 : 1))
  if (chosen !== undefined) return chosen
  throw people.some((person) => isOffered({ ...person, booked: [] })) ? timeTaken() : notOffered()
}

export const timeTaken = () => conflict('That time was just taken. Choose another.', 'startsAt')

const notOffered = () => invalid('startsAt', 'This time isn’t available. Choose another.')

/** Throws 409 unless appointments are booked in the portal. */
export function assertBookingIsOpen({ booking: { mode } }: BookingTerms): void {
  if (mode !== 'portal') throw conflict('Online booking is off. Call or email us to schedule an appointment.')
}
