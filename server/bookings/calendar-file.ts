// An appointment as an iCalendar file (RFC 5545), in UTC, which calendar programs show in their own zone.
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Booking } from '../../domain/booking.ts'

type Appointment = Pick<Booking, 'id' | 'startsAt' | 'endsAt' | 'status'> & {
  title: string
  /** The page of the portal that it links to; null for a private one, since calendars are shared. */
  path: string | null
  /** The number of changes, so that calendars replace an earlier file. */
  changes: number
}

/** @param origin of the portal, such as https://portal.example.com */
export function appointmentFile(
  { id, startsAt, endsAt, status, title, path, changes }: Appointment,
  origin: string,
  now: Date,
): string {
  const calendar = ical({
    prodId: { company: 'HR portal', product: 'Appointments' },
    scale: 'GREGORIAN',
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: `booking-${id}@${origin.replace(/^https?:\/\//, '')}`,
    stamp: now,
    start: new Date(startsAt),
    end: new Date(endsAt),
    sequence: changes,
    summary: title.replace(/\p{Cc}/gu, ' '),
    status: status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(path === null ? {} : { url: `${origin}${path}` }),
  })
  return `${calendar.toString()}\r\n`
}
