// The settings and the people that free times are calculated from.
import sql, { type Sql } from 'sql-template-tag'
import { firstBooking } from '../../domain/booking-settings.ts'
import { BookablePerson, type BookingTerms, type BookingTimes, freeDays } from '../../domain/booking-times.ts'
import { firstOfficeHours } from '../../domain/office-hours.ts'
import { savedSettings } from '../firm-settings/queries.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

type DatedReader = Reader & { readonly now: Date }

export async function bookingTerms(reader: Reader): Promise<BookingTerms> {
  const { settings } = await savedSettings(reader)
  return { booking: settings.booking ?? firstBooking, officeHours: settings.officeHours ?? firstOfficeHours }
}

/** SQL condition on `booking_hours p`: anyone on the team who can be booked. */
export const anyone = sql`true`

export const oneOf = (ids: readonly string[]): Sql => sql`p.user_id = any(${ids}::uuid[])`

/** The people who can be booked, with their appointments. @param which SQL condition on `booking_hours p` */
export const bookablePeople = (reader: DatedReader, which: Sql): Promise<BookablePerson[]> =>
  reader.rows(typed(BookablePerson)`
    select p.user_id as id, person_name(u.first_name, u.last_name) as name, p.days,
      (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'startsAt', iso(b.starts_at), 'endsAt', iso(b.ends_at))
          order by b.starts_at), '[]')
        from bookings b where b.consultant_id = p.user_id and b.status = 'booked' and b.ends_at > ${reader.now}) as booked
    from booking_hours p join users u on u.id = p.user_id and u.is_active and u.role <> 'client'
    where p.is_bookable and u.staff_access <> 'bookkeeper' and ${which} order by p.user_id limit 200`)

/**
 * The same, locked until the transaction ends: of two people who book the same time, the second sees the first one's
 * appointment. In one order, so that they don't block each other.
 */
export async function lockedPeople(tx: Tx, which: Sql): Promise<BookablePerson[]> {
  await tx.rows(sql`
    select p.user_id from booking_hours p where p.is_bookable and ${which} order by p.user_id for no key update`)
  return bookablePeople(tx, which)
}

/** What a page shows of the people's free times; without any while booking is off or elsewhere. */
export function offeredTimes(
  people: readonly BookablePerson[],
  terms: BookingTerms,
  now: Date,
  from: string | undefined,
): BookingTimes {
  const { mode, link, minutes } = terms.booking
  const free = mode === 'portal' ? freeDays(people, terms, now, from) : { days: [], next: null }
  return { mode, link: mode === 'link' ? link : null, minutes, consultants: [], consultantId: null, ...free }
}

/** SQL condition on `bookings b`. @param userId SQL of the consultant's id */
export const upcomingOf = (userId: Sql, now: Date) =>
  sql`b.consultant_id = ${userId} and b.status = 'booked' and b.starts_at > ${now}`
