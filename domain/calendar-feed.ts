// The calendar that a person's own calendar program reads: days on which something is due, as a file of RFC 5545.
import { z } from 'zod'
import { CalendarDate, Instant } from './text.ts'

export const CalendarFeed = z.object({
  /** Whether there is an address that opens. */
  isOpen: z.boolean(),
  createdAt: Instant.nullable(),
  /** When a calendar program last read it, to the hour. */
  readAt: Instant.nullable(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** `url`: shown once; the portal keeps only its hash. */
export const NewCalendarFeed = CalendarFeed.extend({ url: z.url() })
export type NewCalendarFeed = z.infer<typeof NewCalendarFeed>

/** A day without a time. */
export const DueDay = z.object({
  /** The same for the same thing for ever; the host is added to it. */
  id: z.string(),
  date: CalendarDate,
  title: z.string(),
  /** The page of the portal that it leads to. */
  path: z.string(),
  changes: z.int(),
  since: Instant,
})
export type DueDay = z.infer<typeof DueDay>

/** How far back and ahead the calendar looks, in days. */
export const calendarReach = { back: 60, ahead: 400 }
export const mostDays = 2000

/**
 * The whole file: CRLF, lines of at most 75 octets, days as VALUE=DATE, which last all day and belong to no zone.
 * @param origin of the portal, such as https://portal.example.com
 */
export function calendarFile(name: string, origin: string, days: DueDay[]): string {
  const host = origin.replace(/^https?:\/\//, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//HR portal//Due dates//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...days.flatMap(({ id, date, title, path, changes, since }) => [
      'BEGIN:VEVENT',
      `UID:${id}@${host}`,
      `DTSTAMP:${compact(since)}`,
      `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
      `SEQUENCE:${changes}`,
      `SUMMARY:${escaped(title)}`,
      `URL:${origin}${path}`,
      'CLASS:PRIVATE',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** 2026-04-02T09:30:00.000Z → 20260402T093000Z */
const compact = (instant: string) => instant.replace(/\.\d+/, '').replace(/[-:]/g, '')

/** RFC 5545, 3.3.11. What is no text at all (control characters) is left out. */
const escaped = (text: string) =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/[;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/[\u0000-\u001f\u007f]/g, '') // oxlint-disable-line no-control-regex

/** RFC 5545, 3.1: a long line goes on after CRLF and a space; no letter is cut in two. */
function folded(line: string): string {
  let text = ''
  let octets = 0
  for (const letter of line) {
    const code = letter.codePointAt(0) ?? 0
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (octets + size > 75) {
      text += '\r\n '
      octets = 1
    }
    text += letter
    octets += size
  }
  return text
}
