// Who on the team can be booked, and when.
import sql, { type Sql } from 'sql-template-tag'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import { BookingHours, type BookingHoursInput } from '../../domain/booking.ts'
import { notFound } from '../../domain/errors.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'

/** Administrators see everyone's, staff their own. Bookkeepers, who don't see appointments, can't be booked. */
const visible = (actor: Actor): Sql => (isAdministrator(actor) ? sql`true` : sql`u.id = ${actor.id}`)

const hours = (which: Sql) => typed(BookingHours)`
  select u.id, coalesce(person_name(u.first_name, u.last_name), u.email) as name,
    coalesce(p.is_bookable, false) as "isBookable", p.days, coalesce(p.version, 1) as version
  from users u left join booking_hours p on p.user_id = u.id
  where u.is_active and u.role <> 'client' and u.staff_access <> 'bookkeeper' and ${which}
  order by lower(coalesce(person_name(u.first_name, u.last_name), u.email)), u.id limit 200`

export const listBookingHours = (reader: Reader, actor: Actor): Promise<BookingHours[]> =>
  reader.rows(hours(visible(actor)))

export async function readBookingHours(reader: Reader, actor: Actor, id: string): Promise<BookingHours> {
  const found = await reader.maybe(hours(sql`u.id = ${id} and ${visible(actor)}`))
  if (found === null) throw notFound()
  return found
}

export async function changeBookingHours(
  tx: Tx,
  actor: Actor,
  id: string,
  { isBookable, days }: BookingHoursInput,
  ifMatch: IfMatch,
): Promise<BookingHours> {
  // Locked, so that of two concurrent edits of one version the second is refused.
  await tx.rows(sql`select from users where id = ${id} for no key update`)
  const before = await readBookingHours(tx, actor, id)
  assertVersion(before, ifMatch)
  const json = days === null ? null : JSON.stringify(days)
  await tx.run(sql`
    insert into booking_hours (user_id, is_bookable, days, version, updated_at)
    values (${id}, ${isBookable}, ${json}::jsonb, ${before.version + 1}, ${tx.now})
    on conflict (user_id) do update
      set is_bookable = excluded.is_bookable, days = excluded.days, version = excluded.version, updated_at = excluded.updated_at`)
  tx.record(
    { action: 'booking-hours.changed', id, details: { isBookable, hasOwnHours: days !== null } },
    { type: 'booking-hours', id, userIds: [id] },
  )
  return readBookingHours(tx, actor, id)
}
