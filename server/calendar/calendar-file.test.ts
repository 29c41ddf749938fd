import { describe, expect, it } from 'vitest'
import type { DueDay } from '../../domain/calendar-feed.ts'
import { calendarFile } from './calendar-file.ts'

const day = (more: Partial<DueDay> = {}): DueDay => ({
  id: 'invoice-1',
  date: '2026-12-01',
  title: 'Invoice due',
  path: '/invoices/1',
  changes: 3,
  since: '2026-11-21T09:30:00.123Z',
  ...more,
})
const fileOf = (...days: DueDay[]) => calendarFile('ProHR due dates', 'https://portal.example.com', days)

describe('a calendar file', () => {
  it('has the lines that RFC 5545 requires, in order', () => {
    expect(fileOf(day()).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//HR portal//Due dates//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:ProHR due dates',
      'X-WR-CALNAME:ProHR due dates',
      'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
      'X-PUBLISHED-TTL:PT6H',
      'BEGIN:VEVENT',
      'UID:invoice-1@portal.example.com',
      'SEQUENCE:3',
      'DTSTAMP:20261121T093000Z',
      'DTSTART;VALUE=DATE:20261201',
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
      'SUMMARY:Invoice due',
      'TRANSP:TRANSPARENT',
      'URL;VALUE=URI:https://portal.example.com/invoices/1',
      'CLASS:PRIVATE',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('escapes characters that would start another line or value', () => {
    expect(fileOf(day({ title: 'A\\B; C, D\r\nATTACH:http://x\u0007' }))).toContain(
      'SUMMARY:A\\\\B\\; C\\, D\\nATTACH:http://x\r\n',
    )
  })

  it.each(['a', 'я', '员', '\u{1f469}'])('folds long lines of %s by octets without splitting a character', (letter) => {
    const title = letter.repeat(200)
    const file = fileOf(day({ title }))
    for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})
