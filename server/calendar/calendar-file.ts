// Due dates as an iCalendar file (RFC 5545): all-day events, which belong to no time zone.
import ical, { ICalCalendarMethod, ICalEventClass, ICalEventTransparency } from 'ical-generator'
import type { DueDay } from '../../domain/calendar-feed.ts'

/** @param origin of the portal, such as https://portal.example.com */
export function calendarFile(name: string, origin: string, days: DueDay[]): string {
  const host = origin.replace(/^https?:\/\//, '')
  const calendar = ical({
    name,
    prodId: { company: 'HR portal', product: 'Due dates' },
    scale: 'GREGORIAN',
    method: ICalCalendarMethod.PUBLISH,
    ttl: 6 * 60 * 60,
  })
  for (const { id, date, title, path, changes, since } of days)
    calendar.createEvent({
      id: `${id}@${host}`,
      stamp: new Date(since),
      start: new Date(date),
      allDay: true,
      sequence: changes,
      summary: withoutControlCharacters(title),
      url: `${origin}${path}`,
      class: ICalEventClass.PRIVATE,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  return `${calendar.toString()}\r\n`
}

const withoutControlCharacters = (text: string) => text.replace(/(?![\r\n])\p{Cc}/gu, '')
